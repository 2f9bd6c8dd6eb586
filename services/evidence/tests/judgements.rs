//! Sentences about databases and the verdict that a careful reader would give, from what stands on the page
//! alone. Where words cannot tell, the table says what is given, and why.

#![allow(clippy::unwrap_used, reason = "tests")]

use chatbot_core::citation::evidence::{MissingWeight, QuotePlace};
use chatbot_core::citation::{CitedSentence, EvidencePassage, Judgement, SentenceKind};
use chatbot_evidence::LocalJudge;
use chatbot_protocol::data_part::Verdict::{self, Misquoted, Partly, Supported, Unchecked, Unsupported};

const KEYS: &str = "A primary key identifies every row of a table. No two rows may have the same value in it, and it \
    must not be null. A table has at most one primary key, but it can have several candidate keys. Edgar Codd \
    described keys in 1970, when he worked for IBM.\n\nA foreign key refers to the primary key of another table. \
    The database checks that the referenced row exists. In PostgreSQL the column user_id of the table orders would \
    be written as user_id INTEGER REFERENCES users (id). An index makes searching faster, but every index slows \
    down inserting rows by some 5 percent.\n- Use ON DELETE CASCADE to delete the referring rows, too.";

const NORMAL_FORMS: &str = "A table is in first normal form when each cell holds a single value. The second normal \
    form forbids that a column depends on only a part of the key. Normalisation avoids storing the same fact twice.";

const AVAIMET: &str = "Pääavain yksilöi taulun jokaisen rivin. Kahdella rivillä ei saa olla samaa pääavaimen arvoa, \
    eikä arvo saa olla tyhjä. Taulussa on korkeintaan yksi pääavain. Edgar Codd kuvasi avaimet vuonna 1970, kun hän \
    työskenteli IBM:llä.\n\nViiteavain viittaa toisen taulun pääavaimeen. Tietokanta tarkistaa, että viitattu rivi on \
    olemassa. Indeksi nopeuttaa hakuja mutta hidastaa lisäyksiä noin 5 prosenttia.";

fn english() -> EvidencePassage<'static> {
    EvidencePassage { text: KEYS, title: "Keys", headings: &[], language: "en" }
}

fn finnish() -> EvidencePassage<'static> {
    EvidencePassage { text: AVAIMET, title: "Avaimet", headings: &[], language: "fi" }
}

fn normal_forms() -> EvidencePassage<'static> {
    EvidencePassage { text: NORMAL_FORMS, title: "Normal forms", headings: &[], language: "en" }
}

