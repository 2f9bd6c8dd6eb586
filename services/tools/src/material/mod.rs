//! Tools that read the course's pages.

pub mod course_material_search;

pub use course_material_search::CourseMaterialSearch;
