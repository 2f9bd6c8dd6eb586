//! What a course is about: how it is described, how it begins, and its chapters.

use std::sync::LazyLock;

use regex::Regex;

use super::answer::written;
use super::overview::first_sentences;
use super::phrases;
use super::text::language::Speech;
use super::text::source::{plain_output, sources};

/// How many sentences of the first page are quoted.
const SENTENCES: usize = 2;
/// How many chapters are named.
const CHAPTERS: usize = 30;

#[allow(clippy::unwrap_used, reason = "literals that the tests compile")]
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

/// In English, the whole message.
static ASKED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?ix)^(?:(?:hi|hello|hey)[\s,.!]+)?(?:(?:and|so|ok|okay|please|but)[\s,]+)*
        (?:(?:can|could|would|will)\ you\ (?:please\ |briefly\ |shortly\ )?)?(?:
            what(?:'s|’s|\ is|\ are|\ does|s)?\ (?:this|the)\ (?:whole\ )?course(?:\ (?:really|actually|mainly))?
            (?:\ (?:all\ )?about|\ on|\ for|\ (?:cover|teach|treat|contain|include|involve|offer)s?
              |\ (?:deal\ with|consist\ of|talk\ about)|\ (?:deals\ with|consists\ of|talks\ about))?
          | (?:explain|describe|summari[sz]e|sum\ up|introduce|present|outline|tell\ me\ (?:something\ |more\ |a\ bit\ )?about
              |(?:give\ me\ |show\ me\ )?(?:an?\ |the\ )?(?:short\ |brief\ )?(?:summary|overview|introduction|description)\ (?:of|to))
            (?:\ me)?(?:\ (?:what|to\ me))?\ (?:this|the)\ course(?:\ (?:is\ about|covers))?
          | (?:what|which)(?:\ (?:sort|kind|type|kinds)\ of)?\ (?:things?\ |topics?\ |subjects?\ |themes?\ |skills?\ )?
            (?:will|do|can|should|am|would)\ i\ (?:going\ to\ )?(?:learn|study|be\ taught|get\ to\ know|be\ able\ to\ do)
            \ (?:in|on|from|during|after|by\ taking)\ (?:this|the)\ course
          | (?:what|which)(?:\ (?:things?|topics?|subjects?|themes?|skills?))?\ (?:is|are|will\ be|gets?)\ (?:covered|taught|discussed|treated|learned|learnt|dealt\ with)
            \ (?:in|on|by|during)\ (?:this|the)\ course
          | (?:what|which)\ (?:topics?|subjects?|themes?|things?)\ (?:does|do|are\ in|will)\ (?:this\ |the\ )?course(?:\ (?:cover|teach|treat|contain|include|have|deal\ with))?
          | what(?:\ is|\ are|'s|’s)?\ (?:the\ )?(?:main\ )?(?:topics?|subjects?|themes?|contents?|goals?|aims?|objectives?|purpose|idea|point)\ of\ (?:this|the)\ course
          | (?:who|whom)\ is\ (?:this|the)\ course\ (?:for|meant\ for|aimed\ at)
          | about\ (?:this|the)\ course | (?:this|the)\ course | course\ (?:overview|description|summary|contents?|introduction)
        )[\s?.!]*$",
    )
});
/// In Finnish, the whole message.
static ASKED_IN_FINNISH: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?ix)^(?:(?:hei|moi|terve)[\s,.!]+)?(?:(?:ja|no|entä|mutta)[\s,]+)*(?:(?:voitko|voisitko)\ )?(?:
            mistä\ (?:(?:tällä|tässä|täällä|tämän|tämä)\ )?kurssi(?:lla|ssa|n)?\ (?:on|oikein\ on)\ (?:kyse|kysymys)
          | mistä\ (?:on\ )?(?:kyse|kysymys)\ (?:on\ )?(?:(?:tällä|tässä)\ )?kurssi(?:lla|ssa)
          | mistä\ (?:asioista\ |aiheista\ )?(?:(?:tämä|tällä|tässä)\ )?kurssi(?:lla|ssa)?\ (?:oikein\ )?(?:kertoo|kerrotaan|puhutaan|opetetaan|on|koostuu)
          | mitä\ (?:asioita\ |aiheita\ |kaikkea\ )?(?:(?:tällä|tässä|tämän)\ )?kurssi(?:lla|ssa|n\ aikana)
            \ (?:oikein\ )?(?:opitaan|opin|oppii|opetetaan|käsitellään|opiskellaan|käydään\ läpi|tehdään|on|voin\ oppia|voi\ oppia|opiskelen)
          | mitä\ (?:opin|opitaan|oppii|opetetaan|käsitellään|opiskellaan|käydään\ läpi)\ (?:(?:tällä|tässä)\ )?kurssi(?:lla|ssa)
          | mitä\ (?:asioita\ |aiheita\ |kaikkea\ )?(?:tämä\ )?kurssi\ (?:sisältää|käsittelee|opettaa|koskee|käy\ läpi|on|tarjoaa)
          | (?:mikä|millainen)\ (?:(?:tämä\ )?kurssi(?:\ tämä)?\ on|on\ tämä\ kurssi|kurssi\ on\ kyseessä)
          | (?:mikä\ on|mitkä\ ovat|mikä|mitkä)\ (?:tämän\ )?kurssin\ (?:aihe|aiheet|teema|teemat|sisältö|sisällöt|tavoite|tavoitteet|tarkoitus|idea)(?:\ on|\ ovat)?
          | (?:kerro|kertoa|kertoisitko)\ (?:minulle\ )?(?:jotain\ |lisää\ |lyhyesti\ )?(?:tästä\ )?kurssista(?:\ (?:jotain|lisää|lyhyesti))?
          | (?:kerro|kertoa|selitä|selittää)(?:\ minulle)?(?:\ lyhyesti)?,?\ mistä\ (?:(?:tällä|tässä|tämä)\ )?kurssi(?:lla|ssa)?\ (?:on\ kyse|kertoo)
          | (?:esittele|esitellä|kuvaile|kuvailla|tiivistä|tiivistää|selitä|selittää)\ (?:lyhyesti\ )?(?:tämä\ |tämän\ )?kurssin?(?:\ (?:sisältö|sisällön|aihe|aiheen))?
          | kenelle\ (?:tämä\ )?kurssi\ (?:on\ tarkoitettu|sopii|on)
          | kurssin\ (?:sisältö|kuvaus|esittely|aihe|aiheet|tavoite|tavoitteet|tiivistelmä)
        )[\s?.!]*$",
    )
});
static TITLE: LazyLock<Regex> = LazyLock::new(|| regex(r"^The course “(.+?)”\. "));
static CHAPTER: LazyLock<Regex> =
    LazyLock::new(|| regex(r"^\d+\. “(.+?)”: (not open yet[^,(]*(?:, opens at [^,(]+)?)?"));
