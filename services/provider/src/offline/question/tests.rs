use super::*;

fn asked(questions: &[&str], answer: Option<&str>, selection: Option<&str>) -> Vec<Part> {
    let (question, questions) = questions.split_last().unwrap();
    parts(question, Before { questions, answer }, selection, &Analyser::of("en"))
}

fn queries(questions: &[&str]) -> Vec<String> {
    asked(questions, None, None).into_iter().map(|part| part.query).collect()
}

#[test]
fn the_query_has_the_words_that_matter() {
    for (question, expected) in [
        ("What is a primary key?", "primary key"),
        ("Can you please explain to me how recursion works?", "recursion"),
        ("How does the while loop work?", "while loop"),
        ("What is the `in` operator for?", "in operator"),
        ("how do I use if and else statements", "if else statements"),
        ("When should I use WHERE instead of HAVING?", "WHERE instead HAVING"),
        ("what does \"left outer join\" mean", "\"left outer join\""),
        ("What does the % operator do?", "% operator"),
        ("Mikä on Pythonin lista?", "Pythonin lista"),
        ("Miten for-silmukka toimii?", "for-silmukka"),
        ("What are Python's f-strings?", "Python f-strings"),
        ("what is it", "what is it"),
    ] {
        assert_eq!(queries(&[question]), [expected], "{question}");
    }
}

#[test]
fn what_is_said_in_everyday_words_is_searched_for_in_those_of_books() {
    for (question, expected) in [
        ("How can I get out of a loop before it ends?", "loop break stop exit"),
        ("Can a function have optional parameters?", "function optional parameters default"),
        ("How do I get rid of a row?", "row remove delete"),
        ("What does \"get rid of\" mean?", "\"get rid of\""),
        ("How do I pass the course?", "passed certificate"),
        ("Miten läpäisen kurssin?", "kurssitodistus suoritettu"),
        ("Miksi ohjelma kaatuu?", "ohjelma kaatuu virhe poikkeus"),
        ("What is a getter?", "getter"),
    ] {
        assert_eq!(queries(&[question]), [expected], "{question}");
    }
}

#[test]
fn a_question_with_two_parts_is_searched_twice() {
    for (question, expected) in [
        ("What is the difference between a list and a tuple?", vec!["list", "tuple"]),
        ("difference between lists and tuples in Python", vec!["lists Python", "tuples Python"]),
        ("Explain the difference between inner and outer joins.", vec!["inner joins", "outer joins"]),
        ("list vs tuple", vec!["list", "tuple"]),
        ("How does a set differ from a dictionary?", vec!["set", "dictionary"]),
        ("What is a primary key and how does a foreign key work?", vec!["primary key", "foreign key"]),
        ("What is a view? How do I create an index?", vec!["view", "create index"]),
        ("What is normalisation and why is it important?", vec!["normalisation", "important normalisation"]),
        ("Mitä eroa on listalla ja tuplella?", vec!["listalla", "tuplella"]),
        ("Mikä on avain ja miten indeksi toimii?", vec!["avain", "indeksi"]),
        ("How do I open and read a file?", vec!["open read file"]),
        ("What is the and operator and how does the or operator work?", vec!["and operator", "or operator"]),
    ] {
        assert_eq!(queries(&[question]), expected, "{question}");
    }
}

#[test]
fn a_follow_up_carries_the_topic_over() {
    for (questions, expected) in [
        (vec!["What is a primary key?", "why?"], "primary key"),
        (vec!["What is a primary key?", "And in the second case?"], "second case primary key"),
        (vec!["What is a list?", "What about tuples?"], "tuples list"),
        (vec!["What is a list?", "How do I sort it?"], "sort list"),
        (vec!["What is a list?", "And a tuple?", "why?"], "tuple list"),
        (vec!["What is a list?", "How does exception handling work?"], "exception handling"),
        (vec!["Mikä on lista?", "Entä tuple?"], "tuple lista"),
    ] {
        assert_eq!(queries(&questions), [expected], "{questions:?}");
    }
}

#[test]
fn of_two_things_the_one_that_is_meant_is_carried_over() {
    let english = "What is the difference between a list and a tuple?";
    let finnish = "Mitä eroa on listalla ja monikolla?";
    for (questions, expected) in [
        (vec![english, "and in the second case?"], "tuple"),
        (vec![english, "And the first one?"], "list"),
        (vec![english, "And the other one?"], "tuple"),
        (vec![english, "And the second one?", "and the other one?"], "list"),
        (vec![english, "And the first one?", "why?", "And the other one?"], "tuple"),
        (vec![english, "How do I sort the latter?"], "sort tuple"),
        (vec![english, "What is a set?", "and the other one?"], "set"),
        (vec!["What is a view? How do I create an index?", "why the former?"], "view"),
        (vec![finnish, "ja toisessa tapauksessa?"], "monikolla"),
        (vec![finnish, "entä ensimmäinen?"], "listalla"),
        (vec![finnish, "entä jälkimmäinen?", "ja toinen?"], "listalla"),
        (vec!["Mikä on lista?", "ja toisessa tapauksessa?"], "toisessa tapauksessa lista"),
        (vec!["Mikä on lista?", "miksi?"], "lista"),
        (vec!["Mikä on lista?", "minkä takia?"], "lista"),
    ] {
        assert_eq!(queries(&questions), [expected], "{questions:?}");
    }
}

