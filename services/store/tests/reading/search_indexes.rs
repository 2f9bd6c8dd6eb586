//! The indexes in memory: stale ones, many askers, the budget, the way around them.

use std::sync::Arc;

use chatbot_protocol::{CourseId, PageId};
use chatbot_store::PgConnection;
use chatbot_store::search::{CourseIndexes, SearchRequest, search};
use chrono::TimeDelta;
use futures_util::future::join_all;
use sqlx::PgPool;
use uuid::Uuid;

use crate::world::*;

async fn pages(conn: &mut PgConnection, indexes: &CourseIndexes, request: &SearchRequest<'_>) -> Vec<PageId> {
    let mut pages: Vec<PageId> =
        search(conn, indexes, request).await.unwrap().iter().map(|found| found.page_id).collect();
    pages.sort();
    pages
}

async fn change(conn: &mut PgConnection, sql: &'static str) {
    sqlx::raw_sql(sql).execute(conn).await.unwrap();
}

#[sqlx::test(migrations = false)]
async fn a_page_hidden_or_deleted_or_moved_after_the_index_was_built_never_appears(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    let indexes = CourseIndexes::default();
    let zebra = request("zebra stripes");
    assert_eq!(pages(&mut conn, &indexes, &zebra).await, [PAGE]);
    for (hide, show) in [
        ("update lms.pages set hidden = true", "update lms.pages set hidden = false"),
        ("update lms.pages set deleted_at = now()", "update lms.pages set deleted_at = null"),
        ("update lms.chapters set opens_at = '2999-01-01'", "update lms.chapters set opens_at = null"),
        ("update lms.courses set visibility = 'draft'", "update lms.courses set visibility = 'open'"),
    ] {
        change(&mut conn, hide).await;
        assert_eq!(pages(&mut conn, &indexes, &zebra).await, [], "{hide}");
        change(&mut conn, show).await;
        assert!(pages(&mut conn, &indexes, &zebra).await.contains(&PAGE), "{show}");
    }
    assert_eq!(indexes.built(), 1, "all that with the one index");
}

#[sqlx::test(migrations = false)]
async fn a_chapter_that_opens_is_found_without_a_new_index(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    let indexes = CourseIndexes::default();
    let later = SearchRequest { now: now() + TimeDelta::days(2), ..request("zebra") };
    assert_eq!(pages(&mut conn, &indexes, &request("zebra")).await, [PAGE]);
    assert_eq!(pages(&mut conn, &indexes, &later).await, [PAGE, UNOPENED_PAGE]);
    assert_eq!(indexes.built(), 1);
}

#[sqlx::test(migrations = false)]
async fn pages_that_others_cannot_read_do_not_crowd_out_those_they_can(pool: PgPool) {
    let mut conn = world(&pool).await;
    for number in 0..200 {
        let page = PageId(Uuid::from_u128(0x2000 + number));
        add_page(&mut conn, page, COURSE, None, "Zebra", "Zebra zebra zebra stripes.").await;
    }
    change(&mut conn, "update lms.pages set hidden = true where title = 'Zebra'").await;
    index(&mut conn, &[COURSE]).await;
    assert_eq!(pages(&mut conn, &CourseIndexes::default(), &request("zebra")).await, [PAGE]);
}

#[sqlx::test(migrations = false)]
async fn an_edit_is_found_once_it_is_indexed(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    let indexes = CourseIndexes::default();
    assert_eq!(pages(&mut conn, &indexes, &request("walrus")).await, []);
    edit_page(&mut conn, PAGE, "A walrus has teeth.").await;
    assert_eq!(pages(&mut conn, &indexes, &request("walrus")).await, [], "not yet");
    assert_eq!(pages(&mut conn, &indexes, &request("zebra")).await, [PAGE], "what was cut is found still");
    index(&mut conn, &[COURSE]).await;
    assert_eq!(pages(&mut conn, &indexes, &request("walrus")).await, [PAGE]);
    assert_eq!(pages(&mut conn, &indexes, &request("zebra")).await, []);
    assert_eq!(indexes.built(), 2, "once for each version");
}

