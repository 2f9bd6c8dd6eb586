//! What is stored about people is theirs: given to them whole, erased when they want it, and forgotten in time.

use std::collections::BTreeSet;

use chatbot_core::ToolRequirement;
use chatbot_core::erasure::ErasureKey;
use chatbot_core::pipeline::RequirementVerdict;
use chatbot_engine::forget::{Forgotten, forget};
use chatbot_protocol::{CallId, UserId};
use chatbot_store::{StoreError, open_calls};
use chatbot_tests::app::TestApp;
use chatbot_tests::model::Step::{Call, Gate, Text};
use chatbot_tests::wire::Sse;
use chatbot_tests::world::{ADMIN, COURSE, KEYS_PAGE, OTHER_STUDENT, STUDENT, TEACHER};
use chrono::Duration;
use reqwest::Method;
use serde_json::{Value, json};
use sqlx::{PgPool, Row};
use uuid::Uuid;

/// A word that only the student says, wherever words of theirs can get to.
const OWN: &str = "zebrafinch";
const PROGRESS: &str = r#"{"user":"00000000-0000-0000-0000-0000000000a1"}"#;

/// A student with all that can be known of one, and another one with the same.
async fn world(pool: PgPool) -> (TestApp, String) {
    let app = TestApp::start(pool).await;
    let other = live(&app, OTHER_STUDENT).await;
    assert!(!other.is_empty());
    let conversation = live(&app, STUDENT).await;
    (app, conversation)
}

