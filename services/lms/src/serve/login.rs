//! `POST /api/lms/login`, `POST /api/lms/logout`, `GET /api/lms/me`.

use actix_web::web::Data;
use actix_web::{HttpRequest, HttpResponse};
use chatbot_protocol::UserId;
use chatbot_store::PgConnection;
use chatbot_store::audit::Scope;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::auth::{self, password};
use super::body::JsonInTime;
use super::problem::ApiError;
use super::refusals::{Failures, ForeignRequest, InvalidBody, WrongPassword};
use super::state::LmsState;
use crate::LmsError;
use crate::rows::people::{self, PersonRow};

/// Longer passwords are wrong without being hashed.
const PASSWORD_BYTES: usize = 1024;

/// Body of a login.
#[derive(Deserialize, ToSchema)]
pub(super) struct Login {
    email: String,
    password: String,
}

/// A person, to themselves.
#[derive(Serialize, ToSchema)]
#[schema(as = SignedInPerson)]
pub(super) struct PersonBody {
    id: UserId,
    name: String,
    email: String,
    #[schema(required)]
    locale: Option<String>,
    /// Whether the admins' pages are open to them.
    audits: bool,
}

impl PersonBody {
    async fn of(row: PersonRow, db: &mut PgConnection) -> Result<Self, ApiError> {
        let PersonRow { id, name, email, locale, .. } = row;
        let id = UserId(id);
        let audits = Scope::of(db, id).await.map_err(LmsError::from)?.is_some();
        Ok(Self { id, name, email, locale, audits })
    }
}

/// Who signed in.
#[derive(Serialize, ToSchema)]
pub(super) struct SignedIn {
    /// A bearer token; none where somebody else signs tokens.
    #[serde(skip_serializing_if = "Option::is_none")]
    token: Option<String>,
    user: PersonBody,
}

/// Who is signed in; nobody when it is null.
#[derive(Serialize, ToSchema)]
pub(super) struct Me {
    #[schema(required)]
    user: Option<PersonBody>,
}

/// Signs in: a cookie for browsers, a token for everybody else.
#[utoipa::path(
    post,
    path = "/api/lms/login",
    tag = "LMS",
    operation_id = "login",
    request_body = Login,
    responses(
        (status = 200, description = "Who signed in.", body = SignedIn, headers(("set-cookie" = String, description = "The session."))),
        Failures,
        InvalidBody,
        WrongPassword,
    ),
)]
pub(super) async fn login(
    request: HttpRequest,
    state: Data<LmsState>,
    JsonInTime(Login { email, password }): JsonInTime<Login>,
) -> Result<HttpResponse, ApiError> {
    let email = email.trim().to_lowercase();
    if email.len() > 320 || email.contains('\0') || password.len() > PASSWORD_BYTES {
        return Err(ApiError::WrongPassword);
    }
    if !state.throttle.attempt(&email, state.clock.now()) {
        return Err(ApiError::TooManyAttempts);
    }
    let person = check_password(&state, &email, password).await?.ok_or(ApiError::WrongPassword)?;
    state.throttle.succeeded(&email);
    let user = UserId(person.id);
    let token =
        state.tokens.issue(user, state.clock.now()).map_err(|error| ApiError::Internal(Box::new(error)))?;
    let cookie = auth::open(&request, &state, user).await?;
    tracing::info!(user = %user, "signed in");
    let user = PersonBody::of(person, &mut *state.pool.acquire().await?).await?;
    Ok(HttpResponse::Ok()
        .insert_header(("cache-control", "no-store"))
        .cookie(cookie)
        .json(SignedIn { token, user }))
}

/// Takes as long for people who are not there.
async fn check_password(
    state: &LmsState,
    email: &str,
    password: String,
) -> Result<Option<PersonRow>, ApiError> {
    let found = people::find_by_email(&mut *state.pool.acquire().await?, email).await?;
    let (person, hash) = match found {
        Some((person, Some(found))) if !found.is_demo || state.demo_people_may_sign_in => {
            (Some(person), found.password_hash)
        }
        _ => (None, password::NOBODY.to_owned()),
    };
    let right = state.passwords.verify(password, hash).await?;
    Ok(person.filter(|_| right))
}

/// Signs out; doing so twice is no error.
#[utoipa::path(
    post,
    path = "/api/lms/logout",
    tag = "LMS",
    operation_id = "logout",
    responses(
        (status = 204, description = "Nobody is signed in any more.", headers(("set-cookie" = String, description = "An empty one."))),
        Failures,
        ForeignRequest,
    ),
    security(("token" = []), ("session" = []), ()),
)]
pub(super) async fn logout(request: HttpRequest, state: Data<LmsState>) -> Result<HttpResponse, ApiError> {
    auth::caller(&request).await?;
    let cookie = auth::close(&request, &state).await?;
    Ok(HttpResponse::NoContent().cookie(cookie).finish())
}

/// Who is signed in.
#[utoipa::path(
    get,
    path = "/api/lms/me",
    tag = "LMS",
    operation_id = "me",
    responses(
        (status = 200, description = "The person, if somebody is signed in.", body = Me),
        Failures,
    ),
    security(("token" = []), ("session" = []), ()),
)]
pub(super) async fn me(request: HttpRequest, state: Data<LmsState>) -> Result<HttpResponse, ApiError> {
    let mut user = None;
    if let Some(caller) = auth::caller(&request).await? {
        let mut db = state.pool.acquire().await?;
        if let Some(row) = people::find(&mut db, caller.0).await? {
            user = Some(PersonBody::of(row, &mut db).await?);
        }
    }
    Ok(HttpResponse::Ok().insert_header(("cache-control", "no-store")).json(Me { user }))
}
