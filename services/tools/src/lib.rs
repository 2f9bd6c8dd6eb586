//! What the model may do: the traits of a tool, the list that makes a tool set of them, and the tools.
//!
//! A tool never decides whether it may run: it names what a call requires, and the engine checks. It does
//! database work only while it holds a connection; network work belongs into `prepare`. Start reading at
//! [`ChatbotTool`], then at [`material::course_material_search`], the tool that most others resemble.

pub mod action_tool;
pub mod application;
pub mod client_tool;
pub mod dynamic_tool;
pub mod error;
mod gate;
pub mod material;
mod name;
mod nothing;
mod open_page;
pub mod prepared;
pub mod progress;
pub mod schema;
pub mod server_tool;
pub mod set;
pub mod structure;
mod title_match;
pub mod tool;
#[cfg(test)]
mod trying;

pub use action_tool::{ActionTool, TypedActionTool};
pub use application::ApplicationConfiguration;
pub use client_tool::{ClientTool, TypedClientTool};
pub use dynamic_tool::{DynamicDeclaration, DynamicEntry, DynamicTool};
pub use error::{ChatbotError, ChatbotErrorType, ChatbotResult};
pub use prepared::{Completion, PreparedCall, ToolRun};
pub use server_tool::TypedTool;
pub use set::{ToolInfo, ToolList, ToolSet};
pub use tool::{ChatbotTool, ChatbotToolDeclaration, ToolCategory, bounded};

/// Makes a [`ToolList`] out of typed tools: `toolset![CourseMaterialSearch, client AskStudent, action Reset]`.
#[macro_export]
macro_rules! toolset {
    (@list [$($done:expr),*]) => { $crate::ToolList::new(vec![$($done),*]) };
    (@list [$($done:expr),*] client $tool:ty $(, $($rest:tt)*)?) => {
        $crate::toolset!(@list [$($done,)* ::std::boxed::Box::new($crate::TypedClientTool::<$tool>::new())] $($($rest)*)?)
    };
    (@list [$($done:expr),*] action $tool:ty $(, $($rest:tt)*)?) => {
        $crate::toolset!(@list [$($done,)* ::std::boxed::Box::new($crate::TypedActionTool::<$tool>::new())] $($($rest)*)?)
    };
    (@list [$($done:expr),*] $tool:ty $(, $($rest:tt)*)?) => {
        $crate::toolset!(@list [$($done,)* ::std::boxed::Box::new($crate::TypedTool::<$tool>::new())] $($($rest)*)?)
    };
    ($($tools:tt)*) => { $crate::toolset!(@list [] $($tools)*) };
}

/// Every tool that the product ships.
pub fn shipped() -> Result<ToolList, ChatbotError> {
    toolset![
        material::CourseMaterialSearch,
        material::GlossaryLookup,
        material::PageLookup,
        progress::CourseProgress,
        structure::CourseStructure,
        structure::LookupState,
    ]
}
