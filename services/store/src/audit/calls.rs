//! Calls as they are on record: one, those of a turn, and a list over turns.

use chatbot_core::pipeline::RequirementVerdict;
use chatbot_protocol::{CallId, ChatbotId, CourseId, RoundId, TurnId};
use chrono::{DateTime, Utc};
use serde_json::Value;
use sqlx::types::Json;
use sqlx::{PgConnection, Postgres, QueryBuilder};
use uuid::Uuid;

use super::keys::{Way, read_keys};
use super::{Key, Scope};
use crate::StoreError;

/// A call with everything that is kept of it.
#[derive(Clone, Debug, PartialEq)]
pub struct CallRow {
    /// Its id.
    pub id: CallId,
    /// Its turn.
    pub turn: TurnId,
    /// Its round.
    pub round: RoundId,
    /// Its course.
    pub course: CourseId,
    /// The course's title; none when the host has it no more.
    pub course_title: Option<String>,
    /// The chatbot's name.
    pub chatbot_name: String,
    /// Which reply of the round it stood in, from 1.
    pub attempt: i32,
    /// The name that the model wrote.
    pub name: String,
    /// The arguments that the model wrote; empty when erased.
    pub arguments: String,
    /// The name that was judged and ran.
    pub effective_name: String,
    /// The arguments that were judged and ran; empty when erased.
    pub effective_arguments: String,
    /// What was decided.
    pub disposition: String,
    /// Who is told of a refusal.
    pub audience: Option<String>,
    /// The refusal.
    pub reject: Option<Value>,
    /// Why a gate said no.
    pub log_reason: Option<String>,
    /// What was required when it was judged.
    pub requirements: Vec<RequirementVerdict>,
    /// … and right before it ran.
    pub requirements_at_run: Option<Vec<RequirementVerdict>>,
    /// The configuration that it was judged by.
    pub version: i32,
    /// How it stands.
    pub status: String,
    /// What the model was given.
    pub output: Option<String>,
    /// When it was judged.
    pub at: DateTime<Utc>,
    /// When it began to run.
    pub started_at: Option<DateTime<Utc>>,
    /// When it ended.
    pub ended_at: Option<DateTime<Utc>>,
    /// Whether whose question it was is erased.
    pub erased: bool,
}

/// What calls are filtered by; all of it must hold.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallFilter {
    /// In this course.
    pub course: Option<CourseId>,
    /// Of this chatbot.
    pub chatbot: Option<ChatbotId>,
    /// Of this tool.
    pub tool: Option<String>,
    /// That this was decided about.
    pub disposition: Option<String>,
    /// That stand so.
    pub status: Option<String>,
    /// Refused ones alone.
    pub denied: bool,
    /// Judged at or after.
    pub from: Option<DateTime<Utc>>,
    /// Judged before.
    pub before: Option<DateTime<Utc>>,
}

/// The places of the newest calls that pass, after the place `after`, if given.
pub async fn list_call_keys(
    conn: &mut PgConnection,
    scope: &Scope,
    filter: &CallFilter,
    after: Option<Key>,
    limit: i64,
) -> Result<Vec<Key>, StoreError> {
    let mut scope = scope.clone();
    if let Some(course) = filter.course {
        scope = scope.of_course(course);
    }
    if let Some(chatbot) = filter.chatbot {
        scope = scope.of_chatbot(&mut *conn, chatbot).await?;
    }
    let mut query = QueryBuilder::new("select s.created_at, s.id from chatbot.tool_calls s where true");
    filter.push(&mut query, &scope);
    read_keys(conn, Way::InOrder, query, after, limit).await
}

impl CallFilter {
    fn push(&self, query: &mut QueryBuilder<Postgres>, scope: &Scope) {
        scope.push(query);
        if let Some(chatbot) = self.chatbot {
            query.push(" and s.chatbot_id = ").push_bind(chatbot.0);
        }
        let texts = [("tool", &self.tool), ("disposition", &self.disposition), ("status", &self.status)];
        for (column, text) in texts {
            if let Some(text) = text {
                query.push(" and s.").push(column).push(" = ").push_bind(text.clone());
            }
        }
        if self.denied {
            query.push(" and s.refused");
        }
        if let Some(from) = self.from {
            query.push(" and s.created_at >= ").push_bind(from);
        }
        if let Some(before) = self.before {
            query.push(" and s.created_at < ").push_bind(before);
        }
    }
}

/// The calls of these ids, newest first.
pub async fn list_calls(conn: &mut PgConnection, ids: &[Uuid]) -> Result<Vec<CallRow>, StoreError> {
    let mut calls = read(conn, Some(ids), None).await?;
    calls.sort_by_key(|call| std::cmp::Reverse((call.at, call.id)));
    Ok(calls)
}

/// The calls of a turn, in the order of their rounds and replies.
pub async fn list_calls_of_turn(conn: &mut PgConnection, turn: TurnId) -> Result<Vec<CallRow>, StoreError> {
    read(conn, None, Some(turn)).await
}

type Verdicts = Json<Vec<RequirementVerdict>>;

async fn read(
    conn: &mut PgConnection,
    ids: Option<&[Uuid]>,
    turn: Option<TurnId>,
) -> Result<Vec<CallRow>, StoreError> {
    let rows = sqlx::query!(
        r#"select k.id, k.turn_id, k.round_id, k.course_id, c.title as "course_title?", b.name as chatbot_name,
                  k.attempt, k.name, k.arguments, k.effective_name, k.effective_arguments, k.disposition, k.audience,
                  k.reject, k.log_reason, k.requirements as "requirements: Verdicts",
                  k.requirements_at_run as "requirements_at_run: Verdicts", k.configuration_version, k.status,
                  k.output, k.created_at, k.started_at, k.ended_at, t.conversation_id is null as "erased!"
           from chatbot.tool_calls k
           join chatbot.turns t on t.id = k.turn_id
           join chatbot.rounds r on r.id = k.round_id
           join chatbot.chatbots b on b.id = k.chatbot_id
           left join lms.courses c on c.id = k.course_id
           where k.id = any($1) or k.turn_id = $2
           order by r.round_number, k.attempt, k.call_index"#,
        ids as _,
        turn.map(|turn| turn.0),
    )
    .fetch_all(conn)
    .await?;
    let rows = rows.into_iter().map(|row| CallRow {
        id: row.id.into(),
        turn: row.turn_id.into(),
        round: row.round_id.into(),
        course: row.course_id.into(),
        course_title: row.course_title,
        chatbot_name: row.chatbot_name,
        attempt: row.attempt,
        name: row.name,
        arguments: row.arguments,
        effective_name: row.effective_name,
        effective_arguments: row.effective_arguments,
        disposition: row.disposition,
        audience: row.audience,
        reject: row.reject,
        log_reason: row.log_reason,
        requirements: row.requirements.0,
        requirements_at_run: row.requirements_at_run.map(|verdicts| verdicts.0),
        version: row.configuration_version,
        status: row.status,
        output: row.output,
        at: row.created_at,
        started_at: row.started_at,
        ended_at: row.ended_at,
        erased: row.erased,
    });
    Ok(rows.collect())
}
