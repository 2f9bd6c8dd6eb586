//! What became of a cited text since the answer was given. Judged by the text alone, white space aside: not by
//! the page's revision, and not by who may read the page.

mod resemblance;
mod sought;
mod stretch;
#[cfg(test)]
mod tests;

use chatbot_protocol::PageId;

use resemblance::resemblance;
pub use sought::{CitedText, Sought};
use stretch::{Stretch, one_spaced};

/// A text counts as changed, not as gone, when so much of it stands together in its order.
const LEAST_LIKENESS: f32 = 0.5;

/// What an answer cited.
#[derive(Clone, Copy, Debug)]
pub struct CitedPassage<'a> {
    /// The page.
    pub page: PageId,
    /// The anchor of the passage.
    pub anchor: &'a str,
    /// The passage's text as it was.
    pub text: &'a str,
    /// SHA-256 of it.
    pub hash: [u8; 32],
    /// The stretch of it that says most of the sentence. Without one, the whole passage is what was cited.
    pub span: Option<&'a str>,
}

/// A passage as it is now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassageNow {
    /// The page.
    pub page: PageId,
    /// The id of its heading on the page.
    pub anchor: String,
    /// SHA-256 of its text.
    pub hash: [u8; 32],
    /// Its text.
    pub text: String,
}

/// A place that a link can lead to.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The page.
    pub page: PageId,
    /// An anchor on it; empty before the first heading.
    pub anchor: String,
}

/// What became of a cited text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Freshness {
    /// It stands where it stood.
    Fresh,
    /// The same text stands elsewhere: under another heading, or on another page of the course.
    Moved(Place),
    /// It reads differently; this is what is most like it on its page.
    Changed(Place),
    /// Nothing like it is left on its page, or the page is gone.
    Gone,
}

impl Freshness {
    /// Its name in the database.
    pub const fn as_str(&self) -> &'static str {
        match self {
            Self::Fresh => "fresh",
            Self::Moved(_) => "moved",
            Self::Changed(_) => "changed",
            Self::Gone => "gone",
        }
    }

    /// Where the text, or what is most like it, stands now, if that is not where it stood.
    pub const fn place(&self) -> Option<&Place> {
        match self {
            Self::Moved(place) | Self::Changed(place) => Some(place),
            Self::Fresh | Self::Gone => None,
        }
    }

    /// Whether the text stands nowhere any more, as far as was looked.
    pub const fn is_lost(&self) -> bool {
        matches!(self, Self::Changed(_) | Self::Gone)
    }
}

/// Passages, read so that many cited texts can be looked up in them.
#[derive(Clone, Debug, Default)]
pub struct Standing {
    sections: Vec<Section>,
}

/// What stands under one anchor. A page is cut anew when text is added, so that a cited text may now stand in
/// two passages that follow one another.
#[derive(Clone, Debug)]
struct Section {
    place: Place,
    hashes: Vec<[u8; 32]>,
    text: String,
}

impl Standing {
    /// Reads passages; those of a page stand together, in the order of the page.
    pub fn new(passages: impl IntoIterator<Item = PassageNow>) -> Self {
        let mut sections: Vec<Section> = Vec::new();
        for PassageNow { page, anchor, hash, text } in passages {
            let text = one_spaced(&text);
            match sections.last_mut() {
                Some(open) if open.place.page == page && open.place.anchor == anchor => {
                    open.hashes.push(hash);
                    open.text.push(' ');
                    open.text.push_str(&text);
                }
                _ => sections.push(Section { place: Place { page, anchor }, hashes: vec![hash], text }),
            }
        }
        Self { sections }
    }
}

/// What became of a cited text, given the passages of its page, and passages of other pages of the course in
/// which it may stand. Without the latter, a text that left its page counts as lost.
pub fn judge(cited: &CitedPassage<'_>, its_page: &Standing, elsewhere: &Standing) -> Freshness {
    let stretch = cited.span.map(|span| Stretch::new(span, cited.text));
    let stands = |section: &&Section| match &stretch {
        Some(stretch) => stretch.stands_in(&section.text),
        None => section.hashes.contains(&cited.hash),
    };
    let in_place =
        |section: &&Section| section.place.page == cited.page && section.place.anchor == cited.anchor;
    if its_page.sections.iter().filter(in_place).any(|section| stands(&section)) {
        return Freshness::Fresh;
    }
    if let Some(found) = its_page.sections.iter().chain(&elsewhere.sections).find(stands) {
        return Freshness::Moved(found.place.clone());
    }
    let wanted = one_spaced(cited.span.unwrap_or(cited.text));
    let most_alike = its_page
        .sections
        .iter()
        .map(|section| (resemblance(&wanted, &section.text), section))
        .filter(|(likeness, _)| *likeness >= LEAST_LIKENESS)
        // The first of several that are alike to the same degree.
        .reduce(|best, next| if next.0 > best.0 { next } else { best });
    most_alike.map_or(Freshness::Gone, |(_, section)| Freshness::Changed(section.place.clone()))
}

/// The passage that is nearest to what was cited: the same one, else one in which the cited text stands, else the
/// one that is most like it; none when nothing like it is there.
pub fn nearest<'a>(cited: &CitedPassage<'_>, passages: &'a [PassageNow]) -> Option<&'a PassageNow> {
    let wanted = one_spaced(cited.span.unwrap_or(cited.text));
    let stretch = Stretch::new(&wanted, &one_spaced(cited.text));
    let same = || passages.iter().find(|passage| passage.hash == cited.hash);
    let stands = || passages.iter().find(|passage| stretch.stands_in(&one_spaced(&passage.text)));
    let most_alike = || {
        let likeness = |passage: &'a PassageNow| (resemblance(&wanted, &one_spaced(&passage.text)), passage);
        let alike = passages.iter().map(likeness).filter(|(likeness, _)| *likeness >= LEAST_LIKENESS);
        alike.reduce(|best, next| if next.0 > best.0 { next } else { best }).map(|(_, passage)| passage)
    };
    same().or_else(stands).or_else(most_alike)
}
