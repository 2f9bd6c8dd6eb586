//! The glossary of the databases course.

use sqlx::PgConnection;
use uuid::Uuid;

use super::{DATABASES, course_id};
use crate::LmsError;
use crate::import::named_id;

const WHY_FILES: &str = "what-databases-are-for/why-not-just-files";
const KEYS: &str = "the-relational-model/primary-keys";
const JOINS: &str = "querying-with-sql/joins";
const BCNF: &str = "designing-a-schema/boyce-codd-normal-form";
const ISOLATION: &str = "transactions/isolation-levels";

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

/// Makes what is missing.
pub(super) async fn insert(db: &mut PgConnection) -> Result<(), LmsError> {
    let course = course_id(DATABASES);
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
