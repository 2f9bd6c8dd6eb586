use super::*;

const TITLES: &[&str] = &[
    "Relations",
    "Keys",
    "Foreign keys",
    "Keyboards",
    "ÅSA och ängen",
    "C",
    "C++",
    "Joins: inner and outer",
    "Joins: a summary",
    "Straße",
    "!!!",
];

fn found(wanted: &str) -> Found {
    let titles: Vec<Title> = TITLES.iter().map(|title| Title::new(title)).collect();
    find(wanted, &titles)
}

#[test]
fn the_title_that_is_meant_is_found() {
    for (wanted, title) in [
        ("keys", "Keys"),
        ("KEYS!", "Keys"),
        ("“Keys”", "Keys"),
        ("Rel", "Relations"),
        ("Keyb", "Keyboards"),
        ("foreign", "Foreign keys"),
        ("keys, foreign", "Foreign keys"),
        ("the page about foreign keys", "Foreign keys"),
        ("Foriegn key", "Foreign keys"),
        ("åsa och ängen", "ÅSA och ängen"),
        ("a\u{30a}sa OCH a\u{308}ngen", "ÅSA och ängen"),
        ("åsa", "ÅSA och ängen"),
        ("asa och angen", "ÅSA och ängen"),
        ("key boards", "Keyboards"),
        ("FOREIGN_KEYS", "Foreign keys"),
        ("STRASSE", "Straße"),
        ("c", "C"),
        ("c++", "C++"),
        ("!!!", "!!!"),
        ("outer joins", "Joins: inner and outer"),
    ] {
        let place = TITLES.iter().position(|known| *known == title).unwrap();
        assert_eq!(found(wanted), Found::One(place), "{wanted}");
    }
}

#[test]
fn several_that_fit_alike_are_all_named() {
    assert_eq!(found("joins"), Found::Several(vec![7, 8]));
    let same = [Title::new("Summary"), Title::new("Other"), Title::new("summary")];
    assert_eq!(find("Summary", &same), Found::Several(vec![0, 2]));
}

#[test]
fn a_title_that_agrees_in_accents_too_comes_first() {
    let titles = [Title::new("Saari"), Title::new("Sääri"), Title::new("Mökki")];
    for (wanted, place) in [("saari", 0), ("SÄÄRI", 1), ("mokki", 2)] {
        assert_eq!(find(wanted, &titles), Found::One(place), "{wanted}");
    }
    assert_eq!(find("sàari", &titles), Found::Several(vec![0, 1]));
}

#[test]
fn another_number_is_another_title() {
    let titles = ["Exercise 15", "Exercise 2", "Keys"].map(Title::new);
    assert_eq!(find("exercise 2", &titles), Found::One(1));
    for other in ["exercise 1", "Exercise 5", "exercise 25"] {
        assert!(matches!(find(other, &titles), Found::Nearest(_)), "{other}");
    }
    assert_eq!(find("3. Keys", &titles), Found::One(2), "a number that only one of them has does not matter");
}

#[test]
fn what_is_merely_alike_or_held_is_not_sure() {
    let titles = TITLES.iter().map(|title| Title::new(title)).collect::<Vec<_>>();
    assert_eq!(find_sure("joins", &titles), [7, 8]);
    assert_eq!(find_sure("foreign", &titles), [2]);
    assert!(find_sure("Foriegn key", &titles).is_empty());
    assert!(find_sure("the page about foreign keys", &titles).is_empty(), "a title in it may be chance");
}

#[test]
fn what_stands_above_a_heading_tells_it_from_another() {
    let headings = [Title::below("Summary", "Keys › Summary"), Title::below("Summary", "Joins › Summary")];
    assert_eq!(find("summary", &headings), Found::Several(vec![0, 1]));
    assert_eq!(find("Joins › Summary", &headings), Found::One(1));
    assert_eq!(find("joins summary", &headings), Found::One(1));
}

#[test]
fn where_none_is_meant_the_nearest_come_first() {
    let Found::Nearest(nearest) = found("relational algebra and its laws") else { panic!() };
    assert_eq!((nearest[0], nearest.len()), (0, NEAREST));
    assert!(matches!(found("???"), Found::Nearest(_)));
    assert_eq!(find("keys", &[] as &[Title]), Found::Nearest(Vec::new()));
    assert!(matches!(found(&"x y ".repeat(100_000)), Found::Nearest(_)));
}
