//! What is left open in the events of a turn that somebody stopped writing.

use chatbot_protocol::TurnEvent;

/// The events that close what is open: a text part, a step.
pub fn closing(events: &[TurnEvent]) -> Vec<TurnEvent> {
    let mut text = None;
    let mut step = false;
    for event in events {
        match event {
            TurnEvent::TextStarted { id } => text = Some(id.clone()),
            TurnEvent::TextEnded { .. } => text = None,
            TurnEvent::StepStarted => step = true,
            TurnEvent::StepEnded => step = false,
            _ => {}
        }
    }
    let text = text.map(|id| TurnEvent::TextEnded { id });
    text.into_iter().chain(step.then_some(TurnEvent::StepEnded)).collect()
}

/// Whether the reply that was coming had shown text.
pub fn shows_text_of_its_reply(events: &[TurnEvent]) -> bool {
    let of_reply = events.iter().rev().take_while(|event| !matches!(event, TurnEvent::StepStarted));
    of_reply.into_iter().any(|event| matches!(event, TurnEvent::TextAdded { .. }))
}

#[cfg(test)]
mod tests {
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
    }
}