#[sqlx::test(migrations = false)]
async fn two_courses_are_two_indexes(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE, PUBLIC]).await;
    let indexes = CourseIndexes::default();
    let elsewhere = SearchRequest { course: PUBLIC, ..request("zebra") };
    let there = pages(&mut conn, &indexes, &elsewhere).await;
    assert_eq!(pages(&mut conn, &indexes, &request("zebra")).await, [PAGE]);
    assert!(!there.is_empty() && !there.contains(&PAGE));
    assert_eq!(indexes.built(), 2);
    let foreign = SearchRequest { course: OTHER_COURSE, ..request("zebra") };
    assert_eq!(pages(&mut conn, &indexes, &foreign).await, []);
}

#[sqlx::test(migrations = false)]
async fn a_course_first_asked_by_many_at_once_is_built_once(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    let indexes = Arc::new(CourseIndexes::default());
    let ask = |_| {
        let (pool, indexes) = (pool.clone(), Arc::clone(&indexes));
        async move {
            let mut conn = pool.acquire().await.unwrap();
            pages(&mut conn, &indexes, &request("zebra")).await
        }
    };
    for found in join_all((0..8).map(ask)).await {
        assert_eq!(found, [PAGE]);
    }
    assert_eq!(indexes.built(), 1);
}

#[sqlx::test(migrations = false)]
async fn the_index_asked_longest_ago_makes_room(pool: PgPool) {
    let mut conn = world(&pool).await;
    for (number, course) in (0..).zip([COURSE, PUBLIC, CLOSED]) {
        let text: String = (0..2_000).map(|word| format!("zebra{word:x} ")).collect();
        add_page(&mut conn, PageId(Uuid::from_u128(0x2000 + number)), course, None, "Words", &text).await;
    }
    index(&mut conn, &[COURSE, PUBLIC, CLOSED]).await;
    let everything = CourseIndexes::default();
    let ask = async |conn: &mut PgConnection, indexes: &CourseIndexes, course: CourseId| {
        let request = SearchRequest { user: GLOBAL_ADMIN, course, ..request("zebra") };
        assert!(!pages(conn, indexes, &request).await.is_empty());
    };
    for course in [COURSE, PUBLIC, CLOSED] {
        ask(&mut conn, &everything, course).await;
    }
    let two_of_three = CourseIndexes::new(everything.bytes() * 5 / 6);
    for (course, built) in [(COURSE, 1), (PUBLIC, 2), (COURSE, 2), (CLOSED, 3), (COURSE, 3), (PUBLIC, 4)] {
        ask(&mut conn, &two_of_three, course).await;
        assert_eq!(two_of_three.built(), built, "{course}");
        assert!(two_of_three.bytes() <= everything.bytes() * 5 / 6);
    }
}

#[sqlx::test(migrations = false)]
async fn a_course_that_does_not_fit_is_searched_in_the_database(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    let none = CourseIndexes::new(0);
    assert_eq!(pages(&mut conn, &none, &request("What STRIPES do zebras have?")).await, [PAGE]);
    let teacher = SearchRequest { user: TEACHER, ..request("zebra") };
    assert_eq!(pages(&mut conn, &none, &teacher).await, [PAGE, HIDDEN_PAGE, UNOPENED_PAGE]);
    for nothing in ["", "the of and", "'", "zebra".repeat(2000).as_str(), "\0"] {
        assert_eq!(pages(&mut conn, &none, &request(nothing)).await, [], "{nothing}");
    }
    change(&mut conn, "update lms.pages set hidden = true").await;
    assert_eq!(pages(&mut conn, &none, &request("zebra")).await, []);
    assert_eq!((none.built(), none.bytes()), (0, 0));
}

#[sqlx::test(migrations = false)]
async fn the_database_tells_names_and_scripts_apart_as_memory_does(pool: PgPool) {
    let mut conn = world(&pool).await;
    let texts = [
        "C is old.",
        "C++ has classes.",
        "C# runs on .NET.",
        "外键指向另一个表",
        "คีย์นอกชี้ไปยังแถว",
        "snake_case 1e5",
    ];
    for (number, text) in (0..).zip(texts) {
        add_page(&mut conn, PageId(Uuid::from_u128(0x2000 + number)), COURSE, None, "Page", text).await;
    }
    index(&mut conn, &[COURSE]).await;
    for indexes in [CourseIndexes::new(0), CourseIndexes::default()] {
        for (query, number) in [
            ("C", 0),
            ("C++", 1),
            ("c#?", 2),
            (".net", 2),
            ("什么是外键", 3),
            ("คีย์นอกคืออะไร", 4),
            ("snake", 5),
            ("1e5", 5),
        ] {
            let found = search(&mut conn, &indexes, &request(query)).await.unwrap();
            let first = found.first().map(|found| found.page_id);
            assert_eq!(first, Some(PageId(Uuid::from_u128(0x2000 + number))), "{query}");
        }
    }
}

