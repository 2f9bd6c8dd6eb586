//! The list of citations: filters, pages, counts, rates.

use chatbot_core::clock::Clock;
use chatbot_store::audit::roll_up;
use chatbot_tests::app::TestApp;
use chatbot_tests::world::{
    ADMIN, CHATBOT, COURSE, KEYS_PAGE, LOGIC_ADMIN, OTHER_CHATBOT, OTHER_COURSE, OTHER_TEACHER, TEACHER,
};
use chrono::Duration;
use serde_json::{Value, json};
use sqlx::PgPool;

use super::{ANSWERS, answered, citation, found, get, verdicts};

/// Puts more rows like the supported one into the list: pairs of the same time, the newest at `newest` minutes.
async fn add(app: &TestApp, how_many: i32, newest: i32) {
    sqlx::query(
        "insert into chatbot.cited_sentences (id, turn_id, course_id, chatbot_id, model, tool, page_id, page_title,
             citation_id, marker_number, sentence, verdict, freshness, created_at)
         select gen_random_uuid(), turn_id, course_id, chatbot_id, model, tool, page_id, page_title, citation_id,
                marker_number, sentence || n, verdict, freshness, created_at + make_interval(mins => $2 - n / 2)
         from chatbot.cited_sentences s, generate_series(1, $1) n
         where s.verdict = 'supported' and s.text_part is not null",
    )
    .bind(how_many)
    .bind(newest)
    .execute(&app.pool)
    .await
    .unwrap();
}

#[sqlx::test(migrations = false)]
async fn every_filter_finds_what_it_names_and_nothing_else(pool: PgPool) {
    let app = answered(pool).await;
    sqlx::query("update chatbot.cited_sentences set freshness = 'gone' where verdict = 'supported'")
        .execute(&app.pool)
        .await
        .unwrap();
    let cited = ["unresolved", "unsupported", "misquoted", "supported"];
    let one = |verdict: &'static str| vec![verdict];
    for (filter, wanted) in [
        ("cited=true".to_owned(), cited.to_vec()),
        (format!("cited=true&courseId={COURSE}"), cited.to_vec()),
        (format!("courseId={OTHER_COURSE}"), vec![]),
        (format!("cited=true&chatbotId={CHATBOT}"), cited.to_vec()),
        (format!("chatbotId={OTHER_CHATBOT}"), vec![]),
        (format!("cited=true&teacherId={TEACHER}"), cited.to_vec()),
        (format!("teacherId={OTHER_TEACHER}"), vec![]),
        ("verdict=misquoted".to_owned(), one("misquoted")),
        ("verdict=misquoted&verdict=unsupported".to_owned(), vec!["unsupported", "misquoted"]),
        ("verdict=misquoted,unsupported".to_owned(), vec!["unsupported", "misquoted"]),
        ("freshness=gone".to_owned(), one("supported")),
        ("freshness=fresh,moved".to_owned(), vec!["unsupported", "misquoted"]),
        ("cited=true&tool=course_material_search".to_owned(), cited[1..].to_vec()),
        ("tool=course_progress".to_owned(), vec![]),
        (format!("cited=true&pageId={KEYS_PAGE}"), cited[1..].to_vec()),
        (format!("pageId={COURSE}"), vec![]),
        ("cited=true&model=scripted".to_owned(), cited.to_vec()),
        ("model=other".to_owned(), vec![]),
        ("reviewed=true".to_owned(), vec![]),
        ("reviewed=false".to_owned(), cited.to_vec()),
        ("cited=true&from=2026-09-01&to=2026-09-01".to_owned(), cited.to_vec()),
        ("to=2026-08-31".to_owned(), vec![]),
        ("cited=true&from=2026-09-01T11:00:00Z".to_owned(), cited[..2].to_vec()),
        ("cited=true&to=2026-09-01T10:00:00Z".to_owned(), one("supported")),
        ("q=injections".to_owned(), one("unsupported")),
        ("q=Inject".to_owned(), one("unsupported")),
        ("q=injections+attackers".to_owned(), one("unsupported")),
        ("q=injections+primary".to_owned(), vec![]),
        ("q=%3F%21".to_owned(), vec![]),
        ("cited=true&q=keys".to_owned(), cited[1..].to_vec()),
        ("needsLook=true".to_owned(), vec!["unsupported", "misquoted", "supported"]),
        (format!("needsLook=true&courseId={COURSE}&verdict=misquoted"), one("misquoted")),
    ] {
        assert_eq!(verdicts(&app, &filter).await, wanted, "{filter}");
        let count = found(&app, &format!("/audit/citations/count?{filter}")).await;
        assert_eq!(count, json!({"count": wanted.len(), "atLeast": false}), "{filter}");
    }
}

