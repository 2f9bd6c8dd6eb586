//! What a message wants.

use std::sync::LazyLock;

use regex::Regex;

use super::{about, state};

/// What a message wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// A kind word.
    SmallTalk(SmallTalk),
    /// To know how far one is.
    Progress {
        /// Whether the course pages may say more, such as what is needed to pass.
        also_material: bool,
    },
    /// To know what the course is about.
    AboutCourse,
    /// To know what is open and what comes next.
    Structure,
    /// To know what sets a state of the course, or what depends on it.
    State,
    /// To know what stands on the open page.
    OpenPage,
    /// An answer from the course pages.
    Question,
}

/// Talk that needs no page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SmallTalk {
    /// Hello.
    Greeting,
    /// Thank you.
    Thanks,
    /// Who are you, what can you do.
    WhoAreYou,
    /// Good bye.
    Farewell,
}

#[allow(clippy::unwrap_used, reason = "literals that the tests compile")]
fn regex(pattern: &str) -> Regex {
    Regex::new(pattern).unwrap()
}

static GREETING: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:(?:hi|hello|hey|hiya|howdy|good (?:morning|day|afternoon|evening)|greetings|hei|heippa|moi|moikka|terve|huomenta|päivää|iltaa|hyvää (?:huomenta|päivää|iltaa))(?: (?:there|all|you|again|kaikki|vaan|taas))?[\s,.!]*)+(?:how are you(?: doing)?(?: today)?|mitä kuuluu|miten menee)?[\s?.!:)]*$",
    )
});
static THANKS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:(?:ok|okay|great|perfect|super|hienoa|selvä|no)[\s,.!]*)?(?:thanks|thank you|thx|ty|cheers|kiitos|kiitti|kiitoksia)(?: (?:a lot|so much|very much|for .*|that .*|paljon|avusta|you|tästä))*[\s,.!:)]*$",
    )
});
static WHO: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:(?:hi|hello|hey|hei|moi)[\s,.!]+)?(?:who are you|what are you|are you (?:a |an )?(?:bot|robot|human|ai|real)\b.*|what can you do(?: for me)?|how can you help(?: me)?|what(?:'s| is) your name|help|kuka (?:sinä )?olet|mikä (?:sinä )?olet|mitä (?:sinä )?osaat(?: tehdä)?|miten voit auttaa|oletko (?:ihminen|botti|robotti).*|apua)[\s?.!]*$",
    )
});
static FAREWELL: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)^(?:(?:good ?)?bye|see you(?: later)?|good night|näkemiin|hei hei|heippa|moi moi|moikka|hyvää yötä)[\s.!]*$",
    )
});
static PROGRESS: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?ix)
        \b(?:how|where)\ (?:am|do)\ i\ (?:doing|stand|progress)
      | \bhow\ far\ (?:am|have)\ i\b
      | \bmy\ (?:own\ )?(?:\w+\ )?(?:progress|points?|score|scores|grade|grades|results?|deadlines?|completion|standing|status)\b
      | \b(?:how\ many|what|which|do|did|have)\b[^.?!]*\b(?:points?|exercises?|tasks?|assignments?|chapters?|parts?|modules?|pages?)\b[^.?!]*\b(?:do\ i\ have|have\ i|i\ have|i've|did\ i|i\ got|am\ i\ missing|i\ still|i\ need|remain|left\ for\ me)\b
      | \b(?:have\ i|did\ i|am\ i)\b[^.?!]*\b(?:pass(?:ed|ing)?|complet\w+|finish\w+|submit\w*|done|on\ track|behind)\b
      | \bwhat\ (?:have\ i|did\ i|do\ i\ still|is\ left|should\ i\ do\ next)\b
      | \bwhen\b[^.?!]*\b(?:deadlines?|due)\b | \bdeadlines?\ (?:for|of|are|is|coming)\b | \b(?:next|upcoming)\ deadlines?\b
      | \bmiten\ (?:minä\ |mä\ )?(?:olen|oon)\ (?:edennyt|edistynyt|pärjännyt|suoriutunut)
      | \b(?:kuinka|miten)\ (?:pitkällä|pitkälle)\b
      | \b(?:montako|kuinka\ (?:monta|paljon)|paljonko|mitä|mitkä)\b[^.?!]*\b(?:piste\w*|tehtäv\w+|lukuj?a?|osia?)\b[^.?!]*\b(?:minulla|mulla|olen|oon|minulta|tekemättä|jäljellä|puuttuu)\b
      | \b(?:minun|mun|oma[nt]?|omat)\ (?:edistymi\w+|piste\w+|suoritu\w+|tulo\w+)
      | \b(?:edistymiseni|pisteeni|suoritukseni|arvosanani)\b
      | \bmitä\ (?:olen|oon)\ (?:tehnyt|suorittanut)
      | \b(?:määräai\w+|deadline\w*|palautuspäiv\w+|takaraja\w*)\b",
    )
});
static NEEDED: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?i)\b(?:need|needed|required?|requirements?|to pass|for passing|tarvit\w+|vaadit\w+|läpäis\w+|läpi)\b",
    )
});
static STRUCTURE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?ix)
        \bwhat\ (?:should|can|do|shall|must)\ i\ (?:have\ to\ )?(?:do|read|study)\ (?:next|now|first)\b
      | ^(?:and\ |so\ )?what(?:'s|’s|\ is|\ comes)\ next(?:\ (?:for\ me|in\ (?:this|the)\ course))?[\s?.!]*$
      | \bwhere\ (?:do|should)\ i\ (?:continue|go\ on|start|begin)[\s?.!]*$
      | \b(?:what|which)\ (?:chapters?|pages?|parts?)?\ ?(?:is|are)\ (?:already\ |still\ |now\ )?open(?:\ (?:now|already|in\ (?:this|the)\ course))?[\s?.!]*$
      | \bwhen\ (?:does|do|will|is)\b[^.?!]*\bchapters?\b[^.?!]*\bopen(?:s|ing)?\b
      | ^what\ (?:comes|is|follows)\ (?:after|before)\ (?:chapter|part)\ \d+[\s?.!]*$
      | ^mitä\ (?:luvun|osan)\ \d+\ (?:jälkeen|edellä)\ (?:tulee|on)[\s?.!]*$
      | \b(?:structure|outline|chapters|table\ of\ contents)\ of\ (?:this|the)\ course\b | \bcourse\ (?:structure|outline)\b
      | \b(?:which|what)\ chapters\ (?:are\ there|does\ (?:this|the)\ course\ have)\b
      | \bmitä\ (?:minun\ |mun\ )?(?:pitäisi\ |kannattaa\ |kannattaisi\ |voin\ )?(?:tehdä\ |teen\ |lukea\ |luen\ |opiskella\ |opiskelen\ )?seuraavaksi[\s?.!]*$
      | \bmistä\ (?:minun\ pitäisi\ |voin\ |kannattaa\ )?(?:jatkaa|jatkan|aloittaa|aloitan)[\s?.!]*$
      | \b(?:mitkä|mikä|mitä)\b[^.?!]*\b(?:luvut|luku|sivut|osat|osa)?\b[^.?!]*\b(?:on|ovat)\ (?:jo\ |nyt\ )?(?:auki|avoinna)[\s?.!]*$
      | \b(?:milloin|koska)\b[^.?!]*\b(?:luku|luvut|osa|osat)\b[^.?!]*\b(?:aukea\w*|avau\w*|avataan)\b | \bkurssin\ (?:rakenne|luvut|sisällysluettelo)\b",
    )
});
static OPEN_PAGE: LazyLock<Regex> = LazyLock::new(|| {
    regex(
        r"(?ix)
        ^(?:please\ |can\ you\ |could\ you\ )*(?:give\ me\ )?(?:an?\ |the\ )?(?:summari[sz]e|summary\ of|overview\ of|sum\ up|outline|explain|tell\ me\ about)\ (?:this|the\ open|the\ current)\ page\b.{0,30}$
      | ^(?:please\ |can\ you\ |could\ you\ )*sum\ (?:this|the\ open|the\ current)\ page\ up\b.{0,30}$
      | ^what\ (?:is|does)\ (?:this|the\ open|the\ current)\ page\ (?:about|say|cover|tell)\b.{0,30}$
      | ^what\ (?:is|stands)\ on\ (?:this|the\ open|the\ current)\ page[\s?.!]*$
      | ^(?:voitko\ )?(?:tiivistä|tiivistää|selitä|selittää|tee\ tiivistelmä|tiivistelmä)\ (?:tämä\ sivu|tämän\ sivun|tästä\ sivusta|tältä\ sivulta|sivu)\b.{0,30}$
      | ^(?:mistä\ tämä\ sivu\ (?:kertoo|on)|mitä\ tällä\ sivulla\ (?:on|sanotaan|kerrotaan|käsitellään|opetetaan)|mitä\ tämä\ sivu\ (?:kertoo|sisältää))\b.{0,30}$",
    )
});

