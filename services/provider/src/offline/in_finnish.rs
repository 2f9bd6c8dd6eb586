//! What the tools tell of a course and of a student, in Finnish: their sentences are English and few. Titles
//! stand as they are; a phrase that is not known here stays English.

use std::sync::LazyLock;

use regex::Regex;

/// English phrases and what they are in Finnish, the longer before those that they begin with.
const PHRASES: [(&str, &str); 52] = [
    (r"^The course $", "Kurssi "),
    (r"^\. It is (\d{4}-.+?) now; all times are (.+?) time\.$", ". Nyt on $1; kellonajat: $2."),
    (r"^All times are (.+?) time\.$", "Kellonajat: $1."),
    (r"^In all: ", "Yhteensä: "),
    (r"^Points so far: ", "Pisteitä: "),
    (r"^Points of the person so far: ", "Henkilön pisteitä: "),
    (r"Exercises graded: ", "Arvosteltuja tehtäviä: "),
    (r"^Completed the course (?:at|on) (\S+(?: \d\d:\d\d)?)", "Kurssi suoritettu $1"),
    (r"^Completed (.+) on (\d{4}-\d\d-\d\d)", "Suoritettu $1 $2"),
    (r"^Completed ", "Suoritettu "),
    (r", grade ", ", arvosana "),
    (
        r"^Next: nothing, everything that can be done now is done\.",
        "Seuraavaksi: ei mitään, kaikki on nyt tehty.",
    ),
    (r"^Next: nothing, no page is open\.", "Seuraavaksi: ei mitään, yhtään sivua ei ole avoinna."),
    (r"^Next: page ", "Seuraavaksi: sivu "),
    (
        r"^There are no exercises in the open part, so nobody knows what the student has read\. The first page is ",
        "Avoimessa osassa ei ole tehtäviä, joten lukemistasi ei tiedetä. Ensimmäinen sivu on ",
    ),
    (
        r"^There are no exercises in the open part of this course\.",
        "Kurssin avoimessa osassa ei ole tehtäviä.",
    ),
    (r"^There are no pages that the student can read\.", "Kurssilla ei ole sivuja, joita voisit lukea."),
    (
        r"^The person is not enrolled in this course: nothing is counted as done\.",
        "Et ole ilmoittautunut tälle kurssille, joten mitään ei lasketa tehdyksi.",
    ),
    (r"^ in chapter ", " luvussa "),
    (r", exercises left: ", ", tekemättä: "),
    (r"\(begun\)", "(aloitettu)"),
    (r"\(not started\)", "(aloittamatta)"),
    (r" and (\d+) more", " ja $1 muuta"),
    (r"^Not done before the deadline: ", "Jäi tekemättä määräaikaan mennessä: "),
    (r"^No deadlines are ahead\.", "Määräaikoja ei ole tulossa."),
    (r"^Deadlines ahead, soonest first:", "Tulevat määräajat, lähin ensin:"),
    (r"(\d+) later deadlines are not shown", "$1 myöhempää määräaikaa jätettiin pois"),
    (r"^Opens next: chapter ", "Seuraavaksi avautuu luku "),
    (r"^ at (\d{4}-)", " $1"),
    (r"^Chapters, in order:", "Luvut järjestyksessä:"),
    (r"^Chapter ", "Luku "),
    (r"Pages outside chapters", "Sivut lukujen ulkopuolella"),
    (r"Other pages", "Muut sivut"),
    (r": not open yet, opens at ", ": ei vielä avoinna, avautuu "),
    (r": not open yet", ": ei vielä avoinna"),
    (r": open", ": avoinna"),
    (r" \(staff see it already\)", " (henkilökunta näkee sen jo)"),
    (r"\b1 page\b", "1 sivu"),
    (r"(\d+) pages\b", "$1 sivua"),
    (r"(\d+) of (\d+) exercises done", "$1/$2 tehtävää tehty"),
    (r"no exercises", "ei tehtäviä"),
    (r"\b1 exercise\b", "1 tehtävä"),
    (r"(\d+) exercises\b", "$1 tehtävää"),
    (r"submitted, not graded yet", "palautettu, ei vielä arvosteltu"),
    (r"not started", "aloittamatta"),
    (r"in progress", "kesken"),
    (r"\bgraded\b", "arvosteltu"),
    (r"\(page $", "(sivu "),
    (r"(\d+(?:\.\d+)?) of (\d+(?:\.\d+)?)", "$1/$2"),
    (r"\bpoints\b", "pistettä"),
    (r", due ", ", määräaika "),
    (r"\[shortened: ", "[lyhennetty: "),
];

