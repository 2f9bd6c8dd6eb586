//! Tools that read how far people are.

pub mod course_progress;

pub use course_progress::CourseProgress;
