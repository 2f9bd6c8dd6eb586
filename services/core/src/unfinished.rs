//! What is left open in the events of a turn that somebody stopped writing, and what they do not tell yet.

use chatbot_protocol::data_part::NoticeCode;
use chatbot_protocol::turn_event::{events_of_part, outcome_of};
use chatbot_protocol::ui_message::ToolPartState;
use chatbot_protocol::{Part, TurnEvent};

use crate::message_parts::MessageParts;

/// The events that close what is open: a text part, a step.
pub fn closing(events: &[TurnEvent]) -> Vec<TurnEvent> {
    let last_of_step =
        events.iter().rev().find(|event| matches!(event, TurnEvent::StepStarted | TurnEvent::StepEnded));
    let text = open_text(events).map(|id| TurnEvent::TextEnded { id });
    let step = (last_of_step == Some(&TurnEvent::StepStarted)).then_some(TurnEvent::StepEnded);
    text.into_iter().chain(step).collect()
}

/// The name of the text part that is being written. There is one at most, the last.
fn open_text(events: &[TurnEvent]) -> Option<String> {
    let of_text = |event: &TurnEvent| match event {
        TurnEvent::TextStarted { id } => Some(Some(id.clone())),
        TurnEvent::TextEnded { .. } => Some(None),
        _ => None,
    };
    events.iter().rev().find_map(of_text).flatten()
}

/// The events that tell the rest of a message of which `events` tell the beginning: nothing where they tell as much of
/// it, or more.
pub fn missing(events: &[TurnEvent], message: &[Part]) -> Vec<TurnEvent> {
    let told = MessageParts::folded(events);
    if extent_of(message) <= extent_of(told.parts()) {
        return Vec::new();
    }
    let mut missing = Vec::new();
    let open_text = open_text(events);
    for (index, part) in message.iter().enumerate() {
        if let Some(told) = told.parts().get(index) {
            missing.extend(rest_of(told, part, open_text.as_deref()));
            continue;
        }
        if *part == Part::StepStart {
            missing.extend(closing(&[events, &missing].concat()));
        }
        // No name that whoever goes on gives to a text of its own.
        missing.extend(events_of_part(part, format!("m{index}")));
    }
    missing
}

/// What is told of a part after what was told of it.
fn rest_of(told: &Part, part: &Part, open_text: Option<&str>) -> Vec<TurnEvent> {
    match (told, part) {
        (Part::Text { text: told, streaming: true }, Part::Text { text, streaming }) => {
            let Some(id) = open_text.map(str::to_owned) else { return Vec::new() };
            let rest = text.strip_prefix(told.as_str()).filter(|rest| !rest.is_empty());
            let rest = rest.map(|rest| TurnEvent::TextAdded { id: id.clone(), delta: rest.to_owned() });
            let end = (!streaming).then_some(TurnEvent::TextEnded { id });
            rest.into_iter().chain(end).collect()
        }
        (Part::Tool { state: ToolPartState::Called, .. }, Part::Tool { call_id, state, .. }) => {
            outcome_of(call_id, state).into_iter().collect()
        }
        (Part::Citation { data: told, .. }, Part::Citation { id, data }) if told != data => {
            vec![TurnEvent::Cited { citation_id: *id, first: false, citation: data.clone() }]
        }
        _ => Vec::new(),
    }
}

/// How far a message is written: its text in bytes, its parts, the texts and calls in it that are over.
pub fn extent_of(parts: &[Part]) -> (usize, usize, usize) {
    let lengths = parts.iter().map(|part| match part {
        Part::Text { text, .. } => text.len(),
        _ => 0,
    });
    let is_over = |part: &&Part| match part {
        Part::Text { streaming, .. } => !streaming,
        Part::Tool { state, .. } => *state != ToolPartState::Called,
        _ => false,
    };
    (lengths.sum(), parts.len(), parts.iter().filter(is_over).count())
}

/// Whether the reply that was coming had shown text. Its step may not be told of yet: what came before it ends with the
/// calls of a reply that was read, or with a word that it is tried again.
pub fn shows_text_of_its_reply(events: &[TurnEvent]) -> bool {
    let shows = |event: &TurnEvent| match event {
        TurnEvent::TextAdded { .. } => Some(true),
        TurnEvent::StepStarted | TurnEvent::ToolCalled { .. } => Some(false),
        TurnEvent::Noticed { notice, .. } if notice.code == NoticeCode::TriedAgain => Some(false),
        _ => None,
    };
    events.iter().rev().find_map(shows).unwrap_or(false)
}

