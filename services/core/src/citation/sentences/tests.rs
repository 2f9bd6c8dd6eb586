use proptest::prelude::*;

use super::*;

fn split(language: &str, text: &str) -> Vec<String> {
    sentences(text, language).into_iter().map(|sentence| text[sentence.range].to_owned()).collect()
}

/// `|` in the wanted text stands where sentences part.
#[track_caller]
fn assert_split(language: &str, marked: &str) {
    let text = marked.replace('|', "");
    let wanted: Vec<String> = marked.split('|').map(|part| part.trim().to_owned()).collect();
    assert_eq!(split(language, &text), wanted, "{language}");
}

#[test]
fn abbreviations_initials_and_numbers_do_not_end_a_sentence() {
    for (language, marked) in [
        ("en", "Some keys, e.g. surrogate keys, are numbers. |Others, i.e. Natural keys, are not."),
        ("en", "See Fig. 2 and No. 5, cf. Codd (1970). |Dr. Chen, Prof. Date et al. 1999 agree."),
        ("en", "Is it No. |No. |Really?! |Yes..."),
        ("en", "E. F. Codd wrote it in the U.S. in 1970. |C. J. Date explains it. |J. Smith, too."),
        ("en", "It is written in C. |The next one is not. |Version 2.1.3 of it came in 2001. |Then 3.14."),
        ("en", "Keys, rows, etc. are stored. |Keys, rows, etc. |They are stored."),
        ("en", "It takes 5 ms. |Indexes help."),
        ("en", "Wait… what? |Well… |Then no."),
        (
            "fi",
            "Avaimia ovat esim. Pääavain ja ns. viiteavain, ks. 3. luku ja s. 24. |Katso myös 5. toukokuuta.",
        ),
        (
            "fi",
            "Mallin esitti mm. Codd vuonna 1970. |Se on yhä käytössä jne. |Tässä on taulu T. |Se on tyhjä.",
        ),
        ("sv", "Nycklar, t.ex. Primärnycklar, förklaras i 2. kapitlet, jfr. Codd. |Se s. 12."),
        (
            "de",
            "Siehe 2. Kapitel, z. B. Abb. 3 bzw. Tabelle 4. |Das war 1970. |Am 3. Mai kam er. |Der Schlüssel fehlt.",
        ),
        ("de", "Es gibt 2. |Das ist d. h. Klar usw. |Und so."),
        ("fr", "La clé, p. ex. Primaire, est unique. |M. Codd l'a dit, cf. chap. 2."),
        ("es", "La clave, p. ej. Primaria, es única. |¿Qué es? |El Sr. Codd, pág. 3."),
        ("ru", "Ключ, т. е. Первичный, и т. д. |Это всё. |См. рис. 2."),
        ("xx", "One (e.g. Two). |Three."),
    ] {
        assert_split(language, marked);
    }
}

#[test]
fn code_urls_formulas_links_and_quotations_are_not_cut() {
    for marked in [
        "Call `a. B()` or a.b() in main.rs. |See https://example.org/a.b?c=1. |Then go.",
        "The value $x. Y$ grows. |It costs $5. |Or $6.",
        "See [ch. A. The end](https://e.org/a) now. |Next [1] one.",
        "The page says “A key is unique. It is not null.” |Next.",
        "The page says \"A key. It is.\" and more. |\"Why?\" he asked. |\"Why?\" |He left.",
        "Sivu sanoo: ”Avain on uniikki. Se on avain.” |Toinen.",
        "**A key is unique.** |_It is._ |(It is so.) |Next (see above).",
        "A stray \" mark. |A stray ` tick. |A stray [ bracket. |A \\$ sign. |End",
        "Use \\(a. B\\) here. |Then.",
    ] {
        assert_split("en", marked);
    }
}

#[test]
fn chinese_and_japanese_need_no_blank() {
    assert_split("zh", "键是唯一的。|“它不为空。”|真的吗？|是。");
    assert_split("ja", "「キーは一意です。」|次。");
}

fn kinds(text: &str) -> Vec<(SentenceKind, &str)> {
    sentences(text, "en").into_iter().map(|sentence| (sentence.kind, &text[sentence.range])).collect()
}

#[test]
fn every_kind_of_block_is_told() {
    use SentenceKind::{Code, Formula, Heading, ListItem, Prose, TableRow};
    let text = "# Keys. A title\nA key has\nparts:\n- One part. It is small.\n* [x] Two\n  goes on\n1) Three\n   ```sql\n   \
                SELECT 1.\n\n   ```\n\n> A quote.\n> Goes on\n> here.\n\n| a | b. C |\n|---|:--|\n| 1 | 2 |\n---\n$$\nx = y. Z\n\
                $$\n\\[a\\]\nText $a$ here.\n\n$a = b$.\n\n~~~\nopen";
    assert_eq!(
        kinds(text),
        [
            (Heading, "# Keys. A title"),
            (Prose, "A key has\nparts:"),
            (ListItem, "One part."),
            (ListItem, "It is small."),
            (ListItem, "Two\n  goes on"),
            (ListItem, "Three"),
            (Code, "```sql\n   SELECT 1.\n\n   ```"),
            (Prose, "A quote."),
            (Prose, "Goes on\n> here."),
            (TableRow, "| a | b. C |"),
            (TableRow, "| 1 | 2 |"),
            (Formula, "$$\nx = y. Z\n$$"),
            (Formula, "\\[a\\]"),
            (Prose, "Text $a$ here."),
            (Formula, "$a = b$."),
            (Code, "~~~\nopen"),
        ]
    );
}