/// Asks, is answered with citations and refused calls, edits, says what they think, leaves traces in the audit log.
async fn live(app: &TestApp, who: UserId) -> String {
    let searched =
        if who == STUDENT { r#"{"query":"zebrafinch identifies every row"}"# } else { r#"{"query":"row"}"# };
    app.model.will([
        vec![
            Call("course_material_search", searched),
            Call("course_progress", PROGRESS),
            Call("zebrafinch_tool", r#"{"zebrafinch":"zebrafinch"}"#),
            Call("page_lookup", r#"{"zebrafinch"#),
        ],
        vec![Text(
            "A primary key identifies every row of a table.【1】 The page says “zebrafinch”.【1】 A zebrafinch sings.【1】 And so on.【7】",
        )],
        vec![Text("Once more.")],
        vec![Text("Nothing to cite.")],
    ]);
    let conversation = app.begin(who).await;
    let more = json!({"pageId": KEYS_PAGE, "selection": "identifies every row"});
    let chunks =
        Sse::new(app.send_with(who, &conversation, "zebrafinch-1", "What is a zebrafinch?", more).await)
            .rest()
            .await;
    let answer = chunks[0]["messageId"].as_str().unwrap();
    let feedback = json!({"rating": "down", "reason": "wrong", "comment": "No zebrafinch."});
    let path = format!("/messages/{answer}/feedback");
    assert_eq!(app.request(who, Method::PUT, &path).json(&feedback).send().await.unwrap().status(), 200);
    app.ask(who, &conversation, "q2", "And a zebrafinch once more?").await;
    let again = json!({"id": conversation, "trigger": "regenerate-message"});
    Sse::new(app.post(who, "/chat", &again).send().await.unwrap()).rest().await;
    let path = format!("/conversations/{conversation}");
    app.request(who, Method::PATCH, &path).json(&json!({"title": "My zebrafinch"})).send().await.unwrap();
    traces(app, who, &conversation).await;
    conversation
}

/// What others write down about people.
async fn traces(app: &TestApp, who: UserId, conversation: &str) {
    let entry = "insert into chatbot.audit_log (id, actor_id, action, subject_kind, subject_id, course_id, detail, created_at)
         values (gen_random_uuid(), $1, $2, $3, $4::uuid, $5, $6, now())";
    let about = [
        (TEACHER.0, "read_conversation", "conversation", conversation.to_owned(), json!({})),
        (TEACHER.0, "change_role", "user", who.to_string(), json!({"of": who})),
        (who.0, "approve", "exercise", TEACHER.to_string(), json!({"why": "zebrafinch"})),
        (TEACHER.0, "list", "course", COURSE.to_string(), json!({"people": [who]})),
    ];
    // Whoever studies here may have been staff once.
    for once in [
        "update chatbot.chatbot_versions set author_id = $1",
        "update chatbot.cited_sentences set reviewed_at = now(), review_note = '', reviewed_by = $1 where sentence like 'A primary%'",
        "insert into chatbot.jobs (id, kind, owner_id, state, total, created_at, ended_at)
         values (gen_random_uuid(), 'recheck', $1, 'done', 0, now(), now())",
    ] {
        sqlx::query(once).bind(who.0).execute(&app.pool).await.unwrap();
    }
    for (actor, action, kind, subject, detail) in about {
        let insert = sqlx::query(entry).bind(actor).bind(action).bind(kind).bind(subject).bind(COURSE.0);
        insert.bind(detail).execute(&app.pool).await.unwrap();
    }
}

/// Each column of schema `chatbot` in which a person, a conversation or words could stand: read from the database, so
/// that a new one cannot be forgotten.
async fn columns(app: &TestApp) -> Vec<(String, String)> {
    let rows = sqlx::query(
        "select c.table_name::text, c.column_name::text
         from information_schema.columns c
         join information_schema.tables t using (table_schema, table_name)
         where c.table_schema = 'chatbot' and t.table_type = 'BASE TABLE'
           and c.data_type in ('uuid', 'text', 'character varying', 'jsonb', 'json', 'ARRAY', 'bytea')
           and c.table_name not like '\\_sqlx%'
         order by 1, 2",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    rows.iter().map(|row| (row.get(0), row.get(1))).collect()
}

/// The columns in which a text stands.
async fn where_it_stands(app: &TestApp, text: &str) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    for (table, column) in columns(app).await {
        let sql = format!(
            "select exists (select from chatbot.{table} where position(lower($1) in lower({column}::text)) > 0)"
        );
        let stands: bool =
            sqlx::query_scalar(sqlx::AssertSqlSafe(sql)).bind(text).fetch_one(&app.pool).await.unwrap();
        if stands {
            found.insert(format!("{table}.{column}"));
        }
    }
    found
}

pub async fn erase(app: &TestApp) {
    let erased = app.request(STUDENT, Method::DELETE, "/me/data").send().await.unwrap();
    assert_eq!(erased.status(), 204);
}

#[sqlx::test(migrations = false)]
async fn nothing_of_a_student_is_left_in_any_table_once_erased(pool: PgPool) {
    let (app, conversation) = world(pool).await;
    let before = where_it_stands(&app, &STUDENT.to_string()).await;
    for named in [
        "conversations.student_id",
        "feedback.student_id",
        "usage_ledger.student_id",
        "audit_log.actor_id",
        "chatbot_versions.author_id",
        "cited_sentences.reviewed_by",
        "jobs.owner_id",
        "student_days.student_id",
    ] {
        assert!(before.contains(named), "{named} is not among {before:?}");
    }
    let words = where_it_stands(&app, OWN).await;
    for named in ["messages.parts", "tool_calls.arguments", "cited_sentences.sentence", "turn_events.events"]
    {
        assert!(words.contains(named), "{named} is not among {words:?}");
    }
    let others = app
        .value::<i64>(
            "select count(*) from chatbot.messages m join chatbot.conversations c
         on c.id = m.conversation_id where c.student_id <> '00000000-0000-0000-0000-0000000000a1'",
        )
        .await;
    // The other one's words are the same: what is looked for next is only what was the student's.
    forget_other(&app).await;
    erase(&app).await;
    let nothing = BTreeSet::new();
    assert_eq!(where_it_stands(&app, &STUDENT.to_string()).await, nothing, "the student");
    assert_eq!(where_it_stands(&app, &conversation).await, nothing, "the conversation");
    assert_eq!(where_it_stands(&app, OWN).await, nothing, "the student's words");
    assert!(others > 0);
}

/// Renames the word in what the other student said, so that it is not taken for the first one's.
async fn forget_other(app: &TestApp) {
    let done = app.request(OTHER_STUDENT, Method::DELETE, "/me/data").send().await.unwrap();
    assert_eq!(done.status(), 204);
}

#[sqlx::test(migrations = false)]
async fn what_was_cited_and_how_calls_were_judged_stays_without_a_person(pool: PgPool) {
    let (app, _) = world(pool).await;
    forget_other(&app).await;
    let evidence = "select jsonb_agg(jsonb_build_object('page', c.page_id, 'passage', c.passage_id, 'title', c.title,
            'snippet', c.snippet, 'verdict', s.verdict, 'score', s.score, 'freshness', s.freshness) order by s.id)
         from chatbot.cited_sentences s left join chatbot.citations c on c.id = s.citation_id";
    let calls = "select jsonb_agg(jsonb_build_object('disposition', disposition, 'audience', audience,
            'holds', jsonb_path_query_array(requirements, '$[*].holds')) order by id)
         from chatbot.tool_calls where turn_id in (select turn_id from chatbot.cited_sentences)";
    let (cited, judged) = (app.value::<Value>(evidence).await, app.value::<Value>(calls).await);
    erase(&app).await;
    assert_eq!(app.value::<Value>(evidence).await, cited);
    assert_eq!(app.value::<Value>(calls).await, judged);
    let sealed: Vec<u8> = app
        .value(
            "select arguments_hmac from chatbot.tool_calls k join chatbot.turns t on t.id = k.turn_id
             where name = 'course_material_search' order by t.created_at desc, k.id desc limit 1",
        )
        .await;
    let key = ErasureKey::new(b"a secret of the deployment");
    assert_eq!(sealed, key.seal(r#"{"query":"zebrafinch identifies every row"}"#));
    let nobodys = "select bool_and(erased_at is not null and conversation_id is null) and count(*) > 0 from chatbot.turns";
    assert!(app.value::<bool>(nobodys).await);
    // What was spent is still known, not by whom; who looked is, not at what.
    assert!(
        app.value::<bool>("select bool_and(student_id is null) and count(*) > 0 from chatbot.usage_ledger")
            .await
    );
    let looked = "select count(*) = 2 from chatbot.audit_log where action = 'read_conversation'
         and actor_id = '00000000-0000-0000-0000-0000000000a3' and subject_id is null and detail = '{\"erased\": true}'";
    assert!(app.value::<bool>(looked).await);
    // The pages' changes are still looked for.
    assert_eq!(chatbot_engine::recheck_citations::recheck_waiting(&app.engine).await.unwrap(), 0);
}

#[sqlx::test(migrations = false)]
async fn erasing_concerns_nobody_else_and_is_done_again_without_harm(pool: PgPool) {
    let (app, conversation) = world(pool).await;
    let others: i64 = app
        .value(
            "select count(*) from chatbot.messages m join chatbot.conversations c
         on c.id = m.conversation_id where c.student_id = '00000000-0000-0000-0000-0000000000a2'",
        )
        .await;
    erase(&app).await;
    erase(&app).await;
    let left: i64 = app.value("select count(*) from chatbot.messages").await;
    assert_eq!(left, others);
    assert_eq!(
        app.get(STUDENT, &format!("/conversations/{conversation}")).send().await.unwrap().status(),
        404
    );
    let list: Value = app.get(STUDENT, "/conversations").send().await.unwrap().json().await.unwrap();
    assert_eq!(list["items"], json!([]));
    let list: Value = app.get(OTHER_STUDENT, "/conversations").send().await.unwrap().json().await.unwrap();
    assert_eq!(list["items"].as_array().unwrap().len(), 1);
    app.model.will([vec![Text("Welcome back.")]]);
    let conversation = app.begin(STUDENT).await;
    app.ask(STUDENT, &conversation, "q1", "Again?").await;
}

#[sqlx::test(migrations = false)]
async fn an_answer_that_is_being_written_is_stopped_before_it_is_erased(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("A zebrafinch"), Gate, Text(" sings.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "What is a zebrafinch?").await);
    stream.until("text-delta").await;
    erase(&app).await;
    let told = stream.rest().await;
    assert!(told.iter().any(|chunk| chunk["type"] == "abort"), "{told:?}");
    assert_eq!(app.model.open_streams(), 0);
    assert_eq!(where_it_stands(&app, OWN).await, BTreeSet::new());
    assert_eq!(app.send(STUDENT, &conversation, "q2", "Still there?").await.status(), 404);
}

#[sqlx::test(migrations = false)]
async fn nothing_is_noted_at_a_call_that_ended_or_was_erased_while_its_turn_goes_on_elsewhere(pool: PgPool) {
    let (app, _) = world(pool.clone()).await;
    app.request(STUDENT, Method::DELETE, "/me/data").send().await.unwrap();
    let find = "select id, requirements_at_run from chatbot.tool_calls";
    let before: Vec<(Uuid, Option<Value>)> = sqlx::query_as(find).fetch_all(&pool).await.unwrap();
    assert!(!before.is_empty());
    let found = [RequirementVerdict { requirement: ToolRequirement::CourseMaterial(COURSE), holds: true }];
    let mut conn = pool.acquire().await.unwrap();
    for (call, _) in &before {
        let noted = open_calls::record_check_at_run(&mut conn, CallId(*call), &found).await;
        assert!(matches!(noted, Err(StoreError::TurnLost)), "{noted:?}");
    }
    let after: Vec<(Uuid, Option<Value>)> = sqlx::query_as(find).fetch_all(&pool).await.unwrap();
    assert_eq!(after, before);
}

#[sqlx::test(migrations = false)]
async fn the_answer_of_another_instance_is_erased_under_its_hands(pool: PgPool) {
    let app = TestApp::start(pool).await;
    app.model.will([vec![Text("A zebrafinch"), Gate, Text(" sings.")]]);
    let conversation = app.begin(STUDENT).await;
    let mut stream = Sse::new(app.send(STUDENT, &conversation, "q1", "What is a zebrafinch?").await);
    stream.until("text-delta").await;
    let second = app.second_instance(chatbot_tests::app::Setup::default());
    erase(&second).await;
    app.model.open_gate();
    stream.rest().await;
    second.clock.advance(Duration::hours(2));
    forget(&second.engine).await.unwrap();
    assert_eq!(where_it_stands(&app, OWN).await, BTreeSet::new());
}

#[sqlx::test(migrations = false)]
async fn everything_about_a_student_is_given_to_them_and_nothing_about_others(pool: PgPool) {
    let (app, conversation) = world(pool).await;
    let sent = app.get(STUDENT, "/me/export").send().await.unwrap();
    assert_eq!(sent.status(), 200);
    assert_eq!(sent.headers()["content-disposition"], "attachment; filename=\"chatbot-data.json\"");
    assert_eq!(sent.headers()["cache-control"], "no-store");
    let text = sent.text().await.unwrap();
    let export: Value = serde_json::from_str(&text).unwrap();
    assert_eq!(export["userId"], STUDENT.to_string());
    let listed = export["conversations"].as_array().unwrap();
    assert_eq!(listed.len(), 1);
    assert_eq!((&listed[0]["id"], &listed[0]["title"]), (&json!(conversation), &json!("My zebrafinch")));
    let messages = listed[0]["messages"].as_array().unwrap();
    let superseded = messages.iter().filter(|message| !message["supersededAt"].is_null()).count();
    assert_eq!((messages.len(), superseded), (5, 1), "{messages:#?}");
    assert_eq!(messages[0]["message"]["metadata"]["selection"], "identifies every row");
    assert_eq!(messages[1]["message"]["metadata"]["feedback"]["comment"], "No zebrafinch.");
    let turns = listed[0]["turns"].as_array().unwrap();
    assert_eq!(turns.len(), 3);
    let calls = turns[0]["calls"].as_array().unwrap();
    assert_eq!(calls.len(), 4);
    assert_eq!(calls[0]["arguments"], r#"{"query":"zebrafinch identifies every row"}"#);
    assert!(calls[0]["result"].is_null() && calls[1]["result"].is_string(), "{calls:#?}");
    assert!(turns[0]["cited"].as_array().unwrap().len() >= 3);
    assert!(export["usage"].as_array().unwrap().len() >= 3);
    let actions: Vec<&str> = export["auditEntries"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["action"].as_str().unwrap())
        .collect();
    assert_eq!(actions.iter().collect::<BTreeSet<_>>().len(), 3, "{actions:?}");
    for foreign in [OTHER_STUDENT.to_string(), "Otto".into(), "other@example.org".into()] {
        assert!(!text.contains(&foreign), "{foreign}");
    }
    let nobody = app.get(TEACHER, "/me/export").send().await.unwrap().text().await.unwrap();
    let nobody: Value = serde_json::from_str(&nobody).unwrap();
    assert_eq!((&nobody["conversations"], &nobody["usage"]), (&json!([]), &json!([])));
}

#[sqlx::test(migrations = false)]
async fn what_a_teacher_tried_is_given_to_them_and_forgotten_after_a_day_without_a_trace(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let settings = crate::manage::settings(&app, json!({"name": "Trial", "prompt": "Be brief."})).await;
    let begin = |view_as: &str| {
        let body = json!({"settings": settings, "viewAs": view_as});
        let path = format!("/manage/chatbots/{}/preview", chatbot_tests::world::CHATBOT);
        let begun = app.post(TEACHER, &path, &body).send();
        async move {
            begun.await.unwrap().json::<Value>().await.unwrap()["conversationId"].as_str().unwrap().to_owned()
        }
    };
    for view_as in ["student", "me"] {
        app.model.will([
            vec![Call("course_material_search", r#"{"query":"identifies every row"}"#)],
            vec![Text("A primary key identifies every row of a table.【1】")],
        ]);
        let tried = begin(view_as).await;
        app.ask(TEACHER, &tried, view_as, "What is a zebrafinch?").await;
    }
    let export = app.get(TEACHER, "/me/export").send().await.unwrap().json::<Value>().await.unwrap();
    let tried = export["conversations"].as_array().unwrap();
    let mut as_whom: Vec<&str> = tried.iter().map(|one| one["tried"]["as"].as_str().unwrap()).collect();
    as_whom.sort_unstable();
    assert_eq!(as_whom, ["me", "student"]);
    for one in tried {
        assert_eq!(
            (&one["tried"]["name"], &one["tried"]["settings"]["prompt"]),
            (&json!("Trial"), &json!("Be brief."))
        );
        assert_eq!(one["messages"].as_array().unwrap().len(), 2);
        assert_eq!(one["turns"][0]["calls"][0]["arguments"], r#"{"query":"identifies every row"}"#);
    }
    let other = app.get(STUDENT, "/me/export").send().await.unwrap().text().await.unwrap();
    assert!(!other.contains(OWN));
    let rates = app.get(ADMIN, "/audit/citations/rates?by=course").send().await.unwrap();
    assert_eq!(rates.json::<Value>().await.unwrap(), json!([]), "what is only tried is in no statistics");

    app.clock.advance(Duration::hours(23));
    assert_eq!(forget(&app.engine).await.unwrap(), Forgotten::default());
    app.clock.advance(Duration::hours(2));
    let forgotten = forget(&app.engine).await.unwrap();
    assert_eq!(forgotten, Forgotten { expired: 2, erased: 2, ..Forgotten::default() });
    assert_eq!(where_it_stands(&app, OWN).await, BTreeSet::new());
    for table in ["previews", "turns", "rounds", "tool_calls", "citations", "cited_sentences", "messages"] {
        let left = format!("select count(*) from chatbot.{table}");
        let left: i64 = sqlx::query_scalar(sqlx::AssertSqlSafe(left)).fetch_one(&app.pool).await.unwrap();
        assert_eq!(left, 0, "{table}");
    }
}

#[sqlx::test(migrations = false)]
async fn erasing_gives_nobody_a_new_day(pool: PgPool) {
    let app = crate::limits::limited(pool, crate::limits::a_day(8_050)).await;
    let used = async |who: UserId| {
        let path = format!("/me/limits?chatbotId={}", chatbot_tests::world::CHATBOT);
        let told: Value = app.get(who, &path).send().await.unwrap().json().await.unwrap();
        let limits = told["limits"].as_array().unwrap().clone();
        limits.iter().find(|limit| limit["limit"] == "student_tokens_per_day").unwrap()["used"]
            .as_i64()
            .unwrap()
    };
    for (round, expected) in [(1, 4_000), (2, 8_000)] {
        let conversation = app.begin(STUDENT).await;
        assert_eq!(used(STUDENT).await, expected - 4_000, "it came back");
        app.model.will([vec![Text("Yes."), chatbot_tests::model::Step::Costs(Some(4_000))]]);
        app.ask(STUDENT, &conversation, &format!("q{round}"), "Mine?").await;
        assert_eq!(used(STUDENT).await, expected);
        erase(&app).await;
        assert_eq!(where_it_stands(&app, &STUDENT.to_string()).await, BTreeSet::new());
    }
    let conversation = app.begin(STUDENT).await;
    let refused = app.send(STUDENT, &conversation, "q3", "And now?").await;
    assert_eq!(
        (refused.status().as_u16(), refused.headers()["x-limit"].to_str().unwrap()),
        (429, "student_tokens_per_day")
    );
    app.begin(OTHER_STUDENT).await;
    assert_eq!(used(OTHER_STUDENT).await, 0, "nobody else is counted for it");
    erase(&app).await;
    // When the day is over nothing is left of it.
    app.clock.advance(Duration::days(2));
    forget(&app.engine).await.unwrap();
    assert_eq!(app.value::<i64>("select count(*) from chatbot.erased_days").await, 0);
    app.begin(STUDENT).await;
    assert_eq!(used(STUDENT).await, 0);
}

#[sqlx::test(migrations = false)]
async fn a_conversation_that_is_begun_while_all_is_erased_is_erased_or_knows_what_was_spent(pool: PgPool) {
    let app = crate::limits::limited(pool, crate::limits::a_day(100_000)).await;
    for round in 0..6 {
        let conversation = app.begin(STUDENT).await;
        app.model.will([vec![Text("Yes."), chatbot_tests::model::Step::Costs(Some(100))]]);
        app.ask(STUDENT, &conversation, &format!("q{round}"), "Mine?").await;
        let begin = format!("/chatbots/{}/conversations", chatbot_tests::world::CHATBOT);
        let begin = async { app.post(STUDENT, &begin, &json!({})).send().await.unwrap().status() };
        let (begun, ()) = tokio::join!(begin, erase(&app));
        assert_eq!(begun, 201);
        let counted = "select coalesce((select sum(tokens) from chatbot.student_days), 0)
             + coalesce((select sum(tokens) from chatbot.erased_days), 0)";
        let counted = format!("select ({counted})::bigint");
        let counted: i64 =
            sqlx::query_scalar(sqlx::AssertSqlSafe(counted)).fetch_one(&app.pool).await.unwrap();
        assert_eq!(counted, 100 * (round + 1));
        let known = "select not exists (select from chatbot.conversations) or exists (select from chatbot.student_days)";
        assert!(app.value::<bool>(known).await, "a conversation without what was spent before it");
    }
}

#[sqlx::test(migrations = false)]
async fn pages_that_are_no_longer_open_do_not_come_back_by_an_export(pool: PgPool) {
    let (app, _) = world(pool).await;
    sqlx::query("update lms.pages set hidden = true where title = 'Keys'").execute(&app.pool).await.unwrap();
    let text = app.get(STUDENT, "/me/export").send().await.unwrap().text().await.unwrap();
    let export: Value = serde_json::from_str(&text).unwrap();
    let message = &export["conversations"][0]["messages"][0]["message"];
    assert_eq!(message["metadata"], Value::Null);
    assert!(!text.contains("points at the primary key of another table"), "page text");
}

#[sqlx::test(migrations = false)]
async fn a_deleted_conversation_is_gone_from_every_table_within_a_day(pool: PgPool) {
    let (app, conversation) = world(pool).await;
    forget_other(&app).await;
    let kept = live(&app, OTHER_STUDENT).await;
    let path = format!("/conversations/{conversation}");
    assert_eq!(app.request(STUDENT, Method::DELETE, &path).send().await.unwrap().status(), 204);
    assert_eq!(forget(&app.engine).await.unwrap(), Forgotten::default());
    app.clock.advance(Duration::hours(23));
    let forgotten = forget(&app.engine).await.unwrap();
    assert_eq!(forgotten, Forgotten { erased: 1, ..Forgotten::default() });
    assert_eq!(where_it_stands(&app, &conversation).await, BTreeSet::new());
    assert_eq!(app.read(OTHER_STUDENT, &kept).await["title"], "My zebrafinch");
    // What is spent still counts for the student.
    assert!(where_it_stands(&app, &STUDENT.to_string()).await.contains("usage_ledger.student_id"));
    let of_student = "select count(*) from chatbot.messages m join chatbot.conversations c
         on c.id = m.conversation_id where c.student_id = '00000000-0000-0000-0000-0000000000a1'";
    assert_eq!(app.value::<i64>(of_student).await, 0);
}

#[sqlx::test(migrations = false)]
async fn conversations_are_kept_as_long_as_their_chatbot_says_and_instances_share_the_work(pool: PgPool) {
    let (app, conversation) = world(pool).await;
    sqlx::query("update chatbot.chatbots set config = config || '{\"retention_days\": 30}'")
        .execute(&app.pool)
        .await
        .unwrap();
    app.clock.advance(Duration::days(29));
    assert_eq!(forget(&app.engine).await.unwrap(), Forgotten::default());
    app.model.will([vec![Text("Still here.")]]);
    app.ask(STUDENT, &conversation, "q9", "Still there?").await;
    app.clock.advance(Duration::days(2));
    let second = app.second_instance(chatbot_tests::app::Setup::default());
    let (one, two) = tokio::join!(forget(&app.engine), forget(&second.engine));
    let (one, two) = (one.unwrap(), two.unwrap());
    assert_eq!((one.expired + two.expired, one.erased + two.erased), (1, 1));
    assert_eq!(app.read(STUDENT, &conversation).await["title"], "My zebrafinch");
    app.clock.advance(Duration::days(400));
    let forgotten = forget(&app.engine).await.unwrap();
    assert!(forgotten.erased == 1 && forgotten.spenders > 0, "{forgotten:?}");
}

#[sqlx::test(migrations = false)]
async fn the_page_on_privacy_names_every_table(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let page = include_str!("../../docs/privacy.md");
    let tables: BTreeSet<String> = columns(&app).await.into_iter().map(|(table, _)| table).collect();
    let missing: Vec<&String> = tables.iter().filter(|table| !page.contains(&format!("`{table}`"))).collect();
    assert_eq!(missing, Vec::<&String>::new());
}
