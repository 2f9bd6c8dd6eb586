//! The search as a whole: what is found, what is not, and that nothing a person writes breaks it.

#![allow(clippy::unwrap_used, reason = "tests")]

use std::path::PathBuf;

use chatbot_protocol::PassageId;
use chatbot_search::{CourseIndex, IndexBuilder, PassageText, Question, Vectors};
use proptest::prelude::*;
use uuid::Uuid;

fn id(number: usize) -> PassageId {
    PassageId(Uuid::from_u128(u128::try_from(number).unwrap()))
}

/// Language, title and text of each passage.
fn index(passages: &[(&str, &str, &str)]) -> CourseIndex {
    let mut builder = IndexBuilder::default();
    for (number, (language, title, text)) in passages.iter().enumerate() {
        builder.add(&PassageText { id: id(number), language, title, headings: &[], text });
    }
    builder.build()
}

fn found(index: &CourseIndex, text: &str) -> Vec<usize> {
    let hits = index.search(&Question { text, ..Question::default() }, None, 10);
    hits.iter().map(|hit| usize::try_from(hit.passage.0.as_u128()).unwrap()).collect()
}

#[test]
fn each_passage_is_analysed_in_its_language_and_a_question_in_all() {
    let index = index(&[
        ("en", "Keys", "Primary keys name rows."),
        ("fi", "Avaimet", "Perusavaimet yksilöivät rivit."),
        ("zh", "外键", "外键指向另一个表中的行。"),
        ("ja", "キー", "外部キーは別の表の行を指します。"),
        ("th", "คีย์", "คีย์นอกชี้ไปยังแถวของตารางอื่น"),
    ]);
    for (question, passage) in [
        ("What is a primary key?", 0),
        ("Mikä on perusavain?", 1),
        ("什么是外键", 2),
        ("外部キーとは何ですか", 3),
        ("คีย์นอกคืออะไร", 4),
    ] {
        assert_eq!(found(&index, question).first(), Some(&passage), "{question}");
    }
}

#[test]
fn what_the_course_does_not_have_finds_nothing() {
    let index = index(&[
        ("en", "Transactions", "A transaction is all or nothing; its isolation keeps others out."),
        ("en", "Normalization", "Normalization splits tables so that nothing is said twice."),
    ]);
    for question in [
        "",
        "?!",
        "the of and",
        "Who won the ice hockey championship?",
        "Please explain quantum chromodynamics",
    ] {
        assert!(found(&index, question).is_empty(), "{question}");
    }
    assert!(found(&CourseIndex::default(), "anything").is_empty());
}

#[test]
fn a_slip_of_the_pen_is_forgiven() {
    let index = index(&[
        ("en", "One", "A transaction is all or nothing."),
        ("en", "Two", "Normalization splits tables."),
        ("en", "Three", "An index speeds up queries."),
    ]);
    for (question, passage) in
        [("transacton", 0), ("tranasction", 0), ("normalisaton", 1), ("idnex", 2), ("querys", 2)]
    {
        assert_eq!(found(&index, question).first(), Some(&passage), "{question}");
    }
}

#[test]
fn names_with_signs_are_told_apart() {
    let index = index(&[
        ("en", "One", "C is an old language."),
        ("en", "Two", "C++ has classes."),
        ("en", "Three", "C# runs on .NET."),
        ("en", "Four", "The net is cast."),
    ]);
    for (question, passages) in
        [("C++", vec![1]), ("c#", vec![2]), (".NET?", vec![2]), ("C", vec![0]), ("net", vec![3])]
    {
        assert_eq!(found(&index, question), passages, "{question}");
    }
}