#[test]
fn a_wrapped_line_goes_on_and_a_list_does_not() {
    for (text, wanted) in [
        ("It was in\n1984. Then", vec!["It was in\n1984.", "Then"]),
        ("Steps\n1. One\n2. Two", vec!["Steps", "One", "Two"]),
        ("One  \ntwo\\\nthree", vec!["One", "two\\", "three"]),
        ("One.\n\ntwo", vec!["One.", "two"]),
        ("One\n# Two\nthree\n```\nfour\n```\nfive", vec!["One", "# Two", "three", "```\nfour\n```", "five"]),
        ("- 3. luku\n-\n\n- `a`", vec!["3. luku", "`a`"]),
        ("```not a block``` here. Next", vec!["```not a block``` here.", "Next"]),
        ("Title\n===\nText", vec!["Title", "Text"]),
        ("**Note.** Text", vec!["**Note.**", "Text"]),
        ("", vec![]),
        (" \n\t\n", vec![]),
    ] {
        assert_eq!(split("en", text), wanted, "{text:?}");
    }
}

#[test]
fn a_sentence_is_given_as_soon_as_it_is_certain() {
    let mut splitter = SentenceSplitter::new("en");
    assert_eq!(splitter.push("A key is unique."), []);
    assert_eq!(splitter.push(" "), []);
    assert_eq!(splitter.push("T").len(), 1);
    assert_eq!(splitter.push("able rows have keys.\n"), []);
    assert_eq!(splitter.push("\n").len(), 1);
    assert_eq!(splitter.push("```\ncode. It is.\n"), []);
    assert_eq!(splitter.push("```"), []);
    assert_eq!(splitter.push("\n").len(), 1);
    assert_eq!(splitter.push("Last"), []);
    assert_eq!(splitter.finish().len(), 1);
    assert_eq!(splitter.finish(), []);
}

fn is_separator(line: &str) -> bool {
    line.chars().all(|c| c.is_whitespace() || c.is_ascii_digit() || "-*+_=•>|:.)[]xX".contains(c))
}

/// Text with many of the marks that matter.
const MARKED: &str = "([a-cA-C1-3é。😀]|[.!?…:]| |\n|\n\n|[`$~\"“”„«»'()*_#>|\\\\-]|```\n|\n```|\\$\\$|\\]\\(|\n- |\n1\\. |\\[|e\\.g\\. |E\\. ){0,40}";

proptest! {
    #[test]
    fn any_split_gives_the_same(
        text in MARKED,
        language in "en|fi|de|xx",
        cuts in prop::collection::vec(0usize..80, 0..8),
    ) {
        let whole = sentences(&text, &language);
        let mut ends: Vec<usize> = text.char_indices().map(|(at, _)| at).filter(|at| cuts.contains(at)).collect();
        ends.push(text.len());
        let mut splitter = SentenceSplitter::new(&language);
        let (mut given, mut start) = (Vec::new(), 0);
        for end in ends {
            given.extend(splitter.push(&text[start..end]));
            start = end;
        }
        given.extend(splitter.finish());
        prop_assert_eq!(given, whole);
    }

    #[test]
    fn character_by_character_gives_the_same(text in MARKED) {
        let mut splitter = SentenceSplitter::new("en");
        let mut given: Vec<Sentence> = text.chars().flat_map(|c| splitter.push(c.encode_utf8(&mut [0; 4]))).collect();
        given.extend(splitter.finish());
        prop_assert_eq!(given, sentences(&text, "en"));
    }

    #[test]
    fn sentences_are_in_order_and_leave_nothing_out(text in prop_oneof![MARKED, "(?s:.){0,60}"]) {
        let mut end = 0;
        for sentence in sentences(&text, "en") {
            prop_assert!(sentence.range.start >= end);
            prop_assert!(is_separator(&text[end..sentence.range.start]), "{:?}", &text[end..sentence.range.start]);
            prop_assert!(!text[sentence.range.clone()].trim().is_empty());
            prop_assert_eq!(text[sentence.range.clone()].trim(), &text[sentence.range.clone()]);
            end = sentence.range.end;
        }
        prop_assert!(is_separator(&text[end..]), "{:?}", &text[end..]);
    }
}
