//! Which of Postgres's text search configurations analyses a language.

/// The configuration for a BCP 47 tag; `simple`, which stems nothing, for languages without one.
pub(crate) fn text_search_configuration(language: &str) -> &'static str {
    match primary_subtag(language).as_str() {
        "ar" => "pg_catalog.arabic",
        "hy" => "pg_catalog.armenian",
        "eu" => "pg_catalog.basque",
        "ca" => "pg_catalog.catalan",
        "da" => "pg_catalog.danish",
        "nl" => "pg_catalog.dutch",
        "en" => "pg_catalog.english",
        "fi" => "pg_catalog.finnish",
        "fr" => "pg_catalog.french",
        "de" => "pg_catalog.german",
        "el" => "pg_catalog.greek",
        "hi" => "pg_catalog.hindi",
        "hu" => "pg_catalog.hungarian",
        "id" => "pg_catalog.indonesian",
        "ga" => "pg_catalog.irish",
        "it" => "pg_catalog.italian",
        "lt" => "pg_catalog.lithuanian",
        "ne" => "pg_catalog.nepali",
        "no" | "nb" | "nn" => "pg_catalog.norwegian",
        "pt" => "pg_catalog.portuguese",
        "ro" => "pg_catalog.romanian",
        "ru" => "pg_catalog.russian",
        "sr" => "pg_catalog.serbian",
        "es" => "pg_catalog.spanish",
        "sv" => "pg_catalog.swedish",
        "ta" => "pg_catalog.tamil",
        "tr" => "pg_catalog.turkish",
        "yi" => "pg_catalog.yiddish",
        _ => "pg_catalog.simple",
    }
}

/// `pt` of `pt-BR`.
fn primary_subtag(language: &str) -> String {
    language.split(['-', '_']).next().unwrap_or_default().to_ascii_lowercase()
}

/// See [`is_fluff`].
const FLUFF: [(&str, &str); 6] = [
    (
        "en",
        "please explain tell give help understand mean means meaning know want need question \
         course hi hello hey thanks thank could would let describe define answer say says thing \
         something wondering work works",
    ),
    (
        "fi",
        "selitä kerro tarkoittaa tarkoittaako kurssi kurssilla sivu luku kiitos hei moi voisitko \
         voitko auta ymmärrä esimerkki tehdään miksi miten kuinka ero",
    ),
    (
        "sv",
        "förklara berätta betyder kurs kursen sida kapitel tack hej hjälp förstår exempel snälla \
         skillnaden varför hur använder",
    ),
    (
        "de",
        "erkläre erklären bitte bedeutet kurs seite kapitel danke hallo hilfe verstehe beispiel \
         unterschied warum wie wozu funktioniert",
    ),
    (
        "fr",
        "expliquer expliquez explique signifie cours page chapitre merci bonjour aide comprends \
         exemple svp différence pourquoi comment utiliser quelle quel",
    ),
    (
        "es",
        "explica explicar significa curso página capítulo gracias hola ayuda entiendo ejemplo \
         favor diferencia cómo cuál usar funciona",
    ),
];

/// Words that questions are asked with rather than about. They count little, because a page that says
/// "explain" often is no better an answer. Stop words are not here: Postgres drops them.
pub(crate) fn is_fluff(language: &str, word: &str) -> bool {
    let language = primary_subtag(language);
    let words = FLUFF.iter().find(|(fluff_language, _)| *fluff_language == language);
    words.is_some_and(|(_, words)| words.split_whitespace().any(|fluff| fluff == word))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn politeness_is_fluff_in_its_language() {
        assert!(is_fluff("en-GB", "please") && is_fluff("fi", "kiitos"));
        assert!(!is_fluff("fi", "please") && !is_fluff("zh", "please") && !is_fluff("en", "key"));
    }

    #[test]
    fn tags_with_regions_and_scripts_find_their_language() {
        assert_eq!(text_search_configuration("pt-BR"), "pg_catalog.portuguese");
        assert_eq!(text_search_configuration("EN_us"), "pg_catalog.english");
        assert_eq!(text_search_configuration("nn"), "pg_catalog.norwegian");
        assert_eq!(text_search_configuration("zh-Hant-TW"), "pg_catalog.simple");
        assert_eq!(text_search_configuration(""), "pg_catalog.simple");
    }
}
