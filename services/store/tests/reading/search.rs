use std::path::PathBuf;

use chatbot_protocol::{CourseId, PageId, UserId};
use chatbot_store::passages::VisiblePassage;
use chatbot_store::search::{CourseIndexes, SearchRequest};
use chatbot_store::{PgConnection, StoreError};
use chrono::TimeDelta;
use sqlx::PgPool;
use sqlx::pool::PoolConnection;
use sqlx::postgres::Postgres;
use uuid::Uuid;

use crate::world::*;

/// With indexes that know nothing yet.
async fn search(
    conn: &mut PgConnection,
    request: &SearchRequest<'_>,
) -> Result<Vec<VisiblePassage>, StoreError> {
    chatbot_store::search::search(conn, &CourseIndexes::default(), request).await
}

async fn find(conn: &mut PoolConnection<Postgres>, query: &str) -> Vec<VisiblePassage> {
    search(conn, &request(query)).await.unwrap()
}

async fn pages_for(conn: &mut PoolConnection<Postgres>, user: UserId, later: TimeDelta) -> Vec<PageId> {
    let request = SearchRequest { user, now: now() + later, ..request("zebra stripes") };
    let mut pages: Vec<PageId> =
        search(conn, &request).await.unwrap().iter().map(|found| found.page_id).collect();
    pages.sort();
    pages
}

/// A course of pages with these titles and texts, in a language; their ids count from 0x2000.
async fn course_of(
    pool: &PgPool,
    language: &'static str,
    pages: &[(&str, &str)],
) -> PoolConnection<Postgres> {
    let mut conn = world(pool).await;
    sqlx::raw_sql("update lms.pages set deleted_at = now()").execute(&mut *conn).await.unwrap();
    sqlx::query("update lms.courses set language = $1").bind(language).execute(&mut *conn).await.unwrap();
    for (number, (title, body)) in (0..).zip(pages) {
        add_page(&mut conn, page(number), COURSE, None, title, body).await;
    }
    index(&mut conn, &[COURSE]).await;
    conn
}

fn page(number: u128) -> PageId {
    PageId(Uuid::from_u128(0x2000 + number))
}

#[sqlx::test(migrations = false)]
async fn a_student_finds_only_what_they_may_read(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE, OTHER_COURSE, DRAFT, CLOSED, PUBLIC]).await;
    let at_once = TimeDelta::zero();
    for (user, expected) in [
        (STUDENT, vec![PAGE]),
        (ASSISTANT, vec![PAGE, UNOPENED_PAGE]),
        (TEACHER, vec![PAGE, HIDDEN_PAGE, UNOPENED_PAGE]),
        (GLOBAL_ADMIN, vec![PAGE, HIDDEN_PAGE, UNOPENED_PAGE]),
        (OTHER_TEACHER, vec![]),
        (STRANGER, vec![]),
        (NOBODY, vec![]),
    ] {
        assert_eq!(pages_for(&mut conn, user, at_once).await, expected, "{user}");
    }
    assert_eq!(
        pages_for(&mut conn, STUDENT, TimeDelta::days(2)).await,
        [PAGE, UNOPENED_PAGE],
        "the chapter opened"
    );
}

#[sqlx::test(migrations = false)]
async fn a_page_deleted_or_hidden_after_indexing_is_not_found(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    sqlx::raw_sql("update lms.pages set hidden = true").execute(&mut *conn).await.unwrap();
    assert_eq!(find(&mut conn, "zebra").await, []);
    sqlx::raw_sql("update lms.pages set hidden = false, deleted_at = now()")
        .execute(&mut *conn)
        .await
        .unwrap();
    assert_eq!(pages_for(&mut conn, TEACHER, TimeDelta::zero()).await, []);
}

#[sqlx::test(migrations = false)]
async fn a_passage_comes_with_all_that_a_citation_needs(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    let found = find(&mut conn, "What stripes does a zebra have?").await.remove(0);
    assert_eq!(found.chapter_title.as_deref(), Some("First chapter"));
    assert_eq!(found.url_path, format!("/pages/{PAGE}"));
    assert_eq!(
        (found.anchor.as_str(), found.heading_path.as_slice()),
        ("zebras", ["Zebras".to_owned()].as_slice())
    );
    assert_eq!((found.text.as_str(), found.page_revision), ("A zebra has stripes.", 1));
    assert_eq!(found.hash, chatbot_core::passage::hash(&found.text));
    assert_eq!((found.start, found.end), (8, 28));
}

#[sqlx::test(migrations = false)]
async fn a_phrase_beats_scattered_words(pool: PgPool) {
    let scattered =
        "The key question of this whole chapter has an answer that is primary to some and foreign to others.";
    let phrase = "Every table needs one, and the primary key is what names a row in this kind of text.";
    let mut conn =
        course_of(&pool, "en", &[("One", scattered), ("Two", phrase), ("Three", "Nothing.")]).await;
    let found = find(&mut conn, "primary key").await;
    assert_eq!((found[0].page_id, found[1].page_id, found.len()), (page(1), page(0), 2));
}

