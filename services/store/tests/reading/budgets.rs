use chatbot_core::budget::{Reserve, Spent};
use chatbot_core::config::LimitsConfig;
use chatbot_core::price::Cost;
use chatbot_protocol::data_part::Usage;
use chatbot_protocol::limits::LimitKind;
use chatbot_protocol::{TurnId, UserId};
use chatbot_store::limit_standings::{self, Standing};
use chatbot_store::turns::Hold;
use chatbot_store::usage_ledger::{self, NewReservation, Spender};
use chatbot_store::{PgConnection, message_times};
use chrono::{DateTime, TimeDelta, Utc};
use sqlx::PgPool;
use uuid::Uuid;

use crate::world::*;

const LIMITS: LimitsConfig = LimitsConfig {
    messages_per_minute: Some(3),
    student_tokens_per_day: Some(1_000),
    course_tokens_per_month: Some(1_500),
    ..LimitsConfig::NEW_CHATBOT
};

fn spender(student: UserId, time_zone: &str) -> Spender<'_> {
    Spender { student, chatbot: CHATBOT, course: COURSE, time_zone, limits: &LIMITS }
}

fn turn(number: u128) -> TurnId {
    TurnId(Uuid::from_u128(0x900 + number))
}

/// So many turns of the student's, none of them open.
async fn turns(conn: &mut PgConnection, count: u128) {
    sqlx::query(
        "insert into chatbot.chatbot_versions (chatbot_id, version, name, enabled, config, created_at)
         values ($1, 1, 'Bot', true, '{}', $2)",
    )
    .bind(CHATBOT.0)
    .bind(now())
    .execute(&mut *conn)
    .await
    .unwrap();
    for number in 0..count {
        let ids = [turn(number).0, Uuid::from_u128(0xA00 + number), Uuid::from_u128(0xB00 + number)];
        for (id, role) in [(ids[1], "user"), (ids[2], "assistant")] {
            sqlx::query(
                "insert into chatbot.messages (id, conversation_id, order_number, role, client_id, parts, created_at)
                 select $1, $2, coalesce(max(order_number), 0) + 1, $3, $1::text, '[]', $4
                 from chatbot.messages where conversation_id = $2",
            )
            .bind(id)
            .bind(CONVERSATION.0)
            .bind(role)
            .bind(now())
            .execute(&mut *conn)
            .await
            .unwrap();
        }
        sqlx::query(
            "insert into chatbot.turns (id, conversation_id, user_message_id, assistant_message_id, chatbot_id,
                 chatbot_version, model, state, created_at, ended_at)
             values ($1, $2, $3, $4, $5, 1, 'm', 'finished', $6, $6)",
        )
        .bind(ids[0])
        .bind(CONVERSATION.0)
        .bind(ids[1])
        .bind(ids[2])
        .bind(CHATBOT.0)
        .bind(now())
        .execute(&mut *conn)
        .await
        .unwrap();
    }
}

fn reservation(number: u128, tokens: u32, now: DateTime<Utc>) -> NewReservation {
    let reserve = Reserve { input: tokens / 2, output: tokens - tokens / 2 };
    NewReservation { id: Uuid::from_u128(0xC00 + number), turn: turn(number), reserve, is_request: true, now }
}

async fn standing(conn: &mut PgConnection, spender: Spender<'_>, limit: LimitKind) -> Standing {
    let standings = limit_standings::find(conn, spender, now()).await.unwrap();
    standings.limits.into_iter().find(|standing| standing.limit == limit).unwrap()
}

async fn used(conn: &mut PgConnection) -> (u32, u32) {
    let spender = spender(STUDENT, "Europe/Helsinki");
    let day = standing(conn, spender, LimitKind::StudentTokensPerDay).await.used;
    (day, standing(conn, spender, LimitKind::CourseTokensPerMonth).await.used)
}

#[sqlx::test(migrations = false)]
async fn of_many_reservations_at_once_exactly_as_many_succeed_as_fit(pool: PgPool) {
    let mut conn = world(&pool).await;
    turns(&mut conn, 20).await;
    let tries = (0..20).map(|number| {
        let pool = pool.clone();
        async move {
            let mut conn = pool.acquire().await.unwrap();
            let spender = spender(STUDENT, "Europe/Helsinki");
            usage_ledger::reserve(&mut conn, spender, reservation(number, 130, now())).await.unwrap()
        }
    });
    let refused = futures_util::future::join_all(tries).await;
    let kept = refused.iter().filter(|refused| refused.is_none()).count();
    assert_eq!(kept, 7, "7 × 130 = 910 fit into 1000");
    assert!(refused.iter().flatten().all(|limit| *limit == LimitKind::StudentTokensPerDay));
    assert_eq!(used(&mut conn).await, (910, 910));
}

