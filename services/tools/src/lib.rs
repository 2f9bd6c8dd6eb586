//! What the model may do: the traits of a tool, the list that makes a tool set of them, and the tools.
//!
//! A tool never decides whether it may run: it names what a call requires, and the engine checks. It does
//! database work only while it holds a connection; network work belongs into `prepare`. Start reading at
//! [`ChatbotTool`], then at [`material::course_material_search`], the tool that most others resemble.

pub mod application;
pub mod error;
pub mod material;
mod name;
mod nothing;
pub mod progress;
pub mod schema;
pub mod set;
pub mod structure;
pub mod tool;

pub use application::ApplicationConfiguration;
pub use error::{ChatbotError, ChatbotErrorType, ChatbotResult};
pub use set::{PreparedCall, ToolInfo, ToolList, ToolRun, ToolSet, TypedTool};
pub use tool::{ChatbotTool, ChatbotToolDeclaration, ToolCategory};

/// Makes a [`ToolList`] out of typed tools: `toolset![CourseMaterialSearch, CourseProgress]`.
#[macro_export]
macro_rules! toolset {
    ($($tool:ty),* $(,)?) => {
        $crate::ToolList::new(vec![$(::std::boxed::Box::new($crate::TypedTool::<$tool>::new())),*])
    };
}

/// Every tool that the product ships.
pub fn shipped() -> Result<ToolList, ChatbotError> {
    toolset![
        material::CourseMaterialSearch,
        material::PageLookup,
        progress::CourseProgress,
        structure::CourseStructure,
    ]
}