#[sqlx::test(migrations = false)]
async fn what_was_found_and_not_cited_is_listed_among_the_rest_or_alone(pool: PgPool) {
    let app = answered(pool).await;
    let unused: i64 = app.value("select count(*) from chatbot.citations where not cited").await;
    let unused = usize::try_from(unused).unwrap();
    assert!(unused > 0);
    assert_eq!(verdicts(&app, "cited=false").await, vec!["-"; unused]);
    assert_eq!(verdicts(&app, "cited=false&q=keys&tool=course_material_search").await.len(), unused);
    assert_eq!(verdicts(&app, "").await.len(), unused + ANSWERS.len());
    let list = found(&app, "/audit/citations?cited=false&limit=1").await;
    let row = &list["items"][0];
    assert_eq!(
        (&row["cited"], &row["sentence"], &row["freshness"]),
        (&json!(false), &Value::Null, &Value::Null)
    );
    let id = row["id"].as_str().unwrap();
    let detail = found(&app, &format!("/audit/citations/{id}")).await;
    assert_eq!(detail["span"], Value::Null);
    assert!(detail["then"]["text"].is_string() && detail["now"]["text"].is_string(), "{detail}");
    let review = app.request(ADMIN, reqwest::Method::PUT, &format!("/audit/citations/{id}/review"));
    assert_eq!(review.json(&json!({"reviewed": true})).send().await.unwrap().status(), 400);
}

#[sqlx::test(migrations = false)]
async fn pages_follow_one_another_without_gap_or_repeat_while_new_ones_come(pool: PgPool) {
    let app = answered(pool).await;
    add(&app, 60, 0).await;
    let before: Vec<String> = sqlx::query_scalar(
        "select id::text from (
             select id, created_at from chatbot.cited_sentences
             union all select id, created_at from chatbot.citations where not cited) all_of_them
         order by created_at desc, id desc",
    )
    .fetch_all(&app.pool)
    .await
    .unwrap();
    let (mut seen, mut cursor) = (Vec::new(), String::new());
    loop {
        let list = found(&app, &format!("/audit/citations?limit=7&cursor={cursor}")).await;
        let items = list["items"].as_array().unwrap();
        seen.extend(items.iter().map(|item| item["id"].as_str().unwrap().to_owned()));
        add(&app, 2, 600).await;
        let Some(next) = list["nextCursor"].as_str() else { break };
        assert_eq!(items.len(), 7);
        next.clone_into(&mut cursor);
    }
    assert_eq!(seen, before);
}