#[sqlx::test(migrations = false)]
async fn a_course_that_says_no_leaves_the_students_day_as_it_was(pool: PgPool) {
    let mut conn = world(&pool).await;
    turns(&mut conn, 3).await;
    for (number, student, tokens) in [(0, OTHER_STUDENT, 900), (1, STUDENT, 600)] {
        let spender = spender(student, "Europe/Helsinki");
        let refused = usage_ledger::reserve(&mut conn, spender, reservation(number, tokens, now())).await;
        assert_eq!(refused.unwrap(), None);
    }
    let spender = spender(STUDENT, "Europe/Helsinki");
    let refused = usage_ledger::reserve(&mut conn, spender, reservation(2, 1, now())).await.unwrap();
    assert_eq!(refused, Some(LimitKind::CourseTokensPerMonth));
    assert_eq!(used(&mut conn).await, (600, 1_500));
}

#[sqlx::test(migrations = false)]
async fn what_is_settled_counts_in_place_of_what_was_reserved(pool: PgPool) {
    let mut conn = world(&pool).await;
    turns(&mut conn, 1).await;
    let spender = spender(STUDENT, "Europe/Helsinki");
    usage_ledger::reserve(&mut conn, spender, reservation(0, 800, now())).await.unwrap();
    let again = usage_ledger::reserve(
        &mut conn,
        spender,
        NewReservation { id: Uuid::from_u128(0xD00), is_request: false, ..reservation(0, 100, now()) },
    );
    assert_eq!(again.await.unwrap(), None, "a request whose end nobody told is settled by an estimate first");
    assert_eq!(used(&mut conn).await, (500, 500));
    let hold = Hold { turn: turn(0), epoch: 1 };
    let told = Usage { input_tokens: 20, output_tokens: 5 };
    let spent = Spent { tokens: 25, is_estimate: false };
    usage_ledger::settle(&mut conn, hold, told, None, spent, now()).await.unwrap();
    assert_eq!(used(&mut conn).await, (425, 425));
    usage_ledger::settle_left(&mut conn, turn(0), now()).await.unwrap();
    assert_eq!(used(&mut conn).await, (425, 425), "nothing is left to settle");
    let lost = Hold { epoch: 2, ..hold };
    assert!(usage_ledger::settle(&mut conn, lost, told, None, spent, now()).await.is_err());
    let rows: Vec<(i32, i32, bool)> = sqlx::query_as(
        "select reserved_tokens, settled_tokens, is_estimate from chatbot.usage_ledger order by id",
    )
    .fetch_all(&mut *conn)
    .await
    .unwrap();
    assert_eq!(rows, [(800, 400, true), (100, 25, false)]);
}

#[sqlx::test(migrations = false)]
async fn a_turn_costs_what_its_requests_cost_if_that_can_be_summed(pool: PgPool) {
    let mut conn = world(&pool).await;
    turns(&mut conn, 1).await;
    let hold = Hold { turn: turn(0), epoch: 1 };
    let told = Usage { input_tokens: 20, output_tokens: 5 };
    let of = |micros, currency| Some(Cost { micros, currency });
    for (cost, whole) in [
        (of(0, None), (Some(0), None)),
        (of(70, Some("EUR")), (Some(70), Some("EUR"))),
        (of(0, None), (Some(70), Some("EUR"))),
        (of(5, Some("EUR")), (Some(75), Some("EUR"))),
        (of(5, Some("SEK")), (None, Some("SEK"))),
        (of(5, Some("SEK")), (None, Some("SEK"))),
    ] {
        usage_ledger::settle(&mut conn, hold, told, cost, Spent::NOTHING, now()).await.unwrap();
        assert_eq!(cost_of_turn(&mut conn).await, (whole.0, whole.1.map(str::to_owned)), "{cost:?}");
    }
    let anew = "update chatbot.turns set cost_micros = 0, cost_currency = null";
    sqlx::query(anew).execute(&mut *conn).await.unwrap();
    for cost in [None, of(5, Some("EUR"))] {
        usage_ledger::settle(&mut conn, hold, told, cost, Spent::NOTHING, now()).await.unwrap();
        assert_eq!(cost_of_turn(&mut conn).await.0, None, "some of it had no price");
    }
    for impossible in ["cost_micros = -1", "cost_micros = 1, cost_currency = null", "cost_currency = 'euros'"]
    {
        let write = sqlx::AssertSqlSafe(format!("update chatbot.turns set {impossible}"));
        assert!(sqlx::query(write).execute(&mut *conn).await.is_err(), "{impossible}");
    }
}

async fn cost_of_turn(conn: &mut PgConnection) -> (Option<i64>, Option<String>) {
    sqlx::query_as("select cost_micros, cost_currency from chatbot.turns").fetch_one(conn).await.unwrap()
}

