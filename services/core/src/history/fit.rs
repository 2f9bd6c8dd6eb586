//! Makes the running turn fit: nothing of it can be left out, but what its calls brought can be shortened.

use super::{tokens, tokens_of};
use crate::model::ModelMessage;

/// What stays of a result at least, in bytes.
const SHORTEST: usize = 600;
/// Where the fence of a result ends; its instructions stand behind it.
const END_OF_OUTPUT: &str = "\n</output>";
/// How long the note is at most, in bytes.
const NOTE: usize = 140;

/// Shortens the results of a turn, the oldest first and each no more than is needed, until its messages are at most
/// so many tokens. Calls and their number of results stay as they are.
pub(super) fn shorten_results(messages: &mut [ModelMessage], most_tokens: i64) {
    let mut over = messages.iter().map(tokens_of).sum::<i64>() - most_tokens;
    for message in messages {
        let ModelMessage::ToolResult { output, .. } = message else { continue };
        if over <= 0 {
            return;
        }
        let before = tokens(output);
        let most = usize::try_from((before - over - tokens("")) * 3).unwrap_or(0);
        if let Some(shorter) = shortened(output, most) {
            over -= before - tokens(&shorter);
            *output = shorter;
        }
    }
}

/// The result with the beginning of its output, in about `most` bytes together with a note that says so; none where
/// that is no shorter.
fn shortened(result: &str, most: usize) -> Option<String> {
    let (output, rest) = result.rfind(END_OF_OUTPUT).map_or((result, ""), |end| result.split_at(end));
    let mut cut = most.saturating_sub(rest.len() + NOTE).max(SHORTEST).min(output.len());
    while !output.is_char_boundary(cut) {
        cut -= 1;
    }
    let (kept, left_out) = output.split_at(cut);
    // A source that is cut is closed, so that what follows is not taken for it.
    let open_source = kept.rfind("<source ") > kept.rfind("</source>");
    let end_of_source = if open_source { "\n</source>" } else { "" };
    let shorter = format!(
        "{kept}{end_of_source}\n[shortened: {} more characters are not shown, because everything together is too \
         long. Ask for less at a time.]{rest}",
        left_out.chars().count(),
    );
    (shorter.len() < result.len()).then_some(shorter)
}
