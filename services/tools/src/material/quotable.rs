//! A passage as something that a model may quote.

use chatbot_core::ToolCitation;
use chatbot_store::passages::VisiblePassage;

use crate::title_match::words_of;

/// The citation of a passage under its source number.
pub(crate) fn citation(citation_number: u32, passage: &VisiblePassage) -> ToolCitation {
    let document_url = match passage.anchor.as_str() {
        "" => passage.url_path.clone(),
        anchor => format!("{}#{anchor}", passage.url_path),
    };
    ToolCitation {
        citation_number,
        page_id: passage.page_id,
        passage_id: passage.id,
        page_revision: passage.page_revision,
        title: passage.page_title.clone(),
        chapter: passage.chapter_title.clone(),
        section: passage.heading_path.last().cloned(),
        snippet: passage.text.clone(),
        document_url,
        anchor: passage.anchor.clone(),
        passage_hash: passage.hash,
    }
}

/// The passage that mentions the name, else the page's first.
pub(crate) fn mentioning<'p>(name: &str, passages: &'p [VisiblePassage]) -> Option<&'p VisiblePassage> {
    let name = format!(" {} ", words_of(name));
    let mentions = |passage: &&VisiblePassage| format!(" {} ", words_of(&passage.text)).contains(&name);
    passages.iter().find(mentions).or(passages.first())
}
