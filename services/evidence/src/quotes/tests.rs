use super::*;
use crate::markup;

fn quoted(text: &str) -> Vec<&str> {
    quotations(text, &markup::pieces(text)).into_iter().map(|range| &text[range]).collect()
}

fn found<'p>(quotation: &str, passage: &'p str) -> Option<&'p str> {
    find(quotation, &Plain::of(passage)).map(|range| &passage[range])
}

#[test]
fn quotations_are_found_in_every_style_of_marks() {
    for (text, wanted) in [
        (
            "It says \"a key is unique\" and \"never null at all\".",
            vec!["a key is unique", "never null at all"],
        ),
        ("It says “a key is unique.”", vec!["a key is unique."]),
        (
            "Sivu sanoo ”avain on uniikki rivi” ja »se on avain«.",
            vec!["avain on uniikki rivi", "se on avain"],
        ),
        ("Er sagt „ein Schlüssel ist eindeutig“.", vec!["ein Schlüssel ist eindeutig"]),
        ("Elle dit « la clé est unique » ici.", vec![" la clé est unique "]),
        ("Elle dit «la clé est unique» ici.", vec!["la clé est unique"]),
        ("It says 'a key is unique' and ‘don’t use null’.", vec!["a key is unique", "don’t use null"]),
        ("It's the keys' order, don't worry about teachers' keys.", vec![]),
        ("A so-called \"key\", a \"row set\", the “normalisation”.", vec![]),
        (
            "A \"composite primary key\" is **\"made of columns\"**.",
            vec!["composite primary key", "made of columns"],
        ),
        ("Write `name = \"a b c d\"` here.", vec![]),
        ("书上说“键是唯一的标识”。", vec!["键是唯一的标识"]),
        ("He wrote \"A Relational Model of Data\" in 1970.", vec![]),
        ("A lone \" mark and a 5\" screen are not quotations.", vec![]),
    ] {
        assert_eq!(quoted(text), wanted, "{text}");
    }
}

const PAGE: &str = "Every row has a primary\nkey – it is **never** null. “Codd’s rule” says so; the re\u{301}sume\u{301} \
                    ends here.\nkeys and locks";

#[test]
fn white_space_marks_dashes_and_the_first_letters_case_do_not_matter() {
    for (quotation, wanted) in [
        ("every row has a primary key", "Every row has a primary\nkey"),
        ("Row has a primary key - it is never null.", "row has a primary\nkey – it is **never** null"),
        ("\"Codd's rule\" says so", "Codd’s rule” says so"),
        ("row, has a primary key,", "row has a primary\nkey"),
        ("it is _never_ null", "it is **never** null"),
        ("the résumé ends", "the re\u{301}sume\u{301} ends"),
        ("\u{2067}never\u{200f}\u{2069} null\u{202c}", "never** null"),
        ("[E]very row has", "Every row has"),
        ("Every row … never null", "Every row has a primary\nkey – it is **never** null"),
        (
            "every row [...] says so",
            "Every row has a primary\nkey – it is **never** null. “Codd’s rule” says so",
        ),
        ("every [single] row has a", "Every row has a"),
    ] {
        assert_eq!(found(quotation, PAGE).unwrap_or_default(), wanted, "{quotation}");
    }
}

#[test]
fn a_quotation_that_is_cut_anywhere_is_found_up_to_a_whole_letter_or_not_at_all() {
    let page = "The teacher 👩\u{200d}🏫 reads a re\u{301}sume\u{301} of 🇫🇮 keys: 5\u{fe0f}\u{20e3} rows";
    let ends = page.char_indices().map(|(at, _)| at).skip(1).chain([page.len()]);
    for found in ends.filter_map(|end| found(&page[..end], page)) {
        assert!(page.starts_with(found), "{found:?}");
        assert!(!page[found.len()..].starts_with('\u{301}'), "{found:?} ends in the middle of a letter");
    }
    assert_eq!(found(page, page), Some(page));
    assert_eq!(found("reads a résumé", page), Some("reads a re\u{301}sume\u{301}"));
    assert_eq!(found("reads a résume", page), None, "another word");
}

#[test]
fn one_other_word_is_another_quotation() {
    for quotation in [
        "every row has a foreign key",
        "it is always null",
        "never null ... every row",
        "very row has",
        // Cyrillic letters, Greek ones, and words that are turned to be read from the other end.
        "every row has a primаry kеy",
        "Every rοw has a primary key",
        "\u{202e}llun reven si ti\u{202c}",
        "and lock",
        "…",
        "",
    ] {
        assert_eq!(found(quotation, PAGE), None, "{quotation}");
    }
}

#[test]
fn a_title_in_quotation_marks_is_a_title() {
    assert!(is_title("Primary *keys*.", "primary keys"));
    assert!(!is_title("Primary key", "Primary keys"));
}