static PAGE: LazyLock<Regex> = LazyLock::new(|| regex(r"(?m)^\s+- “(.+?)”: "));
/// What the tool writes before the description of a course.
pub const DESCRIBED: &str = "About the course: ";

/// Whether the whole course is asked about.
pub fn asks_for_course(message: &str) -> bool {
    let message = message.trim();
    message.len() < 200 && (ASKED.is_match(message) || ASKED_IN_FINNISH.is_match(message))
}

/// The title of the page that the course begins with.
pub fn first_page(course: &str) -> Option<&str> {
    PAGE.captures(plain_output(course))?.get(1).map(|title| title.as_str())
}

/// What the course is about, out of how it is built and out of its first page.
pub fn course(course: &str, page: Option<&str>, speech: Speech) -> String {
    let words = phrases::of(speech);
    let plain = plain_output(course);
    let Some(title) = TITLE.captures(plain) else { return words.structure_failed.to_owned() };
    let described = plain.lines().find_map(|line| line.strip_prefix(DESCRIBED));
    let described = described.map(|text| format!(": {text}"));
    let mut paragraphs = vec![format!("**{}**{}", &title[1], described.unwrap_or_default())];
    if let Some(begins) = page.and_then(beginning) {
        let first = first_page(course).unwrap_or_default();
        paragraphs.push(format!("{} “{first}”: {begins}", words.begins));
    }
    let chapters: Vec<String> =
        plain.lines().filter_map(|line| chapter(line, speech)).take(CHAPTERS).collect();
    if !chapters.is_empty() {
        paragraphs.push(words.chapters.to_owned());
        paragraphs.push(chapters.join("\n"));
    }
    paragraphs.join("\n\n")
}

/// The first sentences of a page, with their markers.
fn beginning(page: &str) -> Option<String> {
    let sources = sources(page);
    let chosen = first_sentences(sources.first()?, SENTENCES);
    (!chosen.is_empty()).then(|| written(&chosen))
}

fn chapter(line: &str, speech: Speech) -> Option<String> {
    let found = CHAPTER.captures(line)?;
    let closed = found.get(2).map_or(String::new(), |closed| {
        let said = phrases::said(&format!(": {}", closed.as_str().trim()), speech).into_owned();
        format!(" ({})", said.trim_start_matches([':', ' ']))
    });
    Some(format!("- {}{closed}", &found[1]))
}

#[cfg(test)]
mod tests;
