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

/// How a person signs in.
#[derive(Clone, Debug)]
pub struct Credentials {
    /// The hash, in PHC form.
    pub password_hash: String,
    /// Whether the password is the published one.
    pub is_demo: bool,
}

/// The person, and how they sign in, where they can.
pub async fn find_by_email(
    db: &mut PgConnection,
    email: &str,
) -> Result<Option<(PersonRow, Option<Credentials>)>, sqlx::Error> {
    let row = sqlx::query!(
        r#"select u.id, u.name, u.email, u.locale, c.password_hash as "password_hash?", c.is_demo as "is_demo?"
           from lms.users u left join lms_demo.credentials c on c.user_id = u.id
           where lower(u.email) = lower($1)"#,
        email
    )
    .fetch_optional(db)
    .await?;
    Ok(row.map(|row| {
        let credentials = row.password_hash.zip(row.is_demo);
        let credentials = credentials.map(|(password_hash, is_demo)| Credentials { password_hash, is_demo });
        let person = PersonRow { id: row.id, name: row.name, email: row.email, locale: row.locale };
        (person, credentials)
    }))
}

/// The person of that id.
pub async fn find(db: &mut PgConnection, id: Uuid) -> Result<Option<PersonRow>, sqlx::Error> {
    sqlx::query_as!(PersonRow, "select id, name, email, locale from lms.users where id = $1", id)
        .fetch_optional(db)
        .await
}

/// Whether there is such a person.
pub async fn exists(db: &mut PgConnection, id: Uuid) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"select exists (select from lms.users where id = $1) as "exists!""#, id)
        .fetch_one(db)
        .await
}

/// Whether there is anybody at all.
pub async fn any(db: &mut PgConnection) -> Result<bool, sqlx::Error> {
    sqlx::query_scalar!(r#"select exists (select from lms.users) as "any!""#).fetch_one(db).await
}
