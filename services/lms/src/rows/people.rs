//! `lms.users` with `lms_demo.credentials`.

use sqlx::PgConnection;
use uuid::Uuid;

/// A person.
#[derive(Clone, Debug)]
pub struct PersonRow {
    /// Id.
    pub id: Uuid,
    /// Name.
    pub name: String,
    /// E-mail address.
    pub email: String,
    /// Language of the pages, where one was chosen.
    pub locale: Option<String>,
}

/// The person, and the hash of the password where there is one.
pub async fn find_by_email(
    db: &mut PgConnection,
    email: &str,
) -> Result<Option<(PersonRow, Option<String>)>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select u.id, u.name, u.email, u.locale, c.password_hash as "password_hash?"
           from lms.users u left join lms_demo.credentials c on c.user_id = u.id
           where lower(u.email) = lower($1)"#,
        email
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| {
        (
            PersonRow {
                id: row.id,
                name: row.name,
                email: row.email,
                locale: row.locale,
            },
            row.password_hash,
        )
    }))
}

/// The person of that id.
pub async fn find(db: &mut PgConnection, id: Uuid) -> Result<Option<PersonRow>, sqlx::Error> {
    sqlx::query_as!(
        PersonRow,
        "select id, name, email, locale from lms.users where id = $1",
        id
    )
    .fetch_optional(db)
    .await
}

/// Whether there is such a person.
pub async fn exists(db: &mut PgConnection, id: Uuid) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(
        r#"select exists (select from lms.users where id = $1) as "exists!""#,
        id
    )
    .fetch_one(db)
    .await
}

/// Whether there is anybody at all.
pub async fn any(db: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"select exists (select from lms.users) as "any!""#)
        .fetch_one(db)
        .await
}