#[test]
fn meaning_adds_hits_and_moves_them() {
    let index = index(&[("en", "", "Fish swim."), ("en", "", "Birds fly."), ("en", "", "Lions roar.")]);
    let question = Question { text: "birds", ..Question::default() };
    let hits = index.search(&question, Some(&[-0.5, 0.2, 1.0]), 10);
    assert_eq!(hits.iter().map(|hit| hit.passage).collect::<Vec<_>>(), [id(1), id(2)]);
    let question = Question { text: "felines", ..Question::default() };
    assert_eq!(index.search(&question, Some(&[0.0, -1.0, 1.0]), 10)[0].passage, id(2));
    assert!(index.search(&question, None, 10).is_empty());
}

#[test]
fn the_same_passages_give_the_same_order() {
    let passages: Vec<(&str, &str, &str)> = vec![("en", "Same", "The very same text."); 50];
    let index = index(&passages);
    assert_eq!(found(&index, "same text"), (0..10).collect::<Vec<_>>());
    assert!(index.bytes() > 0 && index.bytes() < 20_000, "{}", index.bytes());
}

#[test]
fn naughty_strings_are_searched_and_searched_for() {
    #[allow(clippy::disallowed_methods, reason = "a test finds its data by the environment")]
    let named = std::env::var_os("SHARED_DATA").map(PathBuf::from);
    let folder =
        named.unwrap_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"));
    let Ok(json) = std::fs::read_to_string(folder.join("strings/blns.json")) else {
        eprintln!("SKIPPED: no naughty strings in {}; set SHARED_DATA", folder.display());
        return;
    };
    let strings: Vec<String> = serde_json::from_str(&json).unwrap();
    let passages: Vec<(&str, &str, &str)> =
        strings.iter().map(|string| (string.as_str(), string.as_str(), string.as_str())).collect();
    let index = index(&passages);
    for string in &strings {
        assert!(found(&index, string).len() <= 10);
    }
}

proptest! {
    #[test]
    fn nothing_breaks_it(
        texts in proptest::collection::vec(("[a-z]{2}", "\\PC{0,20}", "(?s:.{0,80})"), 0..12),
        question in "(?s:.{0,60})|[a-z ]{0,40}",
        earlier in proptest::collection::vec("\\PC{0,30}", 0..9),
        answer in proptest::option::of("\\PC{0,60}"),
        meaning in proptest::option::of(proptest::collection::vec(-2.0..2.0_f32, 0..20)),
        limit in 0..20_usize,
    ) {
        let passages: Vec<(&str, &str, &str)> =
            texts.iter().map(|(language, title, text)| (language.as_str(), title.as_str(), text.as_str())).collect();
        let index = index(&passages);
        let question = Question { text: &question, earlier: &earlier, last_answer: answer.as_deref() };
        let hits = index.search(&question, meaning.as_deref(), limit);
        prop_assert!(hits.len() <= limit);
        prop_assert!(hits.windows(2).all(|pair| pair[0].rank >= pair[1].rank));
        prop_assert!(hits.iter().all(|hit| hit.rank.is_finite()));
    }

    #[test]
    fn a_word_of_a_passage_finds_it(words in proptest::collection::vec("[bcdfg][aeiou][klmnp][aeiou]z{1,3}", 1..30)) {
        let text = words.join(" ");
        let index = index(&[("xx", "", &text), ("xx", "", "other")]);
        for word in &words {
            let hits = found(&index, word);
            prop_assert_eq!(hits.first(), Some(&0));
        }
    }

    #[test]
    fn any_vector_is_taken_or_left(vectors in proptest::collection::vec(proptest::collection::vec(any::<f32>(), 0..5), 0..6), question in proptest::collection::vec(any::<f32>(), 0..5)) {
        let mut all = Vectors::new(vectors.len(), 3);
        for (number, vector) in vectors.iter().enumerate() {
            if let Some(packed) = chatbot_search::vectors::PackedVector::pack(vector) {
                all.set(number, packed.as_bytes());
            }
        }
        let nearness = all.nearness(&question).unwrap_or_default();
        prop_assert!(nearness.iter().all(|nearness| !nearness.is_nan() && *nearness <= 1.001));
    }
}
