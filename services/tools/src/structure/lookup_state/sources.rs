//! What the pages say that declare the states.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use chatbot_core::tool::SOURCE_NUMBERS_PER_CALL;
use chatbot_core::{ChatbotTurnContext, ToolCitation, fence, text};
use chatbot_protocol::PageId;
use chatbot_store::passages::{VisiblePassage, Which, list_visible};
use chatbot_store::state_items::StateItem;
use chatbot_store::{PgConnection, StoreError};

use crate::material::quotable::{citation, mentioning};
use crate::name::shortened;
use crate::tool::LONGEST_OUTPUT;

/// Room for items and sources together, in characters.
pub(super) const ROOM: usize = LONGEST_OUTPUT - 500;
/// What of a passage is shown, in characters.
const PASSAGE: usize = 2_500;
/// What stands before them.
const HEADER: &str = "\n\nWhat the pages say that declare this:";

/// The passages that are shown, and the number of the first.
#[derive(Debug)]
pub(super) struct Sources {
    passages: Vec<VisiblePassage>,
    blocks: Vec<String>,
    first_source_number: u32,
}

impl Sources {
    /// Reads the passages that declare the items, as far as there is room.
    pub(super) async fn read(
        conn: &mut PgConnection,
        user_context: &ChatbotTurnContext,
        items: &[StateItem],
        room: usize,
    ) -> Result<Self, StoreError> {
        let ChatbotTurnContext { user_id: user, course_id: course, now, .. } = *user_context;
        let mut pages: HashMap<PageId, Vec<VisiblePassage>> = HashMap::new();
        let mut passages: Vec<VisiblePassage> = Vec::new();
        for item in items {
            let Some(page) = item.page.as_ref().map(|page| page.id) else { continue };
            let of_page = match pages.entry(page) {
                Entry::Occupied(read) => read.into_mut(),
                Entry::Vacant(unread) => {
                    unread.insert(list_visible(conn, user, course, now, Which::OfPage(page)).await?)
                }
            };
            let declaring = mentioning(&item.name, of_page);
            passages
                .extend(declaring.filter(|found| passages.iter().all(|known| known.id != found.id)).cloned());
        }
        Ok(Self::within(room, passages, user_context.first_source_number))
    }

    /// As many as fit; of a long one only the model's copy is shortened.
    pub(super) fn within(room: usize, mut passages: Vec<VisiblePassage>, first_source_number: u32) -> Self {
        let mut left = room.saturating_sub(HEADER.len());
        let mut blocks = Vec::new();
        for (number, passage) in (first_source_number..).zip(&passages).take(SOURCE_NUMBERS_PER_CALL as usize)
        {
            let place = shortened(&passage.heading_path.join(" › "));
            let (text, _) = text::first_chars(&passage.text, PASSAGE);
            let block = fence::source(number, &shortened(&passage.page_title), &place, text);
            let length = block.chars().count() + 2;
            if length > left {
                break;
            }
            left -= length;
            blocks.push(block);
        }
        passages.truncate(blocks.len());
        Self { passages, blocks, first_source_number }
    }

    pub(super) fn is_empty(&self) -> bool {
        self.passages.is_empty()
    }

    /// They follow the items; nothing where there are none.
    pub(super) fn text(&self) -> String {
        if self.is_empty() { String::new() } else { format!("{HEADER}\n\n{}", self.blocks.join("\n\n")) }
    }

    pub(super) fn citations(&self) -> Vec<ToolCitation> {
        let numbered = (self.first_source_number..).zip(&self.passages);
        numbered.map(|(number, passage)| citation(number, passage)).collect()
    }
}
