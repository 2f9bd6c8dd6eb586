use super::*;

fn queries(questions: &[&str]) -> Vec<String> {
    parts(questions, None, &Analyser::of("en")).into_iter().map(|part| part.query).collect()
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
fn a_second_try_is_broader_and_never_the_same() {
    let tried = |question: &str| broader(&parts(&[question], None, &Analyser::of("en")));
    assert_eq!(tried("How do I install extensions quickly?"), Some("extensions install".into()));
    assert_eq!(tried("recursion?"), None);
    assert_eq!(tried("what is it"), None);
}

#[test]
fn what_is_asked_is_seen() {
    let asks = |question: &str| parts(&[question], None, &Analyser::of("en"))[0].asks;
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
        let asked = parts(&["What is a view?", question], selection, &Analyser::of("en"));
        assert_eq!(asked[0].query, expected, "{question}");
    }
}

#[test]
fn of_a_long_selection_the_words_that_tell_most_are_searched_for() {
    let long = "In every relation that is in Boyce-Codd normal form, the left side of each functional dependency \
        is a superkey of the relation, and so no relation in this normal form keeps the same fact in two rows.";
    let asked = parts(&["What does this mean?"], Some(long), &Analyser::of("en"));
    assert_eq!(asked[0].query.split(' ').count(), 8);
    for word in ["relation", "Boyce-Codd", "normal", "form", "functional", "dependency", "superkey"] {
        assert!(asked[0].query.contains(word), "{word}: {}", asked[0].query);
    }
}
