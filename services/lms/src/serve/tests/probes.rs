//! What machines ask: is it ready, and what did it measure.

use std::time::Duration as Pace;

use actix_web::http::Method;
use actix_web::test::TestRequest;
use chatbot_load::model_server::ModelServer;
use chatbot_provider::{Catalogue, CatalogueSettings};
use futures_util::future::join_all;
use serde_json::json;
use sqlx::postgres::PgPoolOptions;
use sqlx::raw_sql;

use super::asking::Asking;
use super::*;
use crate::serve::collector;

impl Asking {
    /// Of a server whose model does what it is told.
    async fn of_a_model(pool: &PgPool) -> (Self, ModelServer) {
        let model = ModelServer::start().await;
        let settings = CatalogueSettings {
            base_url: Some(model.base_url()),
            model: Some("model".into()),
            ..CatalogueSettings::default()
        };
        let lms = TestLms::start(pool.clone()).await;
        (Self::with(lms, Catalogue::new(&settings).unwrap()).await, model)
    }

    async fn probe(&self, request: TestRequest) -> Answer {
        let configured = crate::serve::configure(self.lms.state.clone(), self.chatbot.clone());
        let app = init_service(App::new().configure(configured)).await;
        let response = call_service(&app, request.to_request()).await;
        let (status, headers) = (response.status(), response.headers().clone());
        let body = String::from_utf8(read_body(response).await.to_vec()).unwrap();
        Answer { status, headers, body }
    }

    async fn is_ready(&self, status: u16, body: &str) {
        let answer = self.probe(TestRequest::get().uri("/readyz")).await;
        assert_eq!((answer.status.as_u16(), answer.body.as_str()), (status, body));
    }

    /// Waits until these lines are among the measures: an answer is told before its end is counted.
    async fn until_measured(&self, lines: &[&str]) {
        let deadline = tokio::time::Instant::now() + Pace::from_mins(1);
        loop {
            let measured = self.probe(from("127.0.0.1:5000")).await.body;
            let missing = lines.iter().find(|line| !measured.lines().any(|measure| measure == **line));
            let Some(missing) = missing else { return };
            assert!(tokio::time::Instant::now() < deadline, "{missing} is not in\n{measured}");
            tokio::task::yield_now().await;
        }
    }

    /// Waits until this measure, which has no labels, is more than nothing.
    async fn until_counted(&self, name: &str) {
        let deadline = tokio::time::Instant::now() + Pace::from_mins(1);
        loop {
            let measured = self.probe(from("127.0.0.1:5000")).await.body;
            let value = measured.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix(' '));
            if value.is_some_and(|value| value.parse::<f64>().unwrap() > 0.0) {
                return;
            }
            assert!(tokio::time::Instant::now() < deadline, "{name} is nothing in\n{measured}");
            tokio::task::yield_now().await;
        }
    }

    async fn pool_timeouts(&self) -> u32 {
        let measured = self.probe(from("127.0.0.1:5000")).await.body;
        let counted = measured.lines().find_map(|line| line.strip_prefix("chatbot_pool_timeouts_total "));
        counted.map_or(0, |count| count.parse().unwrap())
    }
}

fn from(peer: &str) -> TestRequest {
    TestRequest::get().uri("/metrics").peer_addr(peer.parse().unwrap())
}

