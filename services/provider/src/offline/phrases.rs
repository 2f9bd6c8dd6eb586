//! The few sentences of the offline model's own.

use std::borrow::Cow;

use super::in_finnish;
use super::intent::SmallTalk;
use super::text::language::Speech;

/// Its sentences in one language.
pub struct Phrases {
    /// The pages do not say it.
    pub no_answer: &'static str,
    /// The search did not work.
    pub search_failed: &'static str,
    /// There is no search.
    pub no_search: &'static str,
    /// The second half of a question stayed open.
    pub part_open: &'static str,
    /// Before a student's progress.
    pub progress: &'static str,
    /// Some exercises are not shown.
    pub progress_shortened: &'static str,
    /// Progress could not be had.
    pub progress_failed: &'static str,
    /// Before what the course consists of.
    pub structure: &'static str,
    /// It could not be had.
    pub structure_failed: &'static str,
    /// Before the beginning of the course's first page, whose title comes after it.
    pub begins: &'static str,
    /// Before the names of the chapters.
    pub chapters: &'static str,
    /// No page is open.
    pub no_page: &'static str,
    greeting: &'static str,
    thanks: &'static str,
    who: &'static str,
    farewell: &'static str,
}

impl Phrases {
    /// A kind word.
    pub const fn small_talk(&self, kind: SmallTalk) -> &'static str {
        match kind {
            SmallTalk::Greeting => self.greeting,
            SmallTalk::Thanks => self.thanks,
            SmallTalk::WhoAreYou => self.who,
            SmallTalk::Farewell => self.farewell,
        }
    }
}

/// The sentences of a language.
pub const fn of(speech: Speech) -> &'static Phrases {
    match speech {
        Speech::English => &ENGLISH,
        Speech::Finnish => &FINNISH,
    }
}

/// A line of a tool's output in a language.
pub fn said(line: &str, speech: Speech) -> Cow<'_, str> {
    match speech {
        Speech::English => line.into(),
        Speech::Finnish => in_finnish::line(line).into(),
    }
}

static ENGLISH: Phrases = Phrases {
    no_answer: "I did not find an answer to this in the course material.",
    search_failed: "The search in the course material did not work just now. Please try again in a moment.",
    no_search: "I can only answer from the course material, and I cannot search it right now.",
    part_open: "To the other part of the question I did not find an answer in the course material.",
    progress: "This is how you are doing:",
    progress_shortened: "Of the other chapters only the points are shown.",
    progress_failed: "I could not see your progress just now.",
    structure: "This is how the course stands:",
    structure_failed: "I could not see how the course is built just now.",
    begins: "It begins with the page",
    chapters: "These are its chapters:",
    no_page: "I see no open course page that I could read.",
    greeting: "Hello! What would you like to know about the course?",
    thanks: "You are welcome!",
    who: "I am the course's chatbot. I look for answers on the course pages and show where they stand.",
    farewell: "Goodbye!",
};

static FINNISH: Phrases = Phrases {
    no_answer: "En löytänyt tähän vastausta kurssimateriaalista.",
    search_failed: "Haku kurssimateriaalista ei juuri nyt onnistunut. Yritä hetken päästä uudelleen.",
    no_search: "Vastaan vain kurssimateriaalin perusteella, enkä voi nyt hakea siitä.",
    part_open: "Kysymyksen toiseen osaan en löytänyt vastausta kurssimateriaalista.",
    progress: "Näin olet edennyt:",
    progress_shortened: "Muista luvuista näytetään vain pisteet.",
    progress_failed: "En nähnyt edistymistäsi juuri nyt.",
    structure: "Näin kurssi on koottu:",
    structure_failed: "En nähnyt kurssin rakennetta juuri nyt.",
    begins: "Kurssi alkaa sivulla",
    chapters: "Kurssin luvut:",
    no_page: "En näe avointa kurssin sivua, jonka voisin lukea.",
    greeting: "Hei! Mitä haluaisit tietää kurssista?",
    thanks: "Ole hyvä!",
    who: "Olen kurssin chatbot. Etsin vastauksia kurssin sivuilta ja näytän, missä ne ovat.",
    farewell: "Näkemiin!",
};
