//! How long it takes to check a whole course anew. Ignored: it is for whoever changes how that is done.

use std::fmt::Write as _;
use std::time::Instant;

use chatbot_protocol::PageId;
use sqlx::PgPool;
use uuid::Uuid;

use crate::citing::{answer, cite, recheck_all};
use crate::world::*;

const PAGES: u32 = 500;
const SECTIONS: u32 = 20;

/// A section of some 150 words that no other section has.
fn section(page: u32, section: u32) -> String {
    const WORDS: [&str; 24] = [
        "relation",
        "tuple",
        "index",
        "query",
        "plan",
        "join",
        "filter",
        "cursor",
        "lock",
        "schema",
        "view",
        "buffer",
        "commit",
        "the",
        "of",
        "and",
        "is",
        "in",
        "a",
        "every",
        "transaction",
        "column",
        "which",
        "then",
    ];
    let mut seed = u64::from(page * SECTIONS + section).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1;
    let mut text = format!("Section {section} of page {page} tells of case {page}x{section} in detail.");
    for sentence in 0..11 {
        text.push_str(" It is");
        for _ in 0..11 {
            seed ^= seed << 13;
            seed ^= seed >> 7;
            seed ^= seed << 17;
            let word = WORDS[usize::try_from(seed % 24).unwrap()];
            text.push(' ');
            text.push_str(word);
        }
        write!(text, " number {sentence}.").unwrap();
    }
    text
}

fn body(page: u32, heading: &str, edit: impl Fn(String) -> String) -> String {
    (0..SECTIONS).map(|n| format!("## {heading} {n}\n\n{}\n\n", edit(section(page, n)))).collect()
}

fn id(page: u32) -> PageId {
    PageId(Uuid::from_u128(0x10000 + u128::from(page)))
}

#[sqlx::test(migrations = false)]
#[ignore = "a measurement"]
async fn a_course_with_ten_thousand_cited_passages_that_is_imported_anew(pool: PgPool) {
    let mut conn = world(&pool).await;
    for page in 0..PAGES {
        add_page(&mut conn, id(page), COURSE, None, &format!("P{page}"), &body(page, "Part", |text| text))
            .await;
    }
    index(&mut conn, &[COURSE]).await;
    answer(&mut conn).await;
    let pages: Vec<PageId> = (0..PAGES).map(id).collect();
    cite(&mut conn, &pages, "It is [^.]*\\.").await;
    for round in ["first", "second"] {
        let moved_from = |page: u32| (page + PAGES - 5) % PAGES;
        for page in 0..PAGES {
            let text = match page % 5 {
                0 => body(page, "Part", |text| text.replace("in detail", &format!("in {round} detail"))),
                1 => body(page, "Part", |text| text.replace("It is", &format!("It {round} is"))),
                // The text of a page goes to another one.
                2 => body(moved_from(page), "Moved", |text| text),
                3 => "## Nothing\n\nis left here.".to_owned(),
                _ => body(page, &format!("Renamed {round}"), |text| text),
            };
            edit_page(&mut conn, id(page), &text).await;
        }
        let start = Instant::now();
        index(&mut conn, &[COURSE]).await;
        let indexed = start.elapsed();
        let start = Instant::now();
        let judged = recheck_all(&mut conn, now()).await;
        let took = start.elapsed();
        println!(
            "{round} time: indexed in {indexed:.1?}, then {judged} cited sentences judged in {took:.1?}"
        );
        let counts: Vec<(String, i64)> =
            sqlx::query_as("select freshness, count(*) from chatbot.cited_sentences group by 1 order by 1")
                .fetch_all(&mut *conn)
                .await
                .unwrap();
        println!("  {counts:?}");
        assert!(took.as_secs() < 60);
    }
}
