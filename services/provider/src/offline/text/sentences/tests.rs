use super::*;

#[test]
fn sentences_end_where_a_reader_would_end_them() {
    for (paragraph, expected) in [
        ("One. Two! Three?", vec!["One.", "Two!", "Three?"]),
        ("Use e.g. Python or i.e. Java. Done.", vec!["Use e.g. Python or i.e. Java.", "Done."]),
        ("Pi is 3.14. It is 2.5 times.", vec!["Pi is 3.14.", "It is 2.5 times."]),
        ("Call `a.b. C` now. Next.", vec!["Call `a.b. C` now.", "Next."]),
        ("It (see Fig. 3. Also 4.) ends. Then.", vec!["It (see Fig. 3. Also 4.) ends.", "Then."]),
        ("Käytä esim. Pythonia. Toinen lause.", vec!["Käytä esim. Pythonia.", "Toinen lause."]),
        ("Dr. Smith met Mr. Jones. They spoke.", vec!["Dr. Smith met Mr. Jones.", "They spoke."]),
        ("これは文です。次の文です。", vec!["これは文です。", "次の文です。"]),
        ("no end", vec!["no end"]),
    ] {
        assert_eq!(sentences(paragraph), expected, "{paragraph}");
    }
}

#[test]
fn a_passage_falls_into_its_kinds() {
    use Kind::{Code, Heading, Item, Lead, Row, Sentence};
    let passage = "Loops\n\nA loop repeats\na block. For example:\n\nfor i in range(3):\n    print(i)\n\n    print()\n\n\
        The output is this. See [the docs](http://x.y/z).\n\n- first thing\n- second\n  goes on\n1. numbered\n\n\
        | a | b |\n|---|---|\n| 1 | 2 |\n\n## Next ##\n```sql\nSELECT 1;\n\nSELECT 2;\n```\nEnd of it all.";
    let found: Vec<_> = pieces(passage).into_iter().map(|piece| (piece.kind, piece.text)).collect();
    let expected: Vec<(Kind, &str)> = vec![
        (Heading, "Loops"),
        (Sentence, "A loop repeats a block."),
        (Lead, "For example:"),
        (Code, "for i in range(3):\n    print(i)\n\n    print()"),
        (Sentence, "The output is this."),
        (Sentence, "See the docs."),
        (Item, "first thing"),
        (Item, "second goes on"),
        (Item, "numbered"),
        (Row, "a | b"),
        (Row, "1 | 2"),
        (Heading, "Next ##"),
        (Code, "SELECT 1;\n\nSELECT 2;"),
        (Sentence, "End of it all."),
    ];
    let expected: Vec<_> = expected.into_iter().map(|(kind, text)| (kind, text.to_owned())).collect();
    assert_eq!(found, expected);
}

#[test]
fn prose_is_not_taken_for_code() {
    for prose in [
        "A function is a named block of code.",
        "For each element the loop runs once.",
        "While this is true, it goes on: that is the point.",
        "From here on we import modules.",
        "Select the course in the menu.",
        "If the condition holds, the block runs.",
        "The value of x = 3 is stored.",
        "Return to the main page.",
    ] {
        assert_eq!(pieces(prose)[0].kind, Kind::Sentence, "{prose}");
    }
}

#[test]
fn a_formula_belongs_to_the_sentence_that_it_stands_in_or_to_none() {
    use Kind::{Code, Formula, Sentence};
    for (passage, expected) in [
        (
            "It is\n\n$$x = 1$$\n\nwhere x is big. So.",
            vec![(Sentence, "It is $$x = 1$$ where x is big."), (Sentence, "So.")],
        ),
        ("It is $$\nx. Y\n$$ and so on.", vec![(Sentence, "It is $$ x. Y $$ and so on.")]),
        (
            "It is so.\n\n$$x = 1$$\n\nThen it ends.",
            vec![(Sentence, "It is so."), (Formula, "$$x = 1$$"), (Sentence, "Then it ends.")],
        ),
        (
            "It is\n\n$$x = 1.$$\n\nThen it ends.",
            vec![(Sentence, "It is $$x = 1.$$"), (Sentence, "Then it ends.")],
        ),
        ("It costs $$ now. And then.", vec![(Sentence, "It costs $$ now."), (Sentence, "And then.")]),
        ("```\necho $$\nkill $$\n```\nIt ends.", vec![(Code, "echo $$\nkill $$"), (Sentence, "It ends.")]),
    ] {
        let found: Vec<_> = pieces(passage).into_iter().map(|piece| (piece.kind, piece.text)).collect();
        let expected: Vec<_> = expected.into_iter().map(|(kind, text)| (kind, text.to_owned())).collect();
        assert_eq!(found, expected, "{passage}");
    }
}