#[allow(clippy::unwrap_used, reason = "literals that the tests compile")]
static KNOWN: LazyLock<Vec<(Regex, &str)>> = LazyLock::new(|| {
    PHRASES.iter().map(|(english, finnish)| (Regex::new(english).unwrap(), *finnish)).collect()
});

/// A line of a tool's output in Finnish.
pub fn line(line: &str) -> String {
    let mut finnish = String::new();
    for piece in line.split_inclusive('”') {
        let (words, title) = piece.split_at(piece.find('“').unwrap_or(piece.len()));
        finnish.push_str(&phrase(words));
        finnish.push_str(title);
    }
    finnish
}

fn phrase(words: &str) -> String {
    // The title of an exercise is not quoted where a line begins with it.
    if let Some(title) = words.strip_suffix(" (page ").filter(|title| title.trim_start().starts_with("- ")) {
        return format!("{title} (sivu ");
    }
    let mut phrase = words.to_owned();
    for (english, finnish) in KNOWN.iter() {
        if english.is_match(&phrase) {
            phrase = english.replace_all(&phrase, *finnish).into_owned();
        }
    }
    phrase
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_tools_say_is_said_in_finnish_and_titles_stay() {
        for (english, finnish) in [
            (
                "Points so far: 7.5 of 14. Exercises graded: 3 of 5.",
                "Pisteitä: 7.5/14. Arvosteltuja tehtäviä: 3/5.",
            ),
            ("Completed the course on 2026-11-28, grade 5.", "Kurssi suoritettu 2026-11-28, arvosana 5."),
            (
                "Chapter “Open points of 3 pages”: 2 of 3 points.",
                "Luku “Open points of 3 pages”: 2/3 pistettä.",
            ),
            (
                "- In progress of 2 points (page “Keys”): graded, 2 of 3 points, due 2026-11-16 20:59 UTC",
                "- In progress of 2 points (sivu “Keys”): arvosteltu, 2/3 pistettä, määräaika 2026-11-16 20:59 UTC",
            ),
            (
                "- Choose (page “Keys”): submitted, not graded yet, 3 points",
                "- Choose (sivu “Keys”): palautettu, ei vielä arvosteltu, 3 pistettä",
            ),
            (
                "The course “Keys”. It is 2026-09-01 12:00 now; all times are Europe/Helsinki time.",
                "Kurssi “Keys”. Nyt on 2026-09-01 12:00; kellonajat: Europe/Helsinki.",
            ),
            (
                "The course “Keys”. It is 2026-09-01 12:00 UTC now; all times are Europe/Helsinki time.",
                "Kurssi “Keys”. Nyt on 2026-09-01 12:00 UTC; kellonajat: Europe/Helsinki.",
            ),
            ("In all: 1 of 2 exercises done.", "Yhteensä: 1/2 tehtävää tehty."),
            (
                "Next: page “Joins” in chapter “Later”, exercises left: “Bind” (not started), “Join” (begun) and 2 more.",
                "Seuraavaksi: sivu “Joins” luvussa “Later”, tekemättä: “Bind” (aloittamatta), “Join” (aloitettu) ja 2 muuta.",
            ),
            (
                "Not done before the deadline: “Bind” and 1 more.",
                "Jäi tekemättä määräaikaan mennessä: “Bind” ja 1 muuta.",
            ),
            ("Deadlines ahead, soonest first:", "Tulevat määräajat, lähin ensin:"),
            ("- 2026-10-01 00:59: “Bind” (page “Bobby”)", "- 2026-10-01 00:59: “Bind” (sivu “Bobby”)"),
            (
                "Opens next: chapter “Later” at 2030-01-01 02:00.",
                "Seuraavaksi avautuu luku “Later” 2030-01-01 02:00.",
            ),
            (
                "1. “One”: open, 2 pages, 1 of 2 exercises done",
                "1. “One”: avoinna, 2 sivua, 1/2 tehtävää tehty",
            ),
            ("   - “Keys”: no exercises", "   - “Keys”: ei tehtäviä"),
            (
                "2. “Later”: not open yet, opens at 2030-01-01 02:00",
                "2. “Later”: ei vielä avoinna, avautuu 2030-01-01 02:00",
            ),
            ("Something that nobody knows.", "Something that nobody knows."),
        ] {
            assert_eq!(line(english), finnish);
        }
    }
}
