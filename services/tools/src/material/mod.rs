//! Tools that read the course's pages.

pub mod course_material_search;
pub mod page_lookup;
pub(crate) mod quotable;

pub use course_material_search::CourseMaterialSearch;
pub use page_lookup::PageLookup;
