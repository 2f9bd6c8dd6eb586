//! State items and glossary of the databases course.

use sqlx::PgConnection;
use uuid::Uuid;

use super::{DATABASES, course_id};
use crate::LmsError;
use crate::import::named_id;

/// A part of the course that reads or writes a state item.
enum Subject {
    /// By position.
    Chapter(i32),
    /// All exercises of the page with this address in the course.
    ExercisesOf(&'static str),
    /// By address in the course.
    Page(&'static str),
    /// By name; certificates have no table of their own.
    Certificate(&'static str),
}

struct Item {
    name: &'static str,
    kind: &'static str,
    page: Option<&'static str>,
    description: &'static str,
    accesses: &'static [(&'static str, Subject, &'static str)],
}

const WHY_FILES: &str = "what-databases-are-for/why-not-just-files";
const KEYS: &str = "the-relational-model/primary-keys";
const JOINS: &str = "querying-with-sql/joins";
const NORMAL_FORMS: &str = "designing-a-schema/first-second-and-third-normal-form";
const BCNF: &str = "designing-a-schema/boyce-codd-normal-form";
const ISOLATION: &str = "transactions/isolation-levels";

const ITEMS: &[Item] = &[
    Item {
        name: "course points",
        kind: "points",
        page: None,
        description: "All points of the course's exercises.",
        accesses: &[
            ("write", Subject::ExercisesOf(WHY_FILES), "adds the points of the best attempt"),
            ("write", Subject::ExercisesOf(KEYS), "adds the points of the best attempt"),
            ("write", Subject::ExercisesOf(JOINS), "adds the points of the best attempt"),
            ("write", Subject::ExercisesOf(NORMAL_FORMS), "adds the points of the best attempt"),
            ("read", Subject::Certificate("Introduction to Databases"), "half of all points are required"),
        ],
    },
    Item {
        name: "joins practised",
        kind: "unlock",
        page: Some(JOINS),
        description: "Set when the exercises about joins are done; opens the chapter on relational algebra.",
        accesses: &[
            ("write", Subject::ExercisesOf(JOINS), "set when at least half of the points are reached"),
            ("read", Subject::Chapter(5), "recommended before this chapter"),
        ],
    },
    Item {
        name: "schema project",
        kind: "status",
        page: Some(NORMAL_FORMS),
        description: "How far the student's own schema is.",
        accesses: &[
            ("write", Subject::ExercisesOf(NORMAL_FORMS), "becomes `designed` when submitted"),
            ("read", Subject::Page(ISOLATION), "the examples use the student's own tables"),
        ],
    },
    Item {
        name: "course completed",
        kind: "completion",
        page: None,
        description: "Set when the required points are reached and the exam is passed.",
        accesses: &[("read", Subject::Certificate("Introduction to Databases"), "required")],
    },
];

const TERMS: &[(&str, &str, Option<&str>)] = &[
    (
        "primary key",
        "The key chosen to identify the rows of a table; its columns are never null.",
        Some(KEYS),
    ),
    ("join", "An operation that combines rows of two tables that belong together.", Some(JOINS)),
    (
        "BCNF",
        "Boyce–Codd normal form: the left side of every non-trivial functional dependency is a superkey.",
        Some(BCNF),
    ),
    (
        "isolation level",
        "How much a transaction may notice of others that run at the same time.",
        Some(ISOLATION),
    ),
    ("redundancy", "Storing the same fact in several places.", Some(WHY_FILES)),
    ("DBMS", "Database management system: the software that stores, finds and protects the data.", None),
];

pub(super) async fn insert(db: &mut PgConnection) -> Result<(), LmsError> {
    let course = course_id(DATABASES);
    for item in ITEMS {
        let id = named_id(course, &format!("state:{}", item.name));
        let inserted = sqlx::query!(
            "insert into lms.state_items (id, course_id, name, kind, page_id, description)
             values ($1, $2, $3, $4, $5, $6) on conflict do nothing",
            id,
            course,
            item.name,
            item.kind,
            page(db, item.page).await?,
            item.description
        )
        .execute(&mut *db)
        .await?;
        if inserted.rows_affected() == 1 {
            insert_accesses(db, id, item).await?;
        }
    }
    for (term, definition, address) in TERMS {
        sqlx::query!(
            "insert into lms.glossary_terms (id, course_id, term, definition, page_id)
             values ($1, $2, $3, $4, $5) on conflict do nothing",
            named_id(course, &format!("term:{term}")),
            course,
            term,
            definition,
            page(db, *address).await?
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

async fn page(db: &mut PgConnection, address: Option<&str>) -> Result<Option<Uuid>, LmsError> {
    let Some(address) = address else {
        return Ok(None);
    };
    let url_path = format!("/courses/{DATABASES}/{address}");
    Ok(sqlx::query_scalar!("select id from lms.pages where url_path = $1 and deleted_at is null", url_path)
        .fetch_optional(db)
        .await?)
}

async fn insert_accesses(db: &mut PgConnection, item_id: Uuid, item: &Item) -> Result<(), LmsError> {
    for (access, subject, rule) in item.accesses {
        let (kind, ids) = subjects(db, subject).await?;
        sqlx::query!(
            "insert into lms.state_accesses (state_item_id, access, subject_kind, subject_id, rule)
             select $1, $2, $3, id, $5 from unnest($4::uuid[]) as id",
            item_id,
            access,
            kind,
            &ids,
            rule
        )
        .execute(&mut *db)
        .await?;
    }
    Ok(())
}

async fn subjects(db: &mut PgConnection, subject: &Subject) -> Result<(&'static str, Vec<Uuid>), LmsError> {
    let course = course_id(DATABASES);
    Ok(match subject {
        Subject::Chapter(position) => {
            let ids = sqlx::query_scalar!(
                "select id from lms.chapters where course_id = $1 and position = $2",
                course,
                position
            );
            ("chapter", ids.fetch_all(db).await?)
        }
        Subject::ExercisesOf(address) => {
            let page = page(db, Some(address)).await?;
            let ids = sqlx::query_scalar!(
                "select id from lms.exercises where page_id = $1 and deleted_at is null order by position",
                page
            );
            ("exercise", ids.fetch_all(db).await?)
        }
        Subject::Page(address) => ("page", page(db, Some(address)).await?.into_iter().collect()),
        Subject::Certificate(name) => ("certificate", vec![named_id(course, &format!("certificate:{name}"))]),
    })
}
