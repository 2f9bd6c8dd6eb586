//! What the host must provide. A test compares this with `contract/lms.sql`.

/// A relation of schema `lms`.
#[derive(Debug)]
pub(super) struct Relation {
    pub name: &'static str,
    /// The columns that no two rows share.
    pub key: &'static [&'static str],
    pub columns: &'static [Column],
}

/// A column, as the program reads it.
#[derive(Debug)]
pub(super) struct Column {
    pub name: &'static str,
    pub kind: Kind,
    pub nullable: bool,
    /// The words that it may hold; empty when anything goes.
    pub words: &'static [&'static str],
}

/// A type, as far as the program can tell types apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Uuid,
    Text,
    Integer,
    BigInteger,
    Boolean,
    Numeric,
    Timestamp,
}

impl Kind {
    /// What the contract calls it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uuid => "uuid",
            Self::Text => "text",
            Self::Integer => "integer",
            Self::BigInteger => "bigint",
            Self::Boolean => "boolean",
            Self::Numeric => "numeric",
            Self::Timestamp => "timestamp with time zone",
        }
    }

    /// Whether the program can read a column of this Postgres type (`pg_type.typname`) as well.
    pub fn accepts(self, type_name: &str) -> bool {
        match self {
            Self::Uuid => type_name == "uuid",
            Self::Text => matches!(type_name, "text" | "varchar" | "bpchar" | "citext" | "name"),
            Self::Integer => matches!(type_name, "int4" | "int2"),
            Self::BigInteger => matches!(type_name, "int8" | "int4" | "int2"),
            Self::Boolean => type_name == "bool",
            Self::Numeric => matches!(type_name, "numeric" | "float8" | "float4" | "int8" | "int4" | "int2"),
            Self::Timestamp => type_name == "timestamptz",
        }
    }
}

const fn column(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, nullable: false, words: &[] }
}

const fn nullable(name: &'static str, kind: Kind) -> Column {
    Column { name, kind, nullable: true, words: &[] }
}

const fn words(name: &'static str, words: &'static [&'static str]) -> Column {
    Column { name, kind: Kind::Text, nullable: false, words }
}

use Kind::{BigInteger, Boolean, Integer, Numeric, Text, Timestamp, Uuid};

/// All relations of the contract.
pub(super) const RELATIONS: &[Relation] = &[
    Relation {
        name: "users",
        key: &["id"],
        columns: &[
            column("id", Uuid),
            column("name", Text),
            column("email", Text),
            nullable("locale", Text),
            nullable("time_zone", Text),
        ],
    },
    Relation {
        name: "organizations",
        key: &["id"],
        columns: &[column("id", Uuid), column("name", Text), column("slug", Text)],
    },
    Relation {
        name: "courses",
        key: &["id"],
        columns: &[
            column("id", Uuid),
            column("organization_id", Uuid),
            column("slug", Text),
            column("title", Text),
            column("description", Text),
            column("language", Text),
            column("time_zone", Text),
            words("visibility", &["draft", "open", "closed"]),
            column("is_public", Boolean),
            column("can_add_chatbot", Boolean),
        ],
    },
    Relation {
        name: "modules",
        key: &["id"],
        columns: &[
            column("id", Uuid),
            column("course_id", Uuid),
            column("position", Integer),
            column("title", Text),
        ],
    },
    Relation {
        name: "chapters",
        key: &["id"],
        columns: &[
            column("id", Uuid),
            column("course_id", Uuid),
            nullable("module_id", Uuid),
            column("position", Integer),
            column("title", Text),
            nullable("opens_at", Timestamp),
        ],
    },
    Relation {
        name: "pages",
        key: &["id"],
        columns: &[
            column("id", Uuid),
            column("course_id", Uuid),
            nullable("chapter_id", Uuid),
            column("position", Integer),
            column("title", Text),
            column("url_path", Text),
            column("body", Text),
            words("body_format", &["markdown", "html"]),
            column("revision", BigInteger),
            column("hidden", Boolean),
            nullable("deleted_at", Timestamp),
            column("updated_at", Timestamp),
        ],
    },
    Relation {
        name: "exercises",
        key: &["id"],
        columns: &[
            column("id", Uuid),
            column("course_id", Uuid),
            column("page_id", Uuid),
            column("position", Integer),
            column("title", Text),
            column("max_points", Numeric),
            nullable("deadline_at", Timestamp),
            nullable("deleted_at", Timestamp),
        ],
    },
    Relation {
        name: "enrollments",
        key: &["user_id", "course_id"],
        columns: &[column("user_id", Uuid), column("course_id", Uuid), column("enrolled_at", Timestamp)],
    },
    Relation {
        name: "exercise_progress",
        key: &["user_id", "exercise_id"],
        columns: &[
            column("user_id", Uuid),
            column("exercise_id", Uuid),
            nullable("points", Numeric),
            words("status", &["not_started", "in_progress", "submitted", "graded"]),
            column("attempts", Integer),
            column("updated_at", Timestamp),
        ],
    },
    Relation {
        name: "course_completions",
        key: &[],
        columns: &[
            column("user_id", Uuid),
            column("course_id", Uuid),
            nullable("module_id", Uuid),
            column("completed_at", Timestamp),
            nullable("grade", Text),
        ],
    },
    Relation {
        name: "role_grants",
        key: &[],
        columns: &[
            column("user_id", Uuid),
            words("role", &["assistant", "teacher", "stats_viewer", "course_admin", "admin"]),
            nullable("organization_id", Uuid),
            nullable("course_id", Uuid),
        ],
    },
    Relation {
        name: "state_items",
        key: &["id"],
        columns: &[
            column("id", Uuid),
            column("course_id", Uuid),
            column("name", Text),
            words("kind", &["unlock", "points", "status", "completion", "certificate"]),
            nullable("page_id", Uuid),
            column("description", Text),
        ],
    },
    Relation {
        name: "state_accesses",
        key: &[],
        columns: &[
            column("state_item_id", Uuid),
            words("access", &["read", "write"]),
            words("subject_kind", &["page", "chapter", "module", "exercise", "certificate"]),
            column("subject_id", Uuid),
            column("rule", Text),
        ],
    },
    Relation {
        name: "glossary_terms",
        key: &["id"],
        columns: &[
            column("id", Uuid),
            column("course_id", Uuid),
            column("term", Text),
            column("definition", Text),
            nullable("page_id", Uuid),
        ],
    },
];