fn judge(kind: SentenceKind, text: &str, cited: &[EvidencePassage<'_>]) -> Judgement {
    let sentence = CitedSentence { text, language: cited[0].language, kind };
    LocalJudge::default().judge_now(&sentence, cited, &[english(), finnish(), normal_forms()])
}

#[track_caller]
fn assert_verdicts(passage: EvidencePassage<'_>, table: &[(&str, Verdict, &str)]) {
    let wrong: Vec<String> = table
        .iter()
        .map(|(why, wanted, text)| (why, wanted, text, judge(SentenceKind::Prose, text, &[passage])))
        .filter(|(_, wanted, _, given)| given.verdict != **wanted)
        .map(|(why, wanted, text, given)| {
            format!(
                "{why}: {text}\n  wanted {wanted:?}, given {:?} {:?} {:?}",
                given.verdict, given.score, given.missing
            )
        })
        .collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// What is tried, the verdict, and the sentence.
const ENGLISH: &[(&str, Verdict, &str)] = &[
    ("exact", Supported, "A primary key identifies every row of a table."),
    (
        "exact, with a list's mark",
        Supported,
        "**Foreign key**: it refers to the primary key of another table.",
    ),
    ("close", Supported, "Every row of a table is identified by its primary key."),
    ("close", Supported, "The database checks whether the row that is referenced exists."),
    ("close", Supported, "An index speeds up searching, but it slows inserting down by 5%."),
    (
        "two sentences of the page",
        Supported,
        "A table has at most one primary key, and no two rows share its value.",
    ),
    ("number in a word", Supported, "An index slows down inserting rows by some five percent."),
    ("name and year", Supported, "Keys were described by Codd (IBM) in 1970."),
    ("about the page", Supported, "According to the page, a table has at most one primary key."),
    ("quoted", Supported, "The page says “it must not be null”."),
    ("quoted, one mark inside", Supported, "It says \"A table has at most **one** primary key\"."),
    ("quoted with a gap", Supported, "It says \"a foreign key refers ... another table\"."),
    ("code", Supported, "Write `user_id INTEGER REFERENCES users (id)` in the table `orders`."),
    ("code", Supported, "With `ON DELETE CASCADE` the referring rows are deleted, too."),
    ("paraphrase", Partly, "A primary key is a unique and mandatory identifier of table records."),
    ("half of it", Partly, "A foreign key refers to another table and speeds up every join enormously."),
    ("wrong number", Partly, "An index slows down inserting rows by some 15 percent."),
    ("wrong year", Partly, "Edgar Codd described keys in 1980, when he worked for IBM."),
    ("wrong name", Partly, "Peter Chen described keys in 1970, when he worked for IBM."),
    ("wrong company", Partly, "Edgar Codd described keys in 1970, when he worked for Oracle."),
    ("wrong code", Partly, "Use `ON UPDATE CASCADE` to delete the referring rows, too."),
    (
        "wrong column",
        Partly,
        "In PostgreSQL the column `customer_id` of the table `orders` refers to `users`.",
    ),
    ("negated", Partly, "A primary key does not identify every row of a table."),
    ("denial left out", Partly, "It must be null."),
    ("denial left out", Partly, "The value of a primary key must be null."),
    ("one word misquoted", Misquoted, "The page says “it must always be null”."),
    ("one word misquoted", Misquoted, "It says \"A table has at most two primary keys\"."),
    ("of another page", Unsupported, "Normalisation avoids redundancy in relational schema design."),
    ("invented", Unsupported, "The garbage collector frees unreachable memory during quiet periods."),
    ("invented, short", Unsupported, "MongoDB was released in 2009."),
    ("other language", Unchecked, "Pääavain yksilöi taulun jokaisen rivin eikä se saa olla tyhjä."),
    ("other language", Unchecked, "Ein Primärschlüssel ist für jede Zeile einer Tabelle eindeutig."),
    ("nothing to check", Unchecked, "It is so."),
    ("too little to check", Unchecked, "That helps a lot."),
    ("one word, found", Supported, "It is an index."),
    ("one number, missing", Unsupported, "It was 2009."),
    ("swapped", Partly, "A primary key refers to the foreign key of another table."),
    ("turned into a passive", Supported, "The primary key of another table is referred to by a foreign key."),
    // Only in a sentence that has nothing else is the order looked at.
    ("swapped, unseen", Supported, "A primary key refers to the foreign key of another existing table."),
    // The number stands on the page, of something else.
    ("wrong number of the page, unseen", Supported, "A table has at most 5 primary keys."),
];

#[test]
fn english_sentences_are_judged_as_a_reader_would() {
    assert_verdicts(english(), ENGLISH);
}

#[test]
fn finnish_sentences_are_judged_as_a_reader_would() {
    let table = [
        ("exact", Supported, "Pääavain yksilöi taulun jokaisen rivin."),
        ("inflected", Supported, "Taulujen rivit yksilöidään pääavaimella."),
        ("inflected", Supported, "Viiteavaimet viittaavat toisten taulujen pääavaimiin."),
        ("number in a word", Supported, "Indeksit hidastavat lisäyksiä noin viisi prosenttia."),
        ("name and year", Supported, "Avaimet kuvasi Codd vuonna 1970 IBM:llä."),
        ("quoted", Supported, "Sivulla sanotaan: ”eikä arvo saa olla tyhjä”."),
        ("wrong number", Partly, "Indeksit hidastavat lisäyksiä noin 15 prosenttia."),
        ("wrong name", Partly, "Avaimet kuvasi Peter Chen vuonna 1970 IBM:llä."),
        ("negated", Partly, "Pääavain ei yksilöi taulun jokaista riviä."),
        ("denial left out", Partly, "Pääavaimen arvo saa olla tyhjä."),
        ("one word misquoted", Misquoted, "Sivulla sanotaan: ”arvo saa joskus olla tyhjä”."),
        (
            "invented",
            Unsupported,
            "Roskienkeruu vapauttaa käyttämättömän muistin ohjelman suorituksen aikana.",
        ),
        ("other language", Unchecked, "The primary key of a table identifies each of its rows."),
    ];
    assert_verdicts(finnish(), &table);
}

#[test]
fn code_and_formulas_are_not_judged_and_rows_of_tables_are() {
    let given = |kind, text| judge(kind, text, &[english()]).verdict;
    assert_eq!(given(SentenceKind::Code, "```sql\nSELECT 1;\n```"), Unchecked);
    assert_eq!(given(SentenceKind::Formula, "$$a = b$$"), Unchecked);
    assert_eq!(given(SentenceKind::Prose, "$a = b$"), Unchecked);
    assert_eq!(
        given(SentenceKind::TableRow, "| Foreign key | refers to the primary key of another table |"),
        Supported
    );
    assert_eq!(given(SentenceKind::TableRow, "| Index | slows down inserting by 50 percent |"), Partly);
}

#[test]
fn formulas_are_compared_where_the_page_writes_tex() {
    let passage = EvidencePassage {
        text: "The tree has $h = \\lceil \\log_f N \\rceil$ levels when it has $N$ rows.",
        title: "Trees",
        headings: &[],
        language: "en",
    };
    let given = |text| judge(SentenceKind::Prose, text, &[passage]).verdict;
    assert_eq!(given("With $N$ rows the tree has \\(h=\\lceil\\log_f N\\rceil\\) levels."), Supported);
    assert_eq!(given("With $N$ rows the tree has $h = \\lceil \\log_2 N \\rceil$ levels."), Partly);
}

#[test]
fn several_passages_count_together() {
    let text = "A primary key identifies every row, and normalisation avoids storing the same fact twice.";
    assert_eq!(judge(SentenceKind::Prose, text, &[english()]).verdict, Partly);
    let both = judge(SentenceKind::Prose, text, &[english(), normal_forms()]);
    assert_eq!((both.verdict, both.missing), (Supported, vec![]));
    assert!(
        both.shared.iter().any(|span| span.passage == 0) && both.shared.iter().any(|span| span.passage == 1)
    );
}

fn utf16(text: &str, units: &std::ops::Range<u32>) -> String {
    let all: Vec<u16> = text.encode_utf16().collect();
    String::from_utf16(&all[units.start as usize..units.end as usize]).unwrap()
}

#[test]
fn what_is_missing_and_what_is_shared_is_told_in_utf16_units() {
    let text = "😀 In 1980 Edgar Codd briefly described keys.";
    let judgement = judge(SentenceKind::Prose, text, &[english()]);
    let missing: Vec<_> =
        judgement.missing.iter().map(|missing| (utf16(text, &missing.units), missing.weight)).collect();
    assert_eq!(
        missing,
        [("1980".to_owned(), MissingWeight::Strong), ("briefly".to_owned(), MissingWeight::Weak)]
    );
    let shared: Vec<_> = judgement.shared.iter().map(|span| utf16(KEYS, &span.units)).collect();
    assert_eq!(shared, ["Edgar Codd described keys"]);
    let cited = judgement.cited_span.unwrap();
    assert_eq!(utf16(KEYS, &cited.units), "Edgar Codd described keys in 1970, when he worked for IBM.");
}

#[test]
fn a_quotation_is_said_to_stand_where_it_stands() {
    let place = |text: &str, cited: &[EvidencePassage<'_>]| {
        let quotes = judge(SentenceKind::Prose, text, cited).quotes;
        assert_eq!(quotes.len(), 1, "{text}");
        quotes[0].place.clone()
    };
    let said = "It says “the referenced row exists”.";
    let QuotePlace::Cited(span) = place(said, &[normal_forms(), english()]) else { panic!("not found") };
    assert_eq!((span.passage, utf16(KEYS, &span.units)), (1, "the referenced row exists".to_owned()));
    assert_eq!(place(said, &[normal_forms()]), QuotePlace::Retrieved(0));
    assert_eq!(place("It says “the referenced row vanishes”.", &[english()]), QuotePlace::Nowhere);
    assert_eq!(judge(SentenceKind::Prose, "The page “Normal forms” has it.", &[english()]).quotes, []);
}

#[test]
fn a_quotation_in_letters_that_only_look_alike_is_a_misquote() {
    let verdict = |text: &str| judge(SentenceKind::Prose, text, &[english()]).verdict;
    // Each has Cyrillic or Greek letters among its Latin ones, or hardly any Latin ones.
    for quotation in [
        "A primary kеy identifies every row of a table",
        "No twο rows may have the same value in it",
        "А рrіmаrу kеу іdеntіfіеѕ еvеrу rоw оf а tаblе",
        "іt muѕt nоt bе null",
    ] {
        for sentence in [
            format!("The page on keys says quite clearly: “{quotation}”."),
            format!("It says “{quotation}”."),
            format!("“{quotation}”."),
            format!("Sivulla sanotaan, että ”{quotation}”, ja se pitää muistaa."),
        ] {
            assert_eq!(verdict(&sentence), Misquoted, "{sentence}");
        }
    }
}

#[test]
fn a_foreign_sentence_may_translate_a_quotation_but_not_alter_it() {
    let verdict = |text: &str| judge(SentenceKind::Prose, text, &[english()]).verdict;
    assert_eq!(
        verdict("Sivulla sanotaan, että ”se ei saa koskaan olla tyhjä”, ja se pitää muistaa."),
        Unchecked
    );
    assert_eq!(verdict("Sivulla sanotaan, että ”it must not be null”, ja se pitää muistaa."), Unchecked);
    assert_eq!(verdict("Sivulla sanotaan, että ”it must always be null”, ja se pitää muistaa."), Misquoted);
}
