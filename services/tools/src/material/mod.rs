//! Tools that read the course's pages.

pub mod course_material_search;
pub mod page_lookup;
mod quotable;
mod title_match;

pub use course_material_search::CourseMaterialSearch;
pub use page_lookup::PageLookup;