#[cfg(test)]
mod tests {
    use chatbot_protocol::data_part::{NoticeData, ToolDisplayInput, ToolDisplayOutput};

    use super::*;

    fn text(id: &str) -> [TurnEvent; 2] {
        let id = id.to_owned();
        [TurnEvent::TextStarted { id: id.clone() }, TurnEvent::TextAdded { id, delta: "a".into() }]
    }

    #[test]
    fn what_is_open_is_closed_in_order() {
        let mut events = vec![TurnEvent::StepStarted];
        assert_eq!(closing(&events), [TurnEvent::StepEnded]);
        assert!(!shows_text_of_its_reply(&events));
        events.extend(text("t1"));
        assert!(shows_text_of_its_reply(&events));
        assert_eq!(closing(&events), [TurnEvent::TextEnded { id: "t1".into() }, TurnEvent::StepEnded]);
        events.extend(closing(&events));
        assert!(closing(&events).is_empty());
        events.push(TurnEvent::StepStarted);
        assert!(!shows_text_of_its_reply(&events), "the text was of an earlier reply");
        events.extend(text("t2"));
        events.extend(closing(&events));
        assert!(shows_text_of_its_reply(&events), "it is the answer, and its end may not be stored");
        let again = NoticeData { code: NoticeCode::TriedAgain, text: "Again.".into() };
        for of_next in [called("c1"), TurnEvent::Noticed { id: "n1".into(), notice: again }] {
            events.push(of_next);
            assert!(!shows_text_of_its_reply(&events), "that reply does not come any more");
            events.pop();
        }
    }

    fn called(call_id: &str) -> TurnEvent {
        let (call_id, tool_name) = (call_id.to_owned(), "search".to_owned());
        TurnEvent::ToolCalled { call_id, tool_name, input: ToolDisplayInput::default(), dynamic: false }
    }

    /// Everything that a turn told.
    fn whole() -> Vec<TurnEvent> {
        let added = |id: &str, delta: &str| TurnEvent::TextAdded { id: id.into(), delta: delta.into() };
        let ended = |id: &str| TurnEvent::TextEnded { id: id.into() };
        let answered = |call_id: &str| TurnEvent::ToolAnswered {
            call_id: call_id.into(),
            output: ToolDisplayOutput { found: Some(1), ..ToolDisplayOutput::default() },
        };
        let mut events = vec![TurnEvent::StepStarted];
        events.extend(text("t1"));
        events.extend([added("t1", " key"), ended("t1"), called("c1"), called("c2"), answered("c1")]);
        events.push(TurnEvent::ToolFailed { call_id: "c2".into(), text: "No.".into() });
        events.extend([TurnEvent::StepEnded, TurnEvent::StepStarted]);
        events.extend(text("t2"));
        events.extend([added("t2", " join"), ended("t2")]);
        events
    }

    /// Texts are written between their start and their end, which come once.
    fn assert_in_order(events: &[TurnEvent]) {
        let mut open = None;
        for event in events {
            match event {
                TurnEvent::TextStarted { id } => assert_eq!(open.replace(id), None, "{events:?}"),
                TurnEvent::TextAdded { id, .. } => assert_eq!(open, Some(id), "{events:?}"),
                TurnEvent::TextEnded { id } => assert_eq!(open.take(), Some(id), "{events:?}"),
                _ => {}
            }
        }
    }

    #[test]
    fn however_much_was_told_the_rest_of_a_message_makes_it_whole() {
        let whole = whole();
        let message = MessageParts::folded(&whole);
        for told in 0..=whole.len() {
            let told = &whole[..told];
            let missing = missing(told, message.parts());
            let all = [told, &missing].concat();
            assert_eq!(MessageParts::folded(&all).parts(), message.parts(), "{told:?} and {missing:?}");
            assert!(closing(&all).iter().all(|event| *event == TurnEvent::StepEnded), "no text is open");
            assert_in_order(&all);
            // An older message takes nothing back.
            let older = MessageParts::folded(told);
            assert!(super::missing(&whole, older.parts()).is_empty());
        }
    }
}
