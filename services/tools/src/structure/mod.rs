//! Tools that tell how a course is built.

pub mod course_structure;
pub mod lookup_state;

pub use course_structure::CourseStructure;
pub use lookup_state::LookupState;
