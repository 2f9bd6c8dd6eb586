//! Which courses somebody audits.

use chatbot_protocol::{ChatbotId, CourseId, UserId};
use sqlx::{PgConnection, Postgres, QueryBuilder};
use uuid::Uuid;

use crate::StoreError;

/// The courses that somebody audits, or some of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Scope {
    /// None: all there are.
    courses: Option<Vec<Uuid>>,
}

impl Scope {
    /// What a person audits; none when they are no admin of anything.
    pub async fn of(conn: &mut PgConnection, user: UserId) -> Result<Option<Self>, StoreError> {
        let grants = sqlx::query!(
            r#"
            select coalesce(bool_or(g.organization_id is null and g.course_id is null), false) as "everything!",
                   count(*) > 0 as "something!"
            from lms.role_grants g
            join lms.users u on u.id = g.user_id
            where g.user_id = $1 and g.role = 'admin'
            "#,
            user.0,
        )
        .fetch_one(&mut *conn)
        .await?;
        if grants.everything || !grants.something {
            return Ok(grants.something.then_some(Self { courses: None }));
        }
        let courses = sqlx::query_scalar!(
            r#"
            select c.id as "id!"
            from lms.courses c
            where exists (select from chatbot.effective_roles($1, c.id) r where r.role = 'admin')
            "#,
            user.0,
        )
        .fetch_all(conn)
        .await?;
        Ok(Some(Self { courses: Some(courses) }))
    }

    /// Those of its courses that the list names.
    #[must_use]
    fn within(self, wanted: Vec<Uuid>) -> Self {
        let courses = match self.courses {
            None => wanted,
            Some(courses) => wanted.into_iter().filter(|course| courses.contains(course)).collect(),
        };
        Self { courses: Some(courses) }
    }

    /// This course alone, if it is one of them.
    #[must_use]
    pub fn of_course(self, course: CourseId) -> Self {
        self.within(vec![course.0])
    }

    /// The course of this chatbot alone, if it is one of them.
    pub async fn of_chatbot(self, conn: &mut PgConnection, chatbot: ChatbotId) -> Result<Self, StoreError> {
        let course = sqlx::query_scalar!("select course_id from chatbot.chatbots where id = $1", chatbot.0)
            .fetch_optional(conn)
            .await?;
        Ok(self.within(course.into_iter().collect()))
    }

    /// Those of them that this person teaches.
    pub async fn of_teacher(self, conn: &mut PgConnection, teacher: UserId) -> Result<Self, StoreError> {
        let courses = sqlx::query_scalar!(
            r#"
            select c.id as "id!"
            from lms.courses c
            where exists (select from chatbot.effective_roles($1, c.id) r where r.role in ('teacher', 'course_admin'))
            "#,
            teacher.0,
        )
        .fetch_all(conn)
        .await?;
        Ok(self.within(courses))
    }

    /// Its courses; none: all there are.
    pub fn courses(&self) -> Option<&[Uuid]> {
        self.courses.as_deref()
    }

    /// Whether a course is one of them.
    pub fn has(&self, course: CourseId) -> bool {
        self.courses().is_none_or(|courses| courses.contains(&course.0))
    }

    /// Adds that a row, called `s`, is of one of its courses.
    pub(super) fn push(&self, query: &mut QueryBuilder<Postgres>) {
        match self.courses() {
            None => {}
            // So that the index of one course is read in its order.
            Some([course]) => {
                query.push(" and s.course_id = ").push_bind(*course);
            }
            Some(courses) => {
                query.push(" and s.course_id = any(").push_bind(courses.to_vec()).push(")");
            }
        }
    }
}
