//! Tools that tell how a course is built.

pub mod course_structure;

pub use course_structure::CourseStructure;