#[test]
fn where_the_question_before_says_nothing_the_answer_to_it_does() {
    let answer = Some("A candidate key is a minimal superkey.【1】 Superkeys【2†page】 tell rows apart.");
    for (questions, expected) in [
        (vec!["What is a view?", "What does this mean?", "why?"], "candidate key minimal superkey Superkeys"),
        (vec!["Mitä tämä tarkoittaa?", "miksi?"], "candidate key minimal superkey Superkeys"),
        (vec!["What is a view?", "why?"], "view"),
    ] {
        assert_eq!(asked(&questions, answer, None)[0].query, expected, "{questions:?}");
    }
}

#[test]
fn a_follow_up_asks_what_was_asked_before_unless_it_says_otherwise() {
    let asks = |last: &str| asked(&["How many keys can a table have?", last], None, None)[0].asks;
    assert!(asks("And in the second case?").number);
    assert!(asks("why?").reason && !asks("why?").number);
}

#[test]
fn a_topic_that_is_carried_over_weighs_more_than_the_place_in_it() {
    let asked = asked(&["What is a primary key?", "And in the second case?"], None, None);
    let weights: Vec<_> = asked[0].terms.iter().map(|term| (term.word.as_str(), term.weight)).collect();
    assert_eq!(weights, [("second", 0.5), ("case", 0.5), ("primary", 1.0), ("key", 1.0)]);
}

#[test]
fn a_second_try_is_broader_and_never_the_same() {
    let tried = |question: &str| broader(&asked(&[question], None, None));
    assert_eq!(tried("How do I install extensions quickly?"), Some("extensions install".into()));
    assert_eq!(tried("recursion?"), None);
    assert_eq!(tried("what is it"), None);
}

#[test]
fn what_is_asked_is_seen() {
    let asks = |question: &str| self::asked(&[question], None, None)[0].asks;
    assert!(asks("What is a key?").definition);
    assert!(asks("primary key").definition);
    assert!(asks("Why do we need keys?").reason);
    assert!(asks("How many keys can a table have?").number);
    assert!(asks("Show me an example of a loop").code && asks("how to write a function").code);
    assert!(!asks("Why do we need keys?").code);
    assert!(asks("What is a key good for?").reason);
    for question in
        ["Where am I not allowed to call it?", "Why shouldn't I change it?", "Miksi sitä ei saa muuttaa?"]
    {
        assert!(asks(question).forbidden, "{question}");
    }
    assert!(!asks("What is a key?").forbidden);
}

#[test]
fn a_question_that_points_means_the_selected_text() {
    let key = Some("A superkey is any set of columns that tells rows apart. The superkey need not be small.");
    let words = "superkey set columns tells rows apart small";
    for (question, selection, expected) in [
        ("What does this mean?", key, words.to_owned()),
        ("what does this mean", Some("candidate key"), "candidate key".into()),
        ("Explain.", Some("candidate key"), "candidate key".into()),
        ("Why?", Some("candidate key"), "candidate key".into()),
        ("Mitä tämä tarkoittaa?", Some("yhdistelmäavain"), "yhdistelmäavain".into()),
        ("Selitä tätä", Some("yhdistelmäavain"), "yhdistelmäavain".into()),
        ("How do I write this in SQL?", Some("candidate key"), "write SQL candidate key".into()),
        ("What is an index for?", key, "index".into()),
        ("What does this mean?", None, "view".into()),
    ] {
        let asked = asked(&["What is a view?", question], None, selection);
        assert_eq!(asked[0].query, expected, "{question}");
    }
}

#[test]
fn of_a_long_selection_the_words_that_tell_most_are_searched_for() {
    let long = "In every relation that is in Boyce-Codd normal form, the left side of each functional dependency \
        is a superkey of the relation, and so no relation in this normal form keeps the same fact in two rows.";
    let asked = asked(&["What does this mean?"], None, Some(long));
    assert_eq!(asked[0].query.split(' ').count(), 8);
    for word in ["relation", "Boyce-Codd", "normal", "form", "functional", "dependency", "superkey"] {
        assert!(asked[0].query.contains(word), "{word}: {}", asked[0].query);
    }
}
