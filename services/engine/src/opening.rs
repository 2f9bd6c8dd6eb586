//! Who may ask a chatbot now: it is switched on, its course is open, and so is it; its staff need not wait for that.

use chatbot_protocol::manage::ViewAs;
use chatbot_protocol::{CourseId, ErrorCode, UserId};
use chatbot_store::authorization::{self, Role};
use chatbot_store::chatbots::Chatbot;
use chatbot_store::courses::{Course, CourseVisibility};
use chatbot_store::local_times::LocalTimes;
use chatbot_store::{PgConnection, StoreError};
use chrono::{DateTime, Utc};

use crate::error::EngineError;

/// Refuses, with the reason, to have a course's chatbot tried as `view_as`: nobody asks in a course that is closed, and
/// a student sees nothing of a draft.
pub(crate) fn check_trial(course: &Course, view_as: ViewAs) -> Result<(), EngineError> {
    let detail = match (course.visibility, view_as) {
        (CourseVisibility::Open, _) | (CourseVisibility::Draft, ViewAs::Me) => return Ok(()),
        (CourseVisibility::Closed, _) => "The course is closed.",
        (CourseVisibility::Draft, ViewAs::Student) => {
            "Students see nothing of a course that is a draft. Try the chatbot as yourself."
        }
    };
    Err(EngineError::Refused { code: ErrorCode::CourseClosed, detail: Some(detail.to_owned()) })
}

/// Refuses, with the reason, whoever may not ask now.
pub(crate) async fn check_open(
    conn: &mut PgConnection,
    caller: UserId,
    chatbot: &Chatbot,
    course: &Course,
    now: DateTime<Utc>,
) -> Result<(), EngineError> {
    if !chatbot.enabled {
        return Err(EngineError::refused(ErrorCode::ChatbotDisabled));
    }
    if course.visibility != CourseVisibility::Open {
        return Err(EngineError::refused(ErrorCode::CourseClosed));
    }
    if chatbot.config.is_open(now) || is_staff(conn, caller, course.id).await? {
        return Ok(());
    }
    Err(not_open(conn, chatbot, course, now).await?)
}

/// Whether somebody helps, teaches or runs the course: they may use what has not opened yet.
pub(crate) async fn is_staff(
    conn: &mut PgConnection,
    person: UserId,
    course: CourseId,
) -> Result<bool, StoreError> {
    let roles = authorization::course_roles(conn, person, course).await?;
    Ok(roles.into_iter().any(|role| role != Role::StatsViewer))
}

async fn not_open(
    conn: &mut PgConnection,
    chatbot: &Chatbot,
    course: &Course,
    now: DateTime<Utc>,
) -> Result<EngineError, StoreError> {
    let config = &chatbot.config;
    let (verb, at) = match (config.opens_at, config.closes_at) {
        (Some(opens), _) if now < opens => ("opens", opens),
        (_, Some(closes)) => ("closed", closes),
        _ => return Ok(EngineError::refused(ErrorCode::ChatbotNotOpen)),
    };
    let local = LocalTimes::find(conn, &course.time_zone, &[at]).await?;
    let detail = format!("This chatbot {verb} on {} ({}).", local.text_of(at), local.zone());
    Ok(EngineError::Refused { code: ErrorCode::ChatbotNotOpen, detail: Some(detail) })
}
