//! Nodes of a course (pages, chapters, exercises) as a model may name them in arguments. The newtypes mark
//! their place in the schema, so that no id is forgotten when a call's nodes are checked.

use std::borrow::Cow;

use chatbot_protocol::{ChapterId, ExerciseId, PageId};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

/// What a node is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NodeKind {
    /// A page.
    Page,
    /// A chapter.
    Chapter,
    /// An exercise.
    Exercise,
}

/// A node.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct Node {
    /// What it is.
    pub kind: NodeKind,
    /// Its id.
    pub id: Uuid,
}

/// What is known of a node that a call names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NodeVerdict {
    /// The student may see it now.
    Open,
    /// It exists, the student may know of it, and it is not open to them now.
    Disabled,
    /// There is none in this course, or the student may not know of it.
    NotFound,
}

impl NodeKind {
    /// The key that marks a node's place in a derived schema. It is not advertised.
    pub const MARK: &str = "x-node";

    /// The word in a schema.
    pub const fn as_str(self) -> &'static str {
        match self {
            Self::Page => "page",
            Self::Chapter => "chapter",
            Self::Exercise => "exercise",
        }
    }

    /// Reads the word.
    pub fn parse(word: &str) -> Option<Self> {
        [Self::Page, Self::Chapter, Self::Exercise].into_iter().find(|kind| kind.as_str() == word)
    }
}

macro_rules! nodes {
    ($($(#[$doc:meta])* $name:ident($id:ty) = $kind:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
        #[serde(transparent)]
        pub struct $name(pub $id);

        impl JsonSchema for $name {
            fn schema_name() -> Cow<'static, str> {
                stringify!($name).into()
            }

            fn inline_schema() -> bool {
                true
            }

            fn json_schema(_: &mut SchemaGenerator) -> Schema {
                json_schema!({"type": "string", "format": "uuid", "x-node": $kind.as_str()})
            }
        }
    )+};
}

nodes! {
    /// A page that a call names.
    PageNode(PageId) = NodeKind::Page;
    /// A chapter that a call names.
    ChapterNode(ChapterId) = NodeKind::Chapter;
    /// An exercise that a call names.
    ExerciseNode(ExerciseId) = NodeKind::Exercise;
}
