//! Table `usage_ledger` and the counters beside it, `student_days` and `course_months`: what is set aside before a
//! model is asked, and what it cost. A turn has one open reservation at most; [`crate::turns::end`] settles what is
//! left of it.

use chatbot_core::budget::{Reserve, Spent};
use chatbot_core::config::LimitsConfig;
use chatbot_core::price::Cost;
use chatbot_protocol::data_part::Usage;
use chatbot_protocol::limits::LimitKind;
use chatbot_protocol::{ChatbotId, CourseId, TurnId, UserId};
use chrono::{DateTime, Utc};
use sqlx::PgConnection;
use uuid::Uuid;

use crate::StoreError;
use crate::turns::Hold;

/// Who spends, of what.
#[derive(Clone, Copy, Debug)]
pub struct Spender<'a> {
    /// The student.
    pub student: UserId,
    /// The chatbot.
    pub chatbot: ChatbotId,
    /// Its course.
    pub course: CourseId,
    /// The course's time zone.
    pub time_zone: &'a str,
    /// What the chatbot allows.
    pub limits: &'a LimitsConfig,
}

/// What is to be reserved.
#[derive(Clone, Copy, Debug)]
pub struct NewReservation {
    /// The id of its row in the ledger, if the turn has none that is open.
    pub id: Uuid,
    /// For which turn.
    pub turn: TurnId,
    /// How much.
    pub reserve: Reserve,
    /// Whether a model is asked now; else the message was just accepted.
    pub is_request: bool,
    /// When.
    pub now: DateTime<Utc>,
}

/// Reserves tokens for the next request of a turn, in place of what is reserved for it. Gives the limit that says no;
/// what is reserved and spent is then as before.
pub async fn reserve(
    conn: &mut PgConnection,
    spender: Spender<'_>,
    new: NewReservation,
) -> Result<Option<LimitKind>, StoreError> {
    let says_no = sqlx::query_scalar!(
        "select chatbot.reserve_tokens($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)",
        new.id,
        new.turn.0,
        spender.student.0,
        spender.course.0,
        spender.chatbot.0,
        spender.time_zone,
        to_i32(new.reserve.input),
        to_i32(new.reserve.output),
        spender.limits.student_tokens_per_day.map(to_i32),
        spender.limits.course_tokens_per_month.map(to_i32),
        new.is_request,
        new.now,
    )
    .fetch_one(conn)
    .await?;
    Ok(says_no.as_deref().map(limit_of))
}

/// The limit that said no, by the word of `chatbot.reserve_tokens`.
pub(crate) fn limit_of(word: &str) -> LimitKind {
    match word {
        "course_tokens_per_month" => LimitKind::CourseTokensPerMonth,
        _ => LimitKind::StudentTokensPerDay,
    }
}

/// Replaces what is reserved for a turn by what its request cost, and adds what the provider told to the turn, also in
/// money: an amount that is not known, or in another currency, makes the turn's unknown. It does not wait for the disk,
/// because everybody in the course waits for its month's row: what is lost with the database machine is settled by an
/// estimate.
pub async fn settle(
    conn: &mut PgConnection,
    hold: Hold,
    told: Usage,
    cost: Option<Cost<'_>>,
    spent: Spent,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query_scalar!(
        "with unhurried as (select set_config('synchronous_commit', 'off', true)),
              held as (
                  update chatbot.turns
                  set input_tokens = input_tokens + $3, output_tokens = output_tokens + $4,
                      cost_micros = case when cost_currency <> $9 then null else cost_micros + $8 end,
                      cost_currency = coalesce($9, cost_currency)
                  where id = $1 and epoch = $2
                  returning id
              )
         select chatbot.settle_tokens(id, $5, $6, $7) from held, unhurried",
        hold.turn.0,
        hold.epoch,
        to_i32(told.input_tokens),
        to_i32(told.output_tokens),
        to_i32(spent.tokens),
        spent.is_estimate,
        now,
        cost.map(|cost| i64::try_from(cost.micros).unwrap_or(i64::MAX)),
        cost.and_then(|cost| cost.currency),
    )
    .fetch_optional(conn)
    .await?
    .map(|_| ())
    .ok_or(StoreError::TurnLost)
}

/// Settles what a former owner of a turn left reserved, by an estimate: it cannot say any more what it cost.
pub async fn settle_left(
    conn: &mut PgConnection,
    turn: TurnId,
    now: DateTime<Utc>,
) -> Result<(), StoreError> {
    sqlx::query_scalar!("select chatbot.settle_tokens($1, null, null, $2)", turn.0, now)
        .fetch_one(conn)
        .await?;
    Ok(())
}

pub(crate) fn to_i32(number: u32) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}