#[sqlx::test(migrations = false)]
async fn a_large_course_is_searched_in_the_database_until_its_index_is_loaded(pool: PgPool) {
    let mut conn = world(&pool).await;
    let body: String = (0..5_100).map(|number| format!("## H{number}\n\nZebra {number}.\n\n")).collect();
    add_page(&mut conn, PageId(Uuid::from_u128(0x2000)), COURSE, None, "Many", &body).await;
    index(&mut conn, &[COURSE]).await;
    let indexes = CourseIndexes::default();
    let first = || SearchRequest { limit: 1, ..request("zebra 4711") };
    assert_eq!(search(&mut conn, &indexes, &first()).await.unwrap().len(), 1);
    assert_eq!(indexes.built(), 0, "nobody waits for a large index");
    assert_eq!(indexes.next_wanted().await, COURSE);
    indexes.load(&mut conn, COURSE, None).await.unwrap();
    let found = search(&mut conn, &indexes, &first()).await.unwrap();
    assert_eq!((indexes.built(), found[0].text.as_str()), (1, "Zebra 4711."));
    edit_page(&mut conn, PAGE, "A walrus has teeth.").await;
    index(&mut conn, &[COURSE]).await;
    let found = search(&mut conn, &indexes, &first()).await.unwrap();
    assert_eq!((indexes.built(), found[0].text.as_str()), (1, "Zebra 4711."), "the old index serves");
    assert_eq!(indexes.next_wanted().await, COURSE);
    indexes.load(&mut conn, COURSE, None).await.unwrap();
    assert_eq!(pages(&mut conn, &indexes, &request("walrus")).await, [PAGE]);
}

#[sqlx::test(migrations = false)]
async fn earlier_turns_say_what_a_short_question_is_about(pool: PgPool) {
    let mut conn = world(&pool).await;
    let texts = [
        ("Foreign keys", "A foreign key has advantages: rows cannot lose their parents."),
        ("Indexes", "An index has advantages: rows are found sooner."),
    ];
    for (number, (title, text)) in (0..).zip(texts) {
        add_page(&mut conn, PageId(Uuid::from_u128(0x2000 + number)), COURSE, None, title, text).await;
    }
    index(&mut conn, &[COURSE]).await;
    let indexes = CourseIndexes::default();
    for (earlier, number) in [("What is a foreign key?", 0), ("How does an index work?", 1)] {
        let earlier = [earlier.to_owned()];
        let follow_up =
            SearchRequest { earlier_questions: &earlier, ..request("What advantages does it have?") };
        let found = search(&mut conn, &indexes, &follow_up).await.unwrap();
        assert_eq!(found[0].page_id, PageId(Uuid::from_u128(0x2000 + number)), "{earlier:?}");
    }
    let follow_up =
        SearchRequest { last_answer: Some("An index finds rows sooner."), ..request("Which advantages?") };
    let found = search(&mut conn, &indexes, &follow_up).await.unwrap();
    assert_eq!(found[0].page_id, PageId(Uuid::from_u128(0x2001)));
}

#[sqlx::test(migrations = false)]
async fn mistyped_and_longer_words_find_what_resembles_them(pool: PgPool) {
    let mut conn = world(&pool).await;
    let texts = [("Normal forms", "Normalization splits tables."), ("Avaimet", "Taulun avain on yksilöivä.")];
    for (number, (title, text)) in (0..).zip(texts) {
        add_page(&mut conn, PageId(Uuid::from_u128(0x2000 + number)), COURSE, None, title, text).await;
    }
    index(&mut conn, &[COURSE]).await;
    let indexes = CourseIndexes::default();
    for (query, number) in [("noramlization", 0), ("denormalisation", 0), ("viiteavain", 1), ("avian", 1)] {
        let found = search(&mut conn, &indexes, &request(query)).await.unwrap();
        let first = found.first().map(|found| found.page_id);
        assert_eq!(first, Some(PageId(Uuid::from_u128(0x2000 + number))), "{query}");
    }
}