#[sqlx::test(migrations = false)]
async fn what_cannot_be_read_is_told_and_nothing_breaks(pool: PgPool) {
    let app = answered(pool).await;
    for path in [
        "/audit/citations?cursor=x",
        "/audit/citations?cursor=9223372036854775807.00000000-0000-0000-0000-000000000001",
        "/audit/citations?limit=many",
        "/audit/citations?limit=-1",
        "/audit/citations?courseId=databases",
        "/audit/citations?verdict=wrong",
        "/audit/citations?verdict=misquoted,",
        "/audit/citations?freshness=stale",
        "/audit/citations?cited=maybe",
        "/audit/citations?from=yesterday",
        "/audit/citations?from=2026-02-30",
        "/audit/citations?to=+12026-01-01",
        "/audit/citations?to=0000-01-01T00:00:00Z",
        "/audit/citations?sort=worst",
        "/audit/citations?tool=a&tool=b",
        "/audit/citations?q=a%00b",
        "/audit/citations.csv?verdict=wrong",
        "/audit/citations/count?reviewed=2",
        "/audit/citations/rates?by=student",
        "/audit/citations/rates?from=2026-09-02&to=2026-09-01",
        "/audit/citations/rates?from=1971-01-01",
        "/audit/citations/rates?from=2026-09-02T00:00:00Z",
        "/audit/tool-calls?status=odd",
        "/audit/tool-calls?disposition=odd",
        "/audit/tool-calls?denied=odd",
        "/audit/log?actor=me",
        "/audit/citations?verdict=",
        "/audit/citations?teacherId=%20",
        "/audit/citations/rates?courseId=",
        "/audit/log?to=",
        "/audit/log?cursor=1.2",
    ] {
        let (status, body) = get(&app, ADMIN, path).await;
        assert_eq!((status, &body["code"]), (400, &json!("invalid_request")), "{path}");
    }
    let long = format!("/audit/citations?q={}", "a".repeat(301));
    assert_eq!(get(&app, ADMIN, &long).await.0, 400);
    for odd in [
        "/audit/citations?q=%26+%7C+%21+%3A%2A+%27%5C&limit=0",
        "/audit/citations?limit=4000000000",
        "/audit/citations?q=%FF",
    ] {
        assert_eq!(get(&app, ADMIN, odd).await.0, 200, "{odd}");
    }
    for id in ["x", "00000000-0000-0000-0000-000000000001"] {
        assert_eq!(get(&app, ADMIN, &format!("/audit/citations/{id}")).await.0, 404);
        assert_eq!(get(&app, ADMIN, &format!("/audit/turns/{id}")).await.0, 404);
    }
}

#[sqlx::test(migrations = false)]
async fn a_reviewed_citation_needs_no_look_until_the_review_is_taken_back(pool: PgPool) {
    let app = answered(pool).await;
    let id = citation(&app, "misquoted").await;
    let path = format!("/audit/citations/{id}/review");
    let review = |body: Value| app.request(ADMIN, reqwest::Method::PUT, &path).json(&body).send();
    let answer = review(json!({"reviewed": true, "note": "  One word is wrong. "})).await.unwrap();
    let row: Value = answer.json().await.unwrap();
    assert_eq!(
        row["review"],
        json!({"by": {"id": ADMIN, "name": "Aatu Admin"}, "at": "2026-09-01T13:00:00Z", "note": "One word is wrong."})
    );
    assert_eq!(verdicts(&app, "needsLook=true").await, ["unsupported"]);
    assert_eq!(verdicts(&app, "reviewed=true").await, ["misquoted"]);
    assert_eq!(review(json!({"reviewed": false})).await.unwrap().status(), 200);
    assert_eq!(verdicts(&app, "needsLook=true").await, ["unsupported", "misquoted"]);
    for bad in [
        json!({}),
        json!({"reviewed": true, "note": "x".repeat(2_001)}),
        json!({"reviewed": true, "by": "me"}),
    ] {
        assert_eq!(review(bad).await.unwrap().status(), 400);
    }
}

