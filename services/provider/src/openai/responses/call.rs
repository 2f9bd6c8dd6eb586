//! The copies of a call, and which of them are of the same one.
//!
//! A call comes at least twice: when it begins, and whole when it is done, with pieces of its arguments between. By the
//! documents its place in the output and its item's id tell which is which. By experience either may be missing, the
//! item's id may be another in each event (GitHub Copilot), and a call's id may come late or never.

use chatbot_core::model::ModelCall;

/// Where in the output something stands, as far as it is said.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Place {
    /// Its number.
    pub index: Option<u64>,
    /// The item's id, or nothing.
    pub item_id: String,
}

/// One copy of a call; each text may be empty.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CallCopy {
    /// Where it stands.
    pub place: Place,
    /// The id by which its result is given.
    pub call_id: String,
    /// The tool's name.
    pub name: String,
    /// Its arguments.
    pub arguments: String,
}

/// A call as far as it came.
#[derive(Debug)]
pub struct OpenCall {
    so_far: CallCopy,
    done: bool,
}

/// All calls of a response.
#[derive(Debug, Default)]
pub struct OpenCalls(Vec<OpenCall>);

impl OpenCalls {
    /// A call begins, or is said once more to begin.
    pub fn begin(&mut self, copy: CallCopy) {
        match self.0.iter_mut().rfind(|call| !call.done && call.is(&copy)) {
            Some(call) => call.update(copy),
            None => self.0.push(OpenCall { so_far: copy, done: false }),
        }
    }

    /// The whole of a call has come. It is that of the call that it names or whose place it has; one that is done already
    /// came twice; and one that says neither is that of the first open call of its name.
    pub fn finish(&mut self, copy: CallCopy) {
        let open = |call: &OpenCall| !call.done;
        let at = self
            .0
            .iter()
            .position(|call| open(call) && call.is(&copy))
            .or_else(|| self.0.iter().position(|call| call.is_told_again_by(&copy)))
            .or_else(|| self.0.iter().position(|call| open(call) && call.may_be(&copy)));
        match at.map(|at| &mut self.0[at]) {
            Some(call) => {
                call.update(copy);
                call.done = true;
            }
            None => self.0.push(OpenCall { so_far: copy, done: true }),
        }
    }

    /// What the end of the response says of its calls once more: it completes those that were not, and it is all there
    /// is where the response came without events of its own for them.
    pub fn complete(&mut self, copies: Vec<CallCopy>) {
        let none_came = self.0.is_empty();
        for copy in copies {
            if none_came || self.0.iter().any(|call| !call.done && call.is(&copy)) {
                self.finish(copy);
            }
        }
    }

    /// More arguments, of an open call.
    pub fn add_arguments(&mut self, place: &Place, more: &str) {
        if let Some(call) = self.open_at(place) {
            call.so_far.arguments.push_str(more);
        }
    }

    /// All arguments of an open call.
    pub fn set_arguments(&mut self, place: &Place, arguments: String) {
        if let Some(call) = self.open_at(place).filter(|_| !arguments.is_empty()) {
            call.so_far.arguments = arguments;
        }
    }

    /// Arguments of a call that has not begun are left: its whole copy will have them.
    fn open_at(&mut self, place: &Place) -> Option<&mut OpenCall> {
        let exact = self.0.iter().rposition(|call| !call.done && call.so_far.place.is(place));
        let at =
            exact.or_else(|| self.0.iter().rposition(|call| !call.done && call.so_far.place.may_be(place)));
        at.map(|at| &mut self.0[at])
    }

    /// How many bytes are held.
    pub fn bytes(&self) -> usize {
        let of_call = |CallCopy { place, call_id, name, arguments }: &CallCopy| {
            place.item_id.len() + call_id.len() + name.len() + arguments.len()
        };
        self.0.iter().map(|call| of_call(&call.so_far)).sum()
    }

    /// How many calls there are.
    pub fn count(&self) -> usize {
        self.0.len()
    }

    /// The calls, in the order in which they began.
    pub fn into_calls(self) -> impl Iterator<Item = ModelCall> {
        self.0.into_iter().enumerate().map(|(position, call)| call.close(position))
    }
}

impl Place {
    /// Whether nothing says that two places differ. Ids do not: they may change.
    fn may_be(&self, other: &Self) -> bool {
        self.index.is_none() || other.index.is_none() || self.index == other.index
    }

    /// Whether something says that two places are one.
    fn is(&self, other: &Self) -> bool {
        let same_index = self.index.is_some() && self.index == other.index;
        let same_id = !self.item_id.is_empty() && self.item_id == other.item_id;
        self.may_be(other) && (same_index || same_id)
    }
}

impl OpenCall {
    fn is(&self, copy: &CallCopy) -> bool {
        let mine = &self.so_far;
        let same_id = !mine.call_id.is_empty() && mine.call_id == copy.call_id;
        agree(&mine.call_id, &copy.call_id)
            && mine.place.may_be(&copy.place)
            && (same_id || mine.place.is(&copy.place))
    }

    fn may_be(&self, copy: &CallCopy) -> bool {
        let mine = &self.so_far;
        agree(&mine.call_id, &copy.call_id) && mine.place.may_be(&copy.place) && agree(&mine.name, &copy.name)
    }

    /// Some servers give all calls the same id: without a place only a copy that says nothing new is the same.
    fn is_told_again_by(&self, copy: &CallCopy) -> bool {
        let mine = &self.so_far;
        let says_nothing_new = mine.name == copy.name && mine.arguments == copy.arguments;
        self.done && self.is(copy) && (copy.place.index.is_some() || says_nothing_new)
    }

    /// The later copy counts, as far as it says something.
    fn update(&mut self, copy: CallCopy) {
        let CallCopy { place, call_id, name, arguments } = copy;
        let mine = &mut self.so_far;
        mine.place.index = place.index.or(mine.place.index);
        for (old, new) in [
            (&mut mine.place.item_id, place.item_id),
            (&mut mine.call_id, call_id),
            (&mut mine.name, name),
            (&mut mine.arguments, arguments),
        ] {
            if !new.is_empty() {
                *old = new;
            }
        }
    }

    fn close(self, position: usize) -> ModelCall {
        let CallCopy { place, call_id, name, arguments } = self.so_far;
        let id = [call_id, place.item_id].into_iter().find(|id| !id.is_empty());
        ModelCall { id: id.unwrap_or_else(|| format!("call_{position}")), name, arguments }
    }
}

fn agree(one: &str, other: &str) -> bool {
    one.is_empty() || other.is_empty() || one == other
}
