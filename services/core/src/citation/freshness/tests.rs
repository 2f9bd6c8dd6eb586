use chatbot_protocol::PageId;
use uuid::Uuid;

use super::*;
use crate::passage::hash;

const PAGE: PageId = PageId(Uuid::from_u128(1));
const OTHER: PageId = PageId(Uuid::from_u128(2));

const OLD: &str = "Keys are columns. A primary key identifies every row of a table. It costs 4 bytes.";
const SPAN: &str = "A primary key identifies every row of a table.";
const INTRO: (&str, &str) = ("intro", "All about tables.");

fn now(page: PageId, anchor: &str, text: &str) -> PassageNow {
    PassageNow { page, anchor: anchor.into(), hash: hash(text), text: text.into() }
}

fn cited(span: Option<&str>) -> CitedPassage<'_> {
    CitedPassage { page: PAGE, anchor: "keys", text: OLD, hash: hash(OLD), span }
}

/// What is said of a span when these passages stand on its page and elsewhere.
fn said(span: Option<&str>, here: &[(&str, &str)], elsewhere: &[(&str, &str)]) -> String {
    let read = |page, passages: &[(&str, &str)]| {
        Standing::new(passages.iter().map(|(anchor, text)| now(page, anchor, text)).collect::<Vec<_>>())
    };
    let found = judge(&cited(span), &read(PAGE, here), &read(OTHER, elsewhere));
    let place = found.place().map(|place| {
        format!(" {}#{}", if place.page == PAGE { "same page" } else { "other page" }, place.anchor)
    });
    format!("{}{}", found.as_str(), place.unwrap_or_default())
}

#[test]
fn a_cited_text_is_judged_by_where_it_stands_now() {
    let intro = INTRO;
    for (what, here, elsewhere, wanted) in [
        ("nothing happened", vec![("keys", OLD)], vec![], "fresh"),
        (
            "a typo elsewhere in the passage",
            vec![("keys", &*OLD.replace("columns", "collumns"))],
            vec![],
            "fresh",
        ),
        ("another paragraph before it", vec![intro, ("keys", OLD)], vec![], "fresh"),
        ("other white space", vec![("keys", &*OLD.replace(' ', "\n\u{a0} "))], vec![], "fresh"),
        (
            "cut in two where it stands",
            vec![
                ("keys", "Keys are columns. A primary key identifies"),
                ("keys", "every row of a table. More."),
            ],
            vec![],
            "fresh",
        ),
        ("a copy elsewhere", vec![("keys", OLD)], vec![("other", OLD)], "fresh"),
        ("a new heading", vec![("primary-keys", OLD)], vec![], "moved same page#primary-keys"),
        (
            "under another heading",
            vec![("keys", "Keys are columns."), ("more", SPAN)],
            vec![],
            "moved same page#more",
        ),
        ("to another page", vec![intro], vec![("", "None."), ("rows", OLD)], "moved other page#rows"),
        ("the page deleted, the text kept", vec![], vec![("rows", OLD)], "moved other page#rows"),
        ("here rather than elsewhere", vec![("more", OLD)], vec![("rows", OLD)], "moved same page#more"),
    ] {
        assert_eq!(said(Some(SPAN), &here, &elsewhere), wanted, "{what}");
    }
}

#[test]
fn a_cited_text_that_stands_nowhere_is_changed_or_gone() {
    let intro = INTRO;
    for (what, here, wanted) in [
        ("a word replaced", vec![("keys", &*OLD.replace("every", "each"))], "changed same page#keys"),
        (
            "a typo mended",
            vec![intro, ("keys", &*OLD.replace("identifies", "identifys"))],
            "changed same page#keys",
        ),
        ("case", vec![("keys", &*OLD.replace("A primary", "a primary"))], "changed same page#keys"),
        (
            "said in other words",
            vec![("keys", "A primary key singles out each row of a table, always.")],
            "changed same page#keys",
        ),
        (
            "changed, and under another heading",
            vec![intro, ("rows", "A primary key identifies each row of a table.")],
            "changed same page#rows",
        ),
        ("the page deleted", vec![], "gone"),
        ("the paragraph deleted", vec![intro, ("keys", "Keys are columns.")], "gone"),
        (
            "only small words are left of it",
            vec![(
                "keys",
                "A view of a table is a query, and every query of a user is of the kind that one has.",
            )],
            "gone",
        ),
    ] {
        assert_eq!(said(Some(SPAN), &here, &[]), wanted, "{what}");
    }
}

#[test]
fn only_whole_words_and_numbers_stand() {
    for (span, text, wanted) in [
        ("It costs 4", "It costs 4 bytes.", "fresh"),
        ("It costs 4", "It costs 42 bytes.", "changed same page#keys"),
        ("It costs 4", "It costs 4.5 bytes.", "changed same page#keys"),
        ("It costs 4", "It costs 4.", "fresh"),
        ("primary key", "A primary keyboard.", "changed same page#keys"),
        // A stretch that cut a word when it was cited is not held to more.
        ("primary ke", "A primary key.", "fresh"),
    ] {
        assert_eq!(said(Some(span), &[("keys", text)], &[]), wanted, "{span} in {text}");
    }
}

#[test]
fn scripts_without_spaces_are_judged_as_well() {
    let text = "主キーは表の各行を一意に識別する。外部キーは別の表を指す。";
    let cited = CitedPassage {
        page: PAGE,
        anchor: "",
        text,
        hash: hash(text),
        span: Some("表の各行を一意に識別する"),
    };
    let on_page = |text: &str| Standing::new([now(PAGE, "", text)]);
    let nowhere = Standing::default();
    assert_eq!(judge(&cited, &on_page(&format!("はじめに。{text}")), &nowhere), Freshness::Fresh);
    let edited = text.replace("一意に", "必ず");
    assert_eq!(judge(&cited, &on_page(&edited), &nowhere).as_str(), "changed");
    assert_eq!(judge(&cited, &on_page("天気は晴れ。"), &nowhere), Freshness::Gone);
}

#[test]
fn without_a_cited_stretch_the_passages_hash_counts() {
    for (what, here, elsewhere, wanted) in [
        ("nothing happened", vec![("keys", OLD)], vec![], "fresh"),
        ("one of several", vec![("keys", "More."), ("keys", OLD)], vec![], "fresh"),
        ("elsewhere", vec![], vec![("rows", OLD)], "moved other page#rows"),
        ("any edit", vec![("keys", &*OLD.replace("columns", "columms"))], vec![], "changed same page#keys"),
        ("deleted", vec![], vec![], "gone"),
    ] {
        assert_eq!(said(None, &here, &elsewhere), wanted, "{what}");
    }
}

#[test]
fn many_texts_are_found_at_once_white_space_aside() {
    let sought = Sought::new([
        CitedText::Stretch("A primary key"),
        CitedText::Stretch("primary\n key identifies"),
        CitedText::Stretch(" "),
        CitedText::Passage(hash("A  primary key identifies rows.")),
        CitedText::Stretch("foreign"),
    ]);
    let found = sought.found_in(&now(PAGE, "", "A  primary key identifies rows."));
    assert_eq!(found.into_iter().collect::<Vec<_>>(), [0, 1, 3]);
    assert!(Sought::new([]).found_in(&now(PAGE, "", "Anything.")).is_empty());
}

#[test]
fn an_empty_stretch_stands_nowhere() {
    assert_eq!(said(Some(" \n"), &[("keys", OLD)], &[]), "gone");
}
