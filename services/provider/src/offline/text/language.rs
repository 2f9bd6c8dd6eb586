//! Which language the offline model's own words are in.

/// The languages that the offline model can say its own few sentences in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Speech {
    /// English.
    English,
    /// Finnish.
    Finnish,
}

const ENGLISH: &str = " the a an is are was what how why when where which who do does did can could i you my me we it \
    of to in and or not with for from this that there have has should would explain tell please hello hi hey thanks \
    thank between difference many much points progress doing about ";
const FINNISH: &str = " mikä mitä mitkä miten miksi milloin missä mistä mihin kuka ketkä onko ovat oli ja tai ei en \
    minä sinä minun sinun mun mulla minulla olen olet olemme se ne tämä tuo että kun jos kuinka monta montako paljonko \
    voiko voinko voin pitää täytyy entä kerro selitä anna hei moi moikka terve kiitos kiitti ole hyvä mikäli eroa ero \
    välillä tarkoittaa toimii käytetään tehdään tehdä saan pisteitä ";

/// The language of a question, or of the course when the question does not show it.
pub fn of(question: &str, course_language: &str) -> Speech {
    let lower = question.to_lowercase();
    let mut english = 0;
    let mut finnish = 0;
    for word in lower.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()) {
        let spaced = format!(" {word} ");
        english += i32::from(ENGLISH.contains(&spaced));
        finnish += i32::from(FINNISH.contains(&spaced));
        finnish += i32::from(looks_finnish(word));
    }
    match finnish.cmp(&english) {
        std::cmp::Ordering::Greater => Speech::Finnish,
        std::cmp::Ordering::Equal if course_language.to_lowercase().starts_with("fi") => Speech::Finnish,
        std::cmp::Ordering::Less | std::cmp::Ordering::Equal => Speech::English,
    }
}

/// Endings that no English word has.
fn looks_finnish(word: &str) -> bool {
    word.chars().count() > 4
        && ["ssa", "ssä", "sta", "stä", "lla", "llä", "lta", "ltä", "kö", "ään", "yys", "uus", "inen", "iset"]
            .iter()
            .any(|ending| word.ends_with(ending))
}