#[sqlx::test(migrations = false)]
async fn a_message_that_was_accepted_costs_nothing_if_no_model_is_asked(pool: PgPool) {
    let mut conn = world(&pool).await;
    turns(&mut conn, 1).await;
    let accepted = NewReservation { is_request: false, ..reservation(0, 800, now()) };
    let spender = spender(STUDENT, "Europe/Helsinki");
    usage_ledger::reserve(&mut conn, spender, accepted).await.unwrap();
    let smaller = NewReservation { is_request: false, ..reservation(0, 300, now() + TimeDelta::days(1)) };
    usage_ledger::reserve(&mut conn, spender, smaller).await.unwrap();
    assert_eq!(used(&mut conn).await, (300, 300), "it counts for the day of its acceptance");
    usage_ledger::settle_left(&mut conn, turn(0), now()).await.unwrap();
    assert_eq!(used(&mut conn).await, (0, 0));
}

/// Before, at and after each midnight the day that counts, and when it ends.
#[sqlx::test(migrations = false)]
async fn days_and_months_begin_at_the_courses_midnight_over_every_change_of_its_clocks(pool: PgPool) {
    let mut conn = world(&pool).await;
    for (zone, at, day_ends, month_ends) in [
        // The last Sunday of March has 23 hours, that of October 25.
        ("Europe/Berlin", "2026-03-28T22:59:59Z", "2026-03-28T23:00:00Z", "2026-03-31T22:00:00Z"),
        ("Europe/Berlin", "2026-03-28T23:00:00Z", "2026-03-29T22:00:00Z", "2026-03-31T22:00:00Z"),
        ("Europe/Berlin", "2026-03-29T21:59:59Z", "2026-03-29T22:00:00Z", "2026-03-31T22:00:00Z"),
        ("Europe/Berlin", "2026-03-29T22:00:00Z", "2026-03-30T22:00:00Z", "2026-03-31T22:00:00Z"),
        ("Europe/Berlin", "2026-10-24T22:00:00Z", "2026-10-25T23:00:00Z", "2026-10-31T23:00:00Z"),
        ("Europe/Berlin", "2026-10-25T22:59:59Z", "2026-10-25T23:00:00Z", "2026-10-31T23:00:00Z"),
        ("Europe/Berlin", "2026-10-31T23:00:00Z", "2026-11-01T23:00:00Z", "2026-11-30T23:00:00Z"),
        ("Pacific/Auckland", "2026-08-31T11:59:59Z", "2026-08-31T12:00:00Z", "2026-08-31T12:00:00Z"),
        ("Pacific/Auckland", "2026-08-31T12:00:00Z", "2026-09-01T12:00:00Z", "2026-09-30T11:00:00Z"),
        ("Pacific/Honolulu", "2026-09-01T09:59:59Z", "2026-09-01T10:00:00Z", "2026-09-01T10:00:00Z"),
        ("Pacific/Honolulu", "2026-09-01T10:00:01Z", "2026-09-02T10:00:00Z", "2026-10-01T10:00:00Z"),
        ("Nowhere/Land", "2026-09-01T23:59:59Z", "2026-09-02T00:00:00Z", "2026-10-01T00:00:00Z"),
        ("", "2026-09-01T23:59:59Z", "2026-09-02T00:00:00Z", "2026-10-01T00:00:00Z"),
    ] {
        let found =
            limit_standings::find(&mut conn, spender(STUDENT, zone), at.parse().unwrap()).await.unwrap();
        let ends: Vec<Option<DateTime<Utc>>> =
            found.limits.iter().skip(1).map(|standing| standing.resets_at).collect();
        let told = [day_ends, month_ends].map(|end| Some(end.parse().unwrap()));
        assert_eq!(ends, told, "{zone} {at}");
        let local = found.limits[1].resets_at_local.unwrap();
        assert_eq!(local.format("%H:%M").to_string(), "00:00", "{zone} {at}");
    }
}

#[sqlx::test(migrations = false)]
async fn no_more_messages_count_within_any_minute_than_may(pool: PgPool) {
    let mut conn = world(&pool).await;
    let at = |seconds| now() + TimeDelta::seconds(seconds);
    for (seconds, counts) in
        [(0, true), (10, true), (20, true), (59, false), (60, true), (61, false), (70, true), (79, false)]
    {
        let counted = message_times::count(&mut conn, STUDENT, CHATBOT, 3, at(seconds)).await.unwrap();
        assert_eq!(counted, counts, "after {seconds} s");
    }
    assert!(message_times::count(&mut conn, OTHER_STUDENT, CHATBOT, 3, at(79)).await.unwrap());
    let found = limit_standings::find(&mut conn, spender(STUDENT, "UTC"), at(79)).await.unwrap();
    assert_eq!((found.limits[0].used, found.limits[0].resets_at), (3, Some(at(80))));
    let tries = (0..20).map(|_| {
        let pool = pool.clone();
        async move {
            let mut conn = pool.acquire().await.unwrap();
            message_times::count(&mut conn, TEACHER, CHATBOT, 5, now()).await.unwrap()
        }
    });
    let counted = futures_util::future::join_all(tries).await;
    assert_eq!(counted.into_iter().filter(|counted| *counted).count(), 5);
}
