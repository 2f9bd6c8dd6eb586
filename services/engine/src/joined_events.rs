//! Events in order, where neighbouring pieces of a text are one event that grows: a long answer is kept once, not
//! as hundreds of events.

use chatbot_protocol::TurnEvent;

/// How far somebody has come.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Place {
    /// How many events are behind it.
    pub event: usize,
    /// How much of the next one's text is, too.
    pub bytes: usize,
}

impl Place {
    /// After so many whole events.
    pub const fn after(events: usize) -> Self {
        Self { event: events, bytes: 0 }
    }
}

/// The events.
#[derive(Debug)]
pub(crate) struct JoinedEvents {
    events: Vec<TurnEvent>,
    /// How many events were there at the start: others know them by their number, so that none of them grows.
    sealed: usize,
}

impl JoinedEvents {
    pub fn new(events: Vec<TurnEvent>) -> Self {
        Self { sealed: events.len(), events }
    }

    pub fn push(&mut self, new: &TurnEvent) {
        let open = self.events.get_mut(self.sealed..).and_then(<[_]>::last_mut);
        if let (Some(TurnEvent::TextAdded { id, delta }), TurnEvent::TextAdded { id: next, delta: more }) =
            (open, new)
            && id == next
        {
            delta.push_str(more);
        } else {
            self.events.push(new.clone());
        }
    }

    /// Behind everything.
    pub fn end(&self) -> Place {
        let open = self.events.get(self.sealed..).and_then(<[_]>::last);
        match open {
            Some(TurnEvent::TextAdded { delta, .. }) => {
                Place { event: self.events.len() - 1, bytes: delta.len() }
            }
            _ => Place::after(self.events.len()),
        }
    }

    /// What comes after a place.
    pub fn since(&self, place: Place) -> Vec<TurnEvent> {
        let Some((first, rest)) = self.events.get(place.event..).and_then(<[_]>::split_first) else {
            return Vec::new();
        };
        let begun = match first {
            TurnEvent::TextAdded { id, delta } if place.bytes > 0 => {
                let more = delta.get(place.bytes..).filter(|more| !more.is_empty());
                more.map(|more| TurnEvent::TextAdded { id: id.clone(), delta: more.to_owned() })
            }
            whole => Some(whole.clone()),
        };
        begun.into_iter().chain(rest.iter().cloned()).collect()
    }

    pub fn first(&self) -> Option<&TurnEvent> {
        self.events.first()
    }

    pub fn last(&self) -> Option<&TurnEvent> {
        self.events.last()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn added(id: &str, delta: &str) -> TurnEvent {
        TurnEvent::TextAdded { id: id.into(), delta: delta.into() }
    }

    #[test]
    fn a_text_grows_in_one_event_and_whoever_follows_it_gets_each_piece_once() {
        let mut events = JoinedEvents::new(Vec::new());
        let mut place = Place::default();
        let mut seen = Vec::new();
        for new in [added("t1", "a"), added("t1", "ä"), added("t2", "b"), TurnEvent::StepEnded] {
            events.push(&new);
            let more = events.since(place);
            assert_eq!(more, [new]);
            assert!(place < events.end());
            place = events.end();
            seen.extend(more);
        }
        assert_eq!(events.since(place), []);
        assert_eq!(
            events.since(Place::default()),
            [added("t1", "aä"), added("t2", "b"), TurnEvent::StepEnded]
        );
    }

    #[test]
    fn what_was_there_at_the_start_does_not_grow() {
        let mut events = JoinedEvents::new(vec![added("t1", "a")]);
        let place = events.end();
        events.push(&added("t1", "b"));
        assert_eq!(events.since(place), [added("t1", "b")]);
    }
}
