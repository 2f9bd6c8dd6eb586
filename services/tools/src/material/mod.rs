//! Tools that read the course's pages.

pub mod course_material_search;
pub mod glossary_lookup;
pub mod page_lookup;
pub(crate) mod quotable;

pub use course_material_search::CourseMaterialSearch;
pub use glossary_lookup::GlossaryLookup;
pub use page_lookup::PageLookup;