/// Reads a message.
pub fn of(message: &str) -> Intent {
    let message = message.trim();
    let small = [
        (&FAREWELL, SmallTalk::Farewell),
        (&GREETING, SmallTalk::Greeting),
        (&THANKS, SmallTalk::Thanks),
        (&WHO, SmallTalk::WhoAreYou),
    ];
    if message.len() < 120
        && let Some((_, kind)) = small.into_iter().find(|(pattern, _)| pattern.is_match(message))
    {
        return Intent::SmallTalk(kind);
    }
    if about::asks_for_course(message) {
        return Intent::AboutCourse;
    }
    if OPEN_PAGE.is_match(message) {
        return Intent::OpenPage;
    }
    if message.len() < 200 && state::name(message).is_some() {
        return Intent::State;
    }
    if message.len() < 200 && STRUCTURE.is_match(message) {
        return Intent::Structure;
    }
    if PROGRESS.is_match(message) {
        return Intent::Progress { also_material: NEEDED.is_match(message) };
    }
    Intent::Question
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_are_taken_as_they_are_meant() {
        let progress = Intent::Progress { also_material: false };
        let both = Intent::Progress { also_material: true };
        let greeting = Intent::SmallTalk(SmallTalk::Greeting);
        for (message, intent) in [
            ("Hi!", greeting),
            ("hello there", greeting),
            ("Hei, mitä kuuluu?", greeting),
            ("Moi", greeting),
            ("good morning", greeting),
            ("Hi, what is a list?", Intent::Question),
            ("Thanks a lot!", Intent::SmallTalk(SmallTalk::Thanks)),
            ("kiitos paljon", Intent::SmallTalk(SmallTalk::Thanks)),
            ("ok, thank you for the help", Intent::SmallTalk(SmallTalk::Thanks)),
            ("Who are you?", Intent::SmallTalk(SmallTalk::WhoAreYou)),
            ("Kuka olet?", Intent::SmallTalk(SmallTalk::WhoAreYou)),
            ("are you a robot", Intent::SmallTalk(SmallTalk::WhoAreYou)),
            ("bye", Intent::SmallTalk(SmallTalk::Farewell)),
            ("How am I doing?", progress),
            ("how many points do I have", progress),
            ("What exercises have I completed?", progress),
            ("Show me my progress", progress),
            ("Which exercises do I still have to do? What have I left?", progress),
            ("when is the deadline for part 2?", progress),
            ("Miten olen edennyt?", progress),
            ("Montako pistettä minulla on?", progress),
            ("Mikä on seuraava määräaika", progress),
            ("How many points do I need to pass, and how many do I have?", both),
            ("What should I do next?", Intent::Structure),
            ("what's next?", Intent::Structure),
            ("Which chapters are open?", Intent::Structure),
            ("When does the next chapter open?", Intent::Structure),
            ("Mitä seuraavaksi?", Intent::Structure),
            ("Mitä minun pitäisi tehdä seuraavaksi?", Intent::Structure),
            ("Mitkä luvut ovat auki?", Intent::Structure),
            ("Milloin seuraava luku aukeaa?", Intent::Structure),
            ("What unlocks chapter 3?", Intent::State),
            ("Mitä tarvitsen todistukseen?", Intent::State),
            ("What is this course about?", Intent::AboutCourse),
            ("Mistä tällä kurssilla on kyse?", Intent::AboutCourse),
            ("Summarise this page", Intent::OpenPage),
            ("Can you summarize this page for me?", Intent::OpenPage),
            ("What is this page about?", Intent::OpenPage),
            ("Tiivistä tämä sivu", Intent::OpenPage),
            ("Mistä tämä sivu kertoo?", Intent::OpenPage),
            ("What is next() in Python?", Intent::Question),
            ("What happens next when a file is opened?", Intent::Question),
            ("When is a file open?", Intent::Question),
            ("What does this page say about loops and how they end in Python?", Intent::Question),
            ("Explain open addressing", Intent::Question),
            ("What is a primary key?", Intent::Question),
            ("How do I read a file line by line?", Intent::Question),
            ("How many points are needed to pass the course?", Intent::Question),
            ("what does help() do", Intent::Question),
            ("Mikä on silmukka?", Intent::Question),
            ("", Intent::Question),
        ] {
            assert_eq!(of(message), intent, "{message}");
        }
    }

    #[test]
    fn what_the_teachers_page_gives_as_examples_is_understood() {
        for (message, intent) in [
            ("Sum this page up for me", Intent::OpenPage),
            ("Tiivistä tämä sivu", Intent::OpenPage),
            ("What comes after chapter 3?", Intent::Structure),
            ("Mitä luvun 3 jälkeen tulee?", Intent::Structure),
            ("What do I need for the certificate?", Intent::State),
            ("Mitä todistukseen vaaditaan?", Intent::State),
            ("What comes after WHERE?", Intent::Question),
        ] {
            assert_eq!(of(message), intent, "{message}");
        }
    }
}
