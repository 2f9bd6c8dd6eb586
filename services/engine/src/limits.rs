//! What students may use of a chatbot: whether another message may come, and what is left. What a turn spends while it
//! is carried: [`crate::carry_turn`], `spend.rs`.

use chatbot_core::budget::Reserve;
use chatbot_protocol::limits::{LimitKind, LimitRefusal, LimitStanding, LimitsData};
use chatbot_protocol::{ChatbotId, TurnId, UserId};
use chatbot_store::chatbots::Chatbot;
use chatbot_store::courses::Course;
use chatbot_store::limit_standings::{self, Standing, Standings};
use chatbot_store::usage_ledger::{self, NewReservation, Spender};
use chatbot_store::{PgConnection, StoreError, message_times};
use chrono::{DateTime, TimeDelta, Utc};

use crate::engine::Engine;
use crate::error::EngineError;
use crate::measures;
use crate::read_conversation::chatbot_for;

/// Where a limit says no.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refused {
    /// A message: nothing of it is stored or sent.
    Message,
    /// The next request of a turn that runs.
    Request,
}

/// The one place that every refusal by a limit passes.
pub(crate) fn refused(limit: LimitKind, what: Refused) {
    measures::limit_reached(limit.as_str());
    tracing::info!(limit = limit.as_str(), ?what, "a limit is reached");
}

/// Who spends.
pub(crate) fn spender<'a>(student: UserId, chatbot: &'a Chatbot, course: &'a Course) -> Spender<'a> {
    Spender {
        student,
        chatbot: chatbot.id,
        course: course.id,
        time_zone: &course.time_zone,
        limits: &chatbot.config.limits,
    }
}

/// Refuses a message for which nothing is left, before anything gives way to it.
pub(crate) async fn check(
    conn: &mut PgConnection,
    spender: Spender<'_>,
    now: DateTime<Utc>,
) -> Result<(), EngineError> {
    if !spender.limits.limits_use() {
        return Ok(());
    }
    let standings = limit_standings::find(conn, spender, now).await?;
    let reached = standings.limits.iter().filter(|standing| is_reached(standing, spender));
    match reached.max_by_key(|standing| standing.resets_at) {
        Some(standing) => Err(refusal(*standing, &standings.time_zone, now)),
        None => Ok(()),
    }
}

/// Reserves for the first request of a message, in the transaction that stores the message and its turn.
pub(crate) async fn take(
    tx: &mut PgConnection,
    spender: Spender<'_>,
    new: NewReservation,
) -> Result<(), EngineError> {
    if let Some(limit) = usage_ledger::reserve(tx, spender, new).await? {
        return Err(refused_by(tx, spender, limit, new.now).await?);
    }
    Ok(())
}

/// Counts a message. Before the rows of usage are locked, in every transaction that locks both.
pub(crate) async fn count_message(
    tx: &mut PgConnection,
    spender: Spender<'_>,
    now: DateTime<Utc>,
) -> Result<(), EngineError> {
    let Some(per_minute) = spender.limits.messages_per_minute else { return Ok(()) };
    if message_times::count(tx, spender.student, spender.chatbot, per_minute, now).await? {
        return Ok(());
    }
    Err(refused_by(tx, spender, LimitKind::MessagesPerMinute, now).await?)
}

/// What is reserved for a message before its first request is built.
pub(crate) fn reservation(
    engine: &Engine,
    turn: TurnId,
    question: &str,
    chatbot: &Chatbot,
) -> NewReservation {
    NewReservation {
        id: engine.parts.ids.new_id(),
        turn,
        reserve: Reserve::for_message(question, &chatbot.config.limits),
        is_request: false,
        now: engine.parts.clock.now(),
    }
}

async fn refused_by(
    tx: &mut PgConnection,
    spender: Spender<'_>,
    limit: LimitKind,
    now: DateTime<Utc>,
) -> Result<EngineError, StoreError> {
    let Standings { time_zone, limits } = limit_standings::find(tx, spender, now).await?;
    let none = Standing { limit, allowed: 0, used: 0, resets_at: None, resets_at_local: None };
    // Of several that say no, the one that says so the longest.
    let says_no = limits.into_iter().filter(|told| told.limit == limit || is_reached(told, spender));
    let standing = says_no.max_by_key(|standing| standing.resets_at).unwrap_or(none);
    Ok(refusal(standing, &time_zone, now))
}

fn refusal(standing: Standing, time_zone: &str, now: DateTime<Utc>) -> EngineError {
    refused(standing.limit, Refused::Message);
    let ends_at = standing.resets_at.unwrap_or(now + TimeDelta::minutes(1));
    let wait = (ends_at - now).to_std().unwrap_or_default();
    // Whole seconds, and never too early.
    let wait_seconds = wait.as_secs() + u64::from(wait.subsec_nanos() > 0);
    let limit = standing.limit;
    let sentence = sentence(standing, time_zone, wait_seconds);
    EngineError::LimitReached { refusal: LimitRefusal { limit, ends_at }, wait_seconds, sentence }
}

/// What a student can act on; pages that know the limit say it in their own language.
fn sentence(standing: Standing, time_zone: &str, wait_seconds: u64) -> String {
    let from = standing.resets_at_local.map(|local| local.format("%-d %B %Y, %H:%M").to_string());
    let from = from.unwrap_or_default();
    match standing.limit {
        LimitKind::MessagesPerMinute => {
            let unit = if wait_seconds == 1 { "second" } else { "seconds" };
            format!("That were many messages within a minute. You can ask again in {wait_seconds} {unit}.")
        }
        LimitKind::StudentTokensPerDay => format!(
            "You have used this chatbot as much as is possible in one day. You can ask again from {from} ({time_zone})."
        ),
        LimitKind::CourseTokensPerMonth => format!(
            "This course has used its chatbot as much as is possible in one month. You can ask again from {from} ({time_zone})."
        ),
    }
}

/// Whether what is left is too little for even a short message.
fn is_reached(standing: &Standing, spender: Spender<'_>) -> bool {
    let needed = match standing.limit {
        LimitKind::MessagesPerMinute => 1,
        LimitKind::StudentTokensPerDay | LimitKind::CourseTokensPerMonth => {
            Reserve::for_message("", spender.limits).tokens()
        }
    };
    standing.allowed.saturating_sub(standing.used) < needed
}

/// What is left for a student, as pages are told it.
pub(crate) async fn standings(
    conn: &mut PgConnection,
    spender: Spender<'_>,
    now: DateTime<Utc>,
) -> Result<LimitsData, StoreError> {
    let Standings { time_zone, limits } = limit_standings::find(conn, spender, now).await?;
    let told = limits.iter().map(|standing| LimitStanding {
        limit: standing.limit,
        allowed: standing.allowed,
        used: standing.used,
        left: standing.allowed.saturating_sub(standing.used),
        reached: is_reached(standing, spender),
        resets_at: standing.resets_at,
    });
    Ok(LimitsData { time_zone, limits: told.collect() })
}

/// What is left of a chatbot for the caller.
pub(crate) async fn read(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
) -> Result<LimitsData, EngineError> {
    let mut conn = engine.conn().await?;
    let now = engine.parts.clock.now();
    let (chatbot, course) = chatbot_for(&mut conn, caller, chatbot, now).await?;
    Ok(standings(&mut conn, spender(caller, &chatbot, &course), now).await?)
}
