//! The course's own terms, as far as somebody may know of them: a term that a page defines is known to whoever may
//! read that page, any other to whoever may read the course.

use chatbot_protocol::{CourseId, PageId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;

use crate::StoreError;

/// A term of a course.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GlossaryTerm {
    /// The term.
    pub term: String,
    /// What it means.
    pub definition: String,
    /// The page that defines it, if one does.
    pub page: Option<PageId>,
}

/// The terms of the course that the person may know of, in alphabetical order. None when the person may not read the
/// course.
pub async fn list_visible(
    conn: &mut PgConnection,
    user: UserId,
    course: CourseId,
    now: DateTime<Utc>,
) -> Result<Vec<GlossaryTerm>, StoreError> {
    let rows = sqlx::query!(
        r#"
        select t.term as "term!", t.definition as "definition!", t.page_id
        from lms.glossary_terms t
        left join chatbot.visible_pages($1, $2, $3) v on v.page_id = t.page_id
        where t.course_id = $2 and chatbot.may_read_course($1, $2)
          and (t.page_id is null or v.page_id is not null)
        order by lower(t.term), t.term, t.id
        "#,
        user.0,
        course.0,
        now,
    )
    .fetch_all(conn)
    .await?;
    let terms = rows.into_iter().map(|row| GlossaryTerm {
        term: row.term,
        definition: row.definition,
        page: row.page_id.map(PageId),
    });
    Ok(terms.collect())
}