#[sqlx::test(migrations = false)]
async fn all_words_beat_some_of_them(pool: PgPool) {
    let some = "Index index index index index.";
    let all = "An index can be clustered. Long text follows, which says nothing much about it at all.";
    let mut conn = course_of(&pool, "en", &[("One", some), ("Two", all), ("Three", "Nothing.")]).await;
    assert_eq!(find(&mut conn, "clustered index").await[0].page_id, page(1));
}

#[sqlx::test(migrations = false)]
async fn a_title_beats_the_text(pool: PgPool) {
    let body = "Before we go on, recall what normalization is for.";
    let mut conn =
        course_of(&pool, "en", &[("Joins", body), ("Normalization", "Split what repeats itself.")]).await;
    assert_eq!(find(&mut conn, "normalization").await[0].page_id, page(1));
}

#[sqlx::test(migrations = false)]
async fn a_rare_word_counts_more_than_frequent_ones(pool: PgPool) {
    let mut pages: Vec<(&str, &str)> = vec![("Loops", "A loop runs code of a program again in Python."); 12];
    pages.push(("Other", "The walrus is an animal of the sea, and much could be written about its teeth."));
    let mut conn = course_of(&pool, "en", &pages).await;
    assert_eq!(find(&mut conn, "walrus code in a Python program").await[0].page_id, page(12));
}

#[sqlx::test(migrations = false)]
async fn a_natural_question_finds_what_has_some_of_its_words(pool: PgPool) {
    let mut conn = course_of(
        &pool,
        "en",
        &[("Keys", "A foreign key points at a row of another table."), ("Pets", "Cats sleep.")],
    )
    .await;
    let question = "Hi! Could you please explain why my database complains when I use foreign keys wrongly?";
    let found = find(&mut conn, question).await;
    assert_eq!(found.iter().map(|found| found.page_id).collect::<Vec<_>>(), [page(0)]);
}

#[sqlx::test(migrations = false)]
async fn the_words_a_question_is_asked_with_find_nothing(pool: PgPool) {
    let mut conn =
        course_of(&pool, "en", &[("Meaning", "Please explain what you mean."), ("A", "Fish swim.")]).await;
    assert_eq!(find(&mut conn, "Please explain frobnication").await, []);
    assert_eq!(find(&mut conn, "explain").await.len(), 1, "unless they are all there is");
}

#[sqlx::test(migrations = false)]
async fn other_languages_are_stemmed_by_their_own_rules(pool: PgPool) {
    for (language, title, body, query) in [
        ("fi", "Avaimet", "Viiteavaimet osoittavat toisen taulun riveihin.", "Mihin viiteavain osoittaa?"),
        (
            "sv",
            "Nycklar",
            "Främmande nycklar pekar på rader i en annan tabell.",
            "VAD ÄR EN FRÄMMANDE NYCKEL?",
        ),
        ("ru-RU", "Книги", "В библиотеке много интересных книг.", "КНИГИ В БИБЛИОТЕКАХ"),
        ("pt-BR", "Chaves", "As chaves estrangeiras apontam para linhas.", "chave estrangeira"),
        ("zh-CN", "数据库", "外键指向另一个表中的行。", "什么是外键？"),
        ("ja", "キー", "外部キーは別の表の行を指します。", "外部キーとは何ですか"),
        ("th", "คีย์", "คีย์นอกชี้ไปยังแถวของตารางอื่น", "คีย์นอกคืออะไร"),
        ("ko", "키", "외래키는 다른 테이블의 행을 가리킨다.", "외래키란 무엇인가"),
        ("xx", "Ŝlosiloj", "Fremdaj ŝlosiloj montras al vicoj.", "ŝlosiloj"),
    ] {
        sqlx::raw_sql("drop schema if exists lms cascade; drop schema if exists chatbot cascade; drop table if exists _chatbot_migrations")
            .execute(&pool)
            .await
            .unwrap();
        let mut conn = course_of(&pool, language, &[("Other", "Ελληνικά."), (title, body)]).await;
        let found = find(&mut conn, query).await;
        assert_eq!(found.first().map(|found| found.page_id), Some(page(1)), "{language}: {query}");
    }
}

#[sqlx::test(migrations = false)]
async fn a_word_that_no_passage_has_finds_words_that_start_alike(pool: PgPool) {
    let pages = [("Normal forms", "Normalisation splits tables."), ("Other", "A plain table.")];
    let mut conn = course_of(&pool, "en", &pages).await;
    assert_eq!(find(&mut conn, "denormalised normalizing").await[0].page_id, page(0));
    assert_eq!(
        find(&mut conn, "plainly tables").await[0].page_id,
        page(1),
        "but the word itself comes first"
    );
}

