use super::*;
use crate::markup;

fn shown(language: &str, text: &str) -> Vec<(Kind, String)> {
    let tokens = Keys::of(language).tokens(text, &markup::pieces(text));
    tokens.into_iter().map(|token| (token.kind, token.key)).collect()
}

fn keys(language: &str, text: &str) -> String {
    shown(language, text).into_iter().map(|(_, key)| key).collect::<Vec<_>>().join(" ")
}

fn names(language: &str, text: &str) -> Vec<String> {
    shown(language, text).into_iter().filter(|(kind, _)| *kind == Kind::Name).map(|(_, key)| key).collect()
}

#[test]
fn numbers_words_for_numbers_and_dates_are_the_same_in_every_language() {
    for (language, text, wanted) in [
        ("en", "two of 260,000 on November 2, 2004", "#2 #260000 @11 #2004"),
        ("en", "In May 2010 it may march", "@5 #2010 march"),
        ("fi", "kolme riviä 1.6.2018 ja 5. toukokuuta", "#3 riv #1 @6 #2018 #5 @5"),
        ("sv", "två rader den 5 maj", "#2 rad #5 @5"),
        ("de", "zwei am 3. März", "#2 #3 @3"),
        ("es", "dos en enero", "#2 @1"),
        ("fr", "trois en août", "#3 @8"),
        ("ru", "две 5 января", "#2 #5 @1"),
    ] {
        assert_eq!(keys(language, text), wanted, "{language}: {text}");
    }
}

#[test]
fn names_are_told_from_words_that_merely_begin_a_sentence() {
    for (language, text, wanted) in [
        ("en", "Relations were proposed by Edgar Codd at IBM.", vec!["edgar", "codd", "ibm"]),
        ("en", "Edgar Codd: Tables hold rows | Each has", vec!["edgar", "codd"]),
        (
            "en",
            "“Tables” in the US, E. F. Codd's PostgreSQL and 3NF",
            vec!["us", "codd", "postgresql", "3nf"],
        ),
        ("en", "THIS IS ALL SHOUTED TEXT", vec![]),
        ("de", "Der Schlüssel der Tabelle in SQL", vec!["sql"]),
        ("fi", "Taulun esitti Codd", vec!["cod"]),
    ] {
        assert_eq!(names(language, text), wanted, "{language}: {text}");
    }
}

#[test]
fn code_is_looked_for_as_it_is_written() {
    assert_eq!(
        shown("en", "Use `SELECT user_id` and `<=` for keys"),
        [
            (Kind::Word, "use".to_owned()),
            (Kind::Code, "select".to_owned()),
            (Kind::Code, "user_id".to_owned()),
            (Kind::Code, "`<=".to_owned()),
            (Kind::Word, "key".to_owned()),
        ]
    );
}

#[test]
fn what_says_nothing_is_left_out() {
    assert_eq!(keys("en", "According to the page, it doesn't use Codd's _keys_."), "use codd key");
    assert_eq!(keys("fi", "Sivun mukaan se on avain."), "ava");
    assert_eq!(keys("zh", "数据库"), "数据 据库");
    assert_eq!(keys("en", ""), "");
}