#[sqlx::test(migrations = false)]
async fn a_server_is_ready_while_it_can_take_messages_and_names_the_check_that_fails(pool: PgPool) {
    let asking = Asking::start(pool.clone()).await;
    asking.is_ready(200, r#"{"ready":true,"failed":[]}"#).await;
    for (breaks, mends, check) in [
        (
            "alter table lms.pages rename column hidden to concealed",
            "alter table lms.pages rename column concealed to hidden",
            "lms_views",
        ),
        (
            "update public._chatbot_migrations set success = false where version = 20261130000100",
            "update public._chatbot_migrations set success = true",
            "migrations",
        ),
        (
            "alter table lms_demo._sqlx_migrations rename to old_migrations",
            "alter table lms_demo.old_migrations rename to _sqlx_migrations",
            "migrations",
        ),
    ] {
        raw_sql(breaks).execute(&pool).await.unwrap();
        asking.is_ready(503, &format!(r#"{{"ready":false,"failed":["{check}"]}}"#)).await;
        raw_sql(mends).execute(&pool).await.unwrap();
        asking.is_ready(200, r#"{"ready":true,"failed":[]}"#).await;
    }
    let newer = "insert into public._chatbot_migrations
                     (version, description, success, checksum, execution_time)
                 values (99991231235959, 'newer', true, '', 0)";
    raw_sql(newer).execute(&pool).await.unwrap();
    asking.is_ready(200, r#"{"ready":true,"failed":[]}"#).await;
    asking.chatbot.stop().await;
    asking.is_ready(503, r#"{"ready":false,"failed":["draining"]}"#).await;
    pool.close().await;
    asking.is_ready(503, r#"{"ready":false,"failed":["draining","database"]}"#).await;
    let alive = asking.probe(TestRequest::get().uri("/healthz")).await;
    assert_eq!(alive.status, 200, "it lives all the same");
}

#[sqlx::test(migrations = false)]
async fn measures_are_for_this_machine_or_for_whoever_bears_the_token(pool: PgPool) {
    let asking = Asking::start(pool.clone()).await;
    for (request, status) in [
        (from("127.0.0.1:5000"), 200),
        (from("[::1]:5000"), 200),
        (from("[::ffff:127.0.0.1]:5000"), 200),
        (from("192.0.2.7:5000"), 404),
        (from("127.0.0.1:5000").insert_header(("x-forwarded-for", "192.0.2.7")), 404),
        (TestRequest::get().uri("/metrics"), 404),
    ] {
        assert_eq!(asking.probe(request).await.status.as_u16(), status);
    }
    let token = "a-token-for-scrapers";
    let other = Asking::around(TestLms::start_with(pool, &[("METRICS_TOKEN", token)]).await).await;
    for (request, status) in [
        (from("127.0.0.1:5000"), 404),
        (from("192.0.2.7:5000").insert_header(("authorization", format!("Bearer {token}"))), 200),
        (from("127.0.0.1:5000").insert_header(("authorization", "Bearer another-token")), 404),
    ] {
        assert_eq!(other.probe(request).await.status.as_u16(), status);
    }
}

#[sqlx::test(migrations = false)]
async fn what_a_turn_did_is_measured_without_a_word_or_an_id_of_it(pool: PgPool) {
    collector::install();
    let asking = Asking::start(pool).await;
    let (chatbot, questions) = asking.suggested("databases").await;
    let conversation = asking.begin(&chatbot).await;
    asking.ask(&conversation, &questions[0]).await;
    let measured = asking.probe(from("127.0.0.1:5000")).await.body;
    for line in [
        r#"chatbot_turns_total{state="finished",code=""} 1"#,
        r#"chatbot_turn_duration_seconds_count{state="finished"} 1"#,
        "chatbot_first_delta_seconds_count 1",
        "chatbot_open_streams 0",
        "chatbot_leases_held 0",
        "chatbot_log_unsaved_characters 0",
        "chatbot_log_oldest_unsaved_seconds 0",
    ] {
        assert!(measured.lines().any(|measure| measure == line), "{line} is not in\n{measured}");
    }
    for name in [
        r#"chatbot_tokens_total{direction="output"}"#,
        r#"chatbot_model_requests_total{outcome="done"}"#,
        r#"chatbot_tool_calls_total{tool="page_lookup",disposition="accept"}"#,
        r#"chatbot_citations_total{verdict="supported"}"#,
        "chatbot_log_save_duration_seconds_bucket",
        "chatbot_pool_wait_seconds_count",
        r#"chatbot_pool_connections{state="idle"}"#,
        "# HELP chatbot_pool_size ",
    ] {
        assert!(measured.contains(name), "{name} is not in\n{measured}");
    }
    let student = demo::person_id("student@example.org").to_string();
    for secret in [student.as_str(), &conversation, &chatbot, &questions[0], "student@"] {
        assert!(!measured.contains(secret), "{secret} is in\n{measured}");
    }
}

#[sqlx::test(migrations = false)]
async fn what_goes_on_what_is_refused_and_what_is_taken_over_is_measured(pool: PgPool) {
    collector::install();
    let (asking, model) = Asking::of_a_model(&pool).await;
    let (chatbot, _) = asking.suggested("databases").await;
    let conversation = asking.begin(&chatbot).await;
    let held = r#"Keys? #model {"tokens": 5, "hold": [{"gate": "held", "after": 2}]}"#;
    let measured_meanwhile = async {
        model.wait_until_held("held", 1).await;
        asking.until_measured(&["chatbot_open_streams 1", "chatbot_leases_held 1"]).await;
        model.open_gate("held");
    };
    tokio::join!(asking.ask(&conversation, held), measured_meanwhile);
    asking.until_measured(&["chatbot_open_streams 0", "chatbot_leases_held 0"]).await;

    let limit =
        "update chatbot.chatbots set config = jsonb_set(config, '{limits,student_tokens_per_day}', '1')";
    raw_sql(limit).execute(&pool).await.unwrap();
    let message = json!({"id": "q2", "role": "user", "parts": [{"type": "text", "text": "More?"}]});
    let refused =
        asking.request(Method::POST, "/chat", Some(json!({"id": conversation, "message": message}))).await;
    assert_eq!(refused.status.as_u16(), 429);
    // As when another instance died in the middle of it.
    let left =
        "update chatbot.turns set state = 'asking', ended_at = null, lease_instance = gen_random_uuid(),
                    lease_expires_at = clock_timestamp() - interval '1 minute'";
    raw_sql(left).execute(&pool).await.unwrap();
    let counted = [
        r#"chatbot_limits_reached_total{limit="student_tokens_per_day"} 1"#,
        r#"chatbot_refusals_total{code="limit_reached"} 1"#,
        r#"chatbot_takeovers_total{outcome="ended"} 1"#,
    ];
    asking.until_measured(&counted).await;
}

#[sqlx::test(migrations = false)]
async fn what_fails_is_measured_by_its_reason(pool: PgPool) {
    collector::install();
    let (asking, _model) = Asking::of_a_model(&pool).await;
    let (chatbot, _) = asking.suggested("databases").await;
    for plan in [
        r#"{"fault": {"status": {"status": 429}}}"#,
        r#"{"tokens": 5, "fault": {"cut": {"after": 2}}}"#,
        r#"{"tokens": 2, "rounds": 1, "calls": [{"name": "course_progress", "arguments": {}}]}"#,
    ] {
        let conversation = asking.begin(&chatbot).await;
        asking.ask(&conversation, &format!("Keys? #model {plan}")).await;
    }
    let counted = [
        r#"chatbot_turns_total{state="failed",code="model_busy"} 1"#,
        r#"chatbot_turns_total{state="failed",code="model_interrupted"} 1"#,
        r#"chatbot_turns_total{state="finished",code=""} 1"#,
        r#"chatbot_model_requests_total{outcome="busy"} 3"#,
        r#"chatbot_model_requests_total{outcome="broke_off"} 1"#,
        r#"chatbot_model_requests_total{outcome="done"} 2"#,
        r#"chatbot_tool_run_duration_seconds_count{tool="course_progress",outcome="done"} 1"#,
    ];
    asking.until_measured(&counted).await;
    // What answers show cannot be stored, and is after that.
    let conversation = asking.begin(&chatbot).await;
    raw_sql("alter table chatbot.turn_events rename to away").execute(&pool).await.unwrap();
    let back = async {
        asking.until_counted("chatbot_log_save_failures_total").await;
        asking.until_counted("chatbot_log_oldest_unsaved_seconds").await;
        raw_sql("alter table chatbot.away rename to turn_events").execute(&pool).await.unwrap();
    };
    tokio::join!(asking.ask(&conversation, r#"Keys? #model {"tokens": 5}"#), back);
    let stored = ["chatbot_log_oldest_unsaved_seconds 0", "chatbot_log_unsaved_characters 0"];
    asking.until_measured(&stored).await;
}

#[sqlx::test(migrations = false)]
async fn whatever_gets_no_connection_in_time_is_measured(pool: PgPool) {
    // Jobs of the server's own come by every few seconds, and are counted as well.
    const MORE_THAN_JOBS: u32 = 20;
    collector::install();
    let options = (*pool.connect_options()).clone();
    let few = PgPoolOptions::new().max_connections(4).acquire_timeout(Pace::from_secs(1));
    let few = few.connect_with(options).await.unwrap();
    let asking = Asking::start(few.clone()).await;
    let mut taken = Vec::new();
    while taken.len() < 4 {
        taken.extend(few.acquire().await.ok());
    }
    let before = asking.pool_timeouts().await;
    let found = join_all((0..MORE_THAN_JOBS).map(|_| asking.chatbot.lacks())).await;
    assert!(found.iter().all(|lacks| *lacks == ["database"]), "{found:?}");
    assert!(asking.pool_timeouts().await - before >= MORE_THAN_JOBS);
    asking.until_measured(&["chatbot_pool_size 4"]).await;
}