#[sqlx::test(migrations = false)]
async fn a_course_whose_language_changed_is_searched_before_it_is_indexed_anew(pool: PgPool) {
    let mut conn = course_of(&pool, "en", &[("Keys", "Foreign keys point at rows.")]).await;
    sqlx::raw_sql("update lms.courses set language = 'fi'").execute(&mut *conn).await.unwrap();
    assert_eq!(find(&mut conn, "key pointing").await.len(), 1);
}

#[sqlx::test(migrations = false)]
async fn names_with_punctuation_are_told_apart(pool: PgPool) {
    let mut conn = course_of(
        &pool,
        "en",
        &[
            ("One", "C is an old language."),
            ("Two", "C++ adds classes."),
            ("Three", "C# runs on .NET, which is a platform."),
            ("Four", "Write x += 1 to count."),
            ("Five", "Edit docker-compose.yml and read os.environ."),
        ],
    )
    .await;
    for (query, expected) in [
        ("What is C++?", 1),
        ("c#", 2),
        ("what does .NET run", 2),
        ("C", 0),
        ("what does += do", 3),
        ("docker compose", 4),
        ("environ", 4),
    ] {
        let found = find(&mut conn, query).await;
        assert_eq!(found.first().map(|found| found.page_id), Some(page(expected)), "{query}");
    }
    assert_eq!(find(&mut conn, "C++").await.len(), 1);
}

#[sqlx::test(migrations = false)]
async fn at_most_three_passages_of_a_page_come_before_others(pool: PgPool) {
    let long: String = (0..6).map(|n| format!("## Trees {n}\n\nTrees are balanced trees.\n\n")).collect();
    let mut conn =
        course_of(&pool, "en", &[("Trees", &long), ("Other", "A tree is mentioned here once.")]).await;
    let pages: Vec<_> = find(&mut conn, "trees").await.iter().map(|found| found.page_id).collect();
    assert_eq!(pages, [0, 0, 0, 1, 0, 0, 0].map(page));
}

#[sqlx::test(migrations = false)]
async fn no_query_is_an_error(pool: PgPool) {
    let mut conn = world(&pool).await;
    index(&mut conn, &[COURSE]).await;
    let long = format!("zebra {}", "how many stripes ' \" \\ & | ! <-> :* () ".repeat(250));
    for query in [
        "",
        " ",
        "?",
        "the of and",
        "🙂",
        "\0",
        "a\0b zebra",
        "'",
        "\"zebra",
        "zebra'",
        "zebra & | !",
        "zebra:*",
        "(zebra",
        "<->",
        "zebra <-> stripes",
        "\\",
        "\\'",
        "%_%",
        "-zebra",
        "zebra or stripes",
        "\u{202E}zebra",
        "e\u{301}",
        "\u{301}",
        "ﷺ",
        "１２３",
        "İstanbul",
        "ẞ",
        &long,
        &"z".repeat(10_000),
        &"数".repeat(10_000),
    ] {
        let found = find(&mut conn, query).await;
        assert!(found.len() <= 1, "{query}");
        assert_eq!(found.len(), usize::from(query.contains("zebra")), "{query}");
    }
}

#[sqlx::test(migrations = false)]
async fn naughty_strings_never_error(pool: PgPool) {
    #[allow(clippy::disallowed_methods, reason = "a test finds its data by the environment")]
    let named = std::env::var_os("SHARED_DATA").map(PathBuf::from);
    let folder =
        named.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let Ok(json) = std::fs::read_to_string(folder.join("strings/blns.json")) else {
        eprintln!("SKIPPED: no naughty strings in {}; set SHARED_DATA", folder.display());
        return;
    };
    let strings: Vec<String> = serde_json::from_str(&json).unwrap();
    let storable: Vec<String> = strings.iter().map(|string| string.replace('\0', "")).collect();
    let bodies: Vec<String> = storable.chunks(10).map(|strings| strings.join("\n\n")).collect();
    let titles = storable.iter().step_by(10).map(String::as_str);
    let pages: Vec<(&str, &str)> = titles.zip(bodies.iter().map(String::as_str)).collect();
    let mut conn = course_of(&pool, "en", &pages).await;
    for string in &strings {
        assert!(find(&mut conn, string).await.len() <= 8);
    }
}

#[sqlx::test(migrations = false)]
async fn a_course_without_passages_or_that_does_not_exist_has_nothing(pool: PgPool) {
    let mut conn = world(&pool).await;
    for course in [COURSE, CourseId(Uuid::nil())] {
        assert_eq!(search(&mut conn, &SearchRequest { course, ..request("zebra") }).await.unwrap(), []);
    }
}

#[sqlx::test(migrations = false)]
async fn no_more_than_the_limit_is_found(pool: PgPool) {
    let mut conn = course_of(&pool, "en", &[("A", "Cats."), ("B", "Cats."), ("C", "Cats.")]).await;
    for limit in 0..4 {
        assert_eq!(search(&mut conn, &SearchRequest { limit, ..request("cat") }).await.unwrap().len(), limit);
    }
}
