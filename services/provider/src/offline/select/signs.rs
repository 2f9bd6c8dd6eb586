//! What the form of a sentence says about its use as an answer.

use std::sync::LazyLock;

use regex::Regex;

use crate::offline::question::Asks;

/// Word boundaries are ASCII's: with Unicode's the engine leaves its fast path at the first `ä`. A word
/// that ends in one is written with the white space after it.
#[allow(clippy::unwrap_used, reason = "literals that the tests compile")]
fn regex(pattern: &str) -> Regex {
    Regex::new(&pattern.replace(r"\b", r"(?-u:\b)")).unwrap()
}

static LEANS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:this|that|these|those|it|its|they|their|he|she|such|however|therefore|thus|then|also|but|so|here|instead|otherwise|in (?:this|that) (?:case|way)|for this|se|ne|tämä\s|nämä\s|tuo|siksi|tällöin|silloin|kuitenkin|mutta)\b",
    )
});
static NEGATED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:not|never|cannot|can['’]t|mustn['’]t|shouldn['’]t|don['’]t|isn['’]t|forbidden|avoid|only|ei\s|eivät\s|älä\s|kielletty\w*|vain\s|ainoastaan)",
    )
});
/// What stands in brackets is said by the way.
static BY_THE_WAY: LazyLock<Regex> = LazyLock::new(|| regex(r"\([^()]*\)"));
static POINTS_ELSEWHERE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:(?:in|of) th(?:is|e next|e previous|e following) (?:section|chapter|part|module|page|material)|we(?:'ll| will) (?:learn|look|see|discuss|cover|get|return)|later (?:on )?in|as (?:we|you) (?:saw|have seen|mentioned)|as (?:mentioned|seen|said|stated) (?:earlier|before|above)|^note that|kuten (?:jo )?(?:mainitsimme|näimme|todettu)|after this section|learning objectives|you (?:will )?(?:know|be able)|you will (?:be familiar|understand|learn|have)|seuraavassa (?:osassa|luvussa)|tässä (?:osassa|luvussa)|myöhemmin)\b",
    )
});
static EXERCISE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:^\W*(?:please|let's|let us|hint|tip|try)\b|^the (?:function|method|program|class) should\b|^(?:write|implement|create|define|compute|list|draw) (?:an?|the|all) (?:\w+ )?(?:program|function|query|queries|class|method|expression|schema|table|statement)s?\b|\bprogramming exercise\b|^exercise\b|^(?:kirjoita|tee|toteuta) (?:ohjelma|funktio|kysely)|\byour (?:program|function|solution) should\b)",
    )
});
static COMMANDS_A_MODEL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:\b(?:ignore|disregard|forget|override)\b.{0,40}\b(?:instructions?|prompts?|rules|above|previous)\b|\bsystem prompt\b|\byou are now\b|\byour instructions\b|\b(?:ai|language model|chatbot|assistant)\b.{0,30}\b(?:must|should|will now|has to)\b|\bas an ai\b|^(?:assistant|system|user)\s*:|\b(?:do not|don't|never) (?:tell|inform|mention)\b.{0,30}\b(?:user|student)\b|\bohita\b.{0,30}\bohje)",
    )
});
static REASON: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:because|since|so that|therefore|reason|in order to|allows?|makes it|helps?|avoids?|prevents?|ensures?|due to|koska|jotta|siksi|sillä\s|takia|vuoksi|mahdollistaa|helpottaa)\b",
    )
});
static WAY: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:can be|you can|we can|is done|are done|use|using|used|by \w+ing|with the|first|then|must|should|avulla|voidaan|käytetään|tehdään|voi|pitää\s)\b",
    )
});
static VERB_OF_BEING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\s(?:is|are|means?|refers? to|stands? for|denotes?|describes?|represents?|consists? of|was|were|on|ovat|tarkoittaa|tarkoitetaan|kuvaa|koostuu)\s",
    )
});
static KIND_OF: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:essentially |basically |usually |simply |often |also )?(?:an?|the|one|any|some|parts?|kinds?|types?|ways?|\w+s (?:of|that|which|for))\b",
    )
});
static NAMED: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"(?i)\b(?:called|known as|referred to as|termed|defined as|kutsutaan|sanotaan|nimitetään)\b")
});

static WRONG: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)(?:\b(?:errors?|wrong|incorrect|invalid|mistakes?|bugs?|endless(?:ly)?|infinite|will not work|won['’]t work|does(?: not|n['’]t) work|traceback)\b|\w(?:error|exception)\b|virhe|väärin|väärä|ei toimi)",
    )
});

/// Whether it speaks of something that went wrong.
pub fn is_wrong(text: &str) -> bool {
    WRONG.is_match(text)
}

/// Whether it needs the sentence before it.
pub fn leans_on_previous(text: &str) -> bool {
    LEANS.is_match(text)
}

/// Whether it speaks to a model instead of a reader. Such a sentence is not quoted.
pub fn commands_a_model(text: &str) -> bool {
    COMMANDS_A_MODEL.is_match(text)
}

/// The part of a sentence in which a definition names what it defines, and whether it goes on as a
/// definition does: "is a", not "is used".
pub fn defined(text: &str) -> Option<(&str, bool)> {
    let verb = VERB_OF_BEING.find(text)?;
    let rest = &text[verb.end()..];
    let is_plain = matches!(verb.as_str().trim().to_lowercase().as_str(), "is" | "are" | "was" | "were");
    let goes_on = !is_plain || KIND_OF.is_match(rest);
    (text[..verb.start()].split_whitespace().count() <= 7).then_some((&text[..verb.start()], goes_on))
}

/// How a sentence begins: its subject, mostly.
pub fn beginning(text: &str) -> &str {
    text.char_indices().filter(|(_, c)| c.is_whitespace()).nth(4).map_or(text, |(end, _)| &text[..end])
}

/// Whether it gives something its name.
pub fn names(text: &str) -> bool {
    NAMED.is_match(text)
}

/// How well its form fits what is asked; what it is about is not considered.
pub fn fit(text: &str, asks: Asks) -> f64 {
    let mut fit = 0.0;
    let words = text.split_whitespace().count();
    let mut add = |applies: bool, amount: f64| fit += if applies { amount } else { 0.0 };
    add(words < 4, -0.2);
    add(words > 55, -0.1);
    add(text.ends_with('?'), -0.3);
    add(POINTS_ELSEWHERE.is_match(&BY_THE_WAY.replace_all(text, "")), -0.15);
    add(EXERCISE.is_match(text), -0.3);
    add(leans_on_previous(text), -0.06);
    add(asks.reason && REASON.is_match(text), 0.12);
    add(asks.way && WAY.is_match(text), 0.08);
    add(asks.forbidden && NEGATED.is_match(text), 0.12);
    add(asks.number && text.chars().any(|c| c.is_ascii_digit()), 0.12);
    fit
}