#[sqlx::test(migrations = false)]
async fn rates_tell_each_week_s_verdicts_those_of_today_too(pool: PgPool) {
    let app = answered(pool).await;
    let today = found(&app, "/audit/citations/rates?by=course").await;
    assert_eq!(
        today,
        json!([{"week": "2026-08-31", "key": COURSE, "name": "Databases",
                "counts": counts(&[("supported", 1), ("misquoted", 1), ("unsupported", 1), ("unresolved", 1)])}])
    );
    app.clock.advance(Duration::days(9));
    assert_eq!(found(&app, "/audit/citations/rates?by=course").await, today, "counted when it is asked for");
    count_days(&app).await;
    let kept = found(&app, "/audit/citations/rates?by=course").await;
    assert_eq!(kept, today, "counted once and kept, it is the same");
    assert_eq!(app.value::<i64>("select count(*) from chatbot.citation_days").await, 1);
    add(&app, 3, 9 * 24 * 60 + 60).await;
    let later = found(&app, "/audit/citations/rates?by=model&from=2026-09-07").await;
    assert_eq!(
        later,
        json!([{"week": "2026-09-07", "key": "scripted", "name": "scripted", "counts": counts(&[("supported", 3)])}])
    );
    let of_other = found(&app, &format!("/audit/citations/rates?by=chatbot&courseId={OTHER_COURSE}")).await;
    assert_eq!(of_other, json!([]));
    let one_day = found(&app, "/audit/citations/rates?by=chatbot&from=2026-09-01&to=2026-09-01").await;
    assert_eq!(one_day[0]["counts"], today[0]["counts"]);
}

/// What the server does by itself every half a minute.
async fn count_days(app: &TestApp) {
    roll_up(&mut app.pool.acquire().await.unwrap(), app.clock.now()).await.unwrap();
}

/// How many sentences have which verdict; of those that are not named none.
fn counts(of: &[(&str, u32)]) -> Value {
    let mut counts = json!({"supported": 0, "partly": 0, "unsupported": 0, "misquoted": 0, "unresolved": 0,
                            "hidden": 0, "unchecked": 0});
    for (verdict, count) in of {
        counts[verdict] = json!(count);
    }
    counts
}

#[sqlx::test(migrations = false)]
async fn filters_name_the_models_that_answered_in_the_admins_courses_today_and_before(pool: PgPool) {
    let app = answered(pool).await;
    let models = async |who| get(&app, who, "/audit/filters").await.1["models"].clone();
    for _ in 0..2 {
        assert_eq!(models(ADMIN).await, json!(["scripted"]));
        assert_eq!(models(LOGIC_ADMIN).await, json!([]));
        app.clock.advance(Duration::days(9));
        count_days(&app).await;
    }
    // Another one answers, and cites nothing.
    sqlx::query("update chatbot.turns set model = 'mute', created_at = created_at + interval '20 days'")
        .execute(&app.pool)
        .await
        .unwrap();
    assert_eq!(models(ADMIN).await, json!(["mute", "scripted"]));
    assert_eq!(verdicts(&app, "model=scripted&cited=true").await.len(), 4);
    assert_eq!(verdicts(&app, "model=mute").await, [""; 0]);
}

#[sqlx::test(migrations = false)]
async fn words_are_found_among_many_whether_they_are_everywhere_or_hardly_anywhere(pool: PgPool) {
    let app = answered(pool).await;
    add(&app, 3_000, 1_600).await;
    // What stands deep in the list, behind more rows than are looked at one by one.
    sqlx::query(
        "update chatbot.cited_sentences set sentence = 'A narwhal.' where id in (
             select id from chatbot.cited_sentences order by created_at, id offset 10 limit 3)",
    )
    .execute(&app.pool)
    .await
    .unwrap();
    for (words, count) in [("narwhal", 3), ("primary+identifies", 3_000), ("zebra", 0)] {
        let told = found(&app, &format!("/audit/citations/count?cited=true&q={words}")).await;
        assert_eq!(told["count"], count, "{words}");
        let mut seen = Vec::new();
        let mut cursor = String::new();
        loop {
            let page = found(&app, &format!("/audit/citations?limit=100&cited=true&q={words}{cursor}")).await;
            seen.extend(page["items"].as_array().unwrap().iter().map(|item| item["id"].clone()));
            let Some(next) = page["nextCursor"].as_str() else { break };
            cursor = format!("&cursor={next}");
        }
        let unique: std::collections::HashSet<String> = seen.iter().map(ToString::to_string).collect();
        assert_eq!((seen.len(), unique.len()), (count, count), "{words}");
    }
}
