//! The machine that decides what a turn does next. It consumes a turn and a signal and returns the next
//! turn and one command; the engine carries the command out and reports back with the next signal.

use chatbot_protocol::ErrorCode;

use super::state::{InvalidTransition, TurnEnd, TurnState};

/// What a turn may still spend.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Requests to the model, the last one included.
    pub requests: u32,
    /// Rounds: committed replies with calls.
    pub rounds: u32,
}

/// A turn: its state, what it may still spend, and whether its last request is out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turn {
    state: TurnState,
    budget: Budget,
    last_request: bool,
    asked_after_empty: bool,
}

/// What the engine reports.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Signal {
    /// The turn may begin.
    Begin,
    /// The model's reply is complete.
    ReplyRead(Reply),
    /// The model gave no complete reply; transport retries are spent.
    ReplyFailed(ErrorCode),
    /// The calls are judged and the round is committed; they may run.
    RoundCommitted,
    /// The round is committed and answered; none of its calls may run.
    RoundRefused,
    /// The reply leaves history as it was: a gate said no, or it is asked for again. `last`: without tools.
    AskAgain {
        /// The budget for this is spent.
        last: bool,
    },
    /// The calls are judged and none is left.
    NoCallLeft {
        /// Whether there is text, which then is the answer.
        has_text: bool,
    },
    /// The calls are judged: the turn has to fail.
    CallsCondemned(ErrorCode),
    /// Every call of the round has its result.
    CallsLanded,
    /// A call waits for the student.
    CallsWait,
    /// The student has answered the last call that waited.
    StudentAnswered,
    /// A typed message, instead of the answer that a call waited for.
    WaitAbandoned,
    /// The student wants it to stop, or nobody reads it and a new message came.
    Stop,
    /// The server is going down, or came back and found this turn open.
    Interrupt,
    /// The turn's time is over.
    TimeOver,
    /// What happened can no longer be stored.
    StorageLost,
    /// A fault of ours.
    Broken,
}

/// A complete reply, as far as the machine has to know it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Reply {
    /// Whether there is text.
    pub has_text: bool,
    /// Whether there are calls.
    pub has_calls: bool,
}

/// What the engine has to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Command {
    /// Ask the model.
    Ask {
        /// Without tools: the budget is spent.
        last: bool,
    },
    /// Judge the reply's calls.
    Judge,
    /// Run the committed calls.
    Dispatch,
    /// Wait for the student.
    Wait,
    /// Close the turn.
    End(TurnEnd),
}

impl Turn {
    /// A turn whose message was just stored.
    pub const fn accepted(budget: Budget) -> Self {
        Self { state: TurnState::Accepted, budget, last_request: false, asked_after_empty: false }
    }

    /// A turn that waited for its student, with what it may still spend.
    pub const fn waiting(budget: Budget) -> Self {
        Self { state: TurnState::AwaitingStudent, ..Self::accepted(budget) }
    }

    /// Where it is.
    pub const fn state(&self) -> TurnState {
        self.state
    }

    /// How many requests may still be sent.
    pub const fn requests_left(&self) -> u32 {
        self.budget.requests
    }

    /// Takes a signal.
    ///
    /// # Errors
    /// [`InvalidTransition`] when the signal is not lawful in this state.
    pub fn on(self, signal: Signal) -> Result<(Self, Command), InvalidTransition> {
        use Signal as S;
        use TurnState as T;
        match (self.state, signal) {
            (T::Ended(_), _) => Err(self.refuse(signal)),
            (_, S::Stop) => Ok(self.end(TurnEnd::Stopped)),
            (_, S::Interrupt) => Ok(self.end(TurnEnd::Interrupted)),
            (_, S::StorageLost) => Ok(self.end(TurnEnd::Failed(ErrorCode::StorageUnavailable))),
            (_, S::Broken) => Ok(self.end(TurnEnd::Failed(ErrorCode::Internal))),
            // What was approved runs first.
            (T::AwaitingStudent, S::StudentAnswered) => Ok(self.go(T::Dispatching, Command::Dispatch)),
            (T::Accepted, S::Begin)
            | (T::Dispatching, S::CallsLanded)
            | (T::Asking | T::Deciding, S::AskAgain { last: false }) => Ok(self.ask()),
            (T::AwaitingStudent, S::WaitAbandoned) => Ok(self.end(TurnEnd::Finished)),
            (T::AwaitingStudent, _) => Err(self.refuse(signal)),
            (_, S::TimeOver) => Ok(self.end(TurnEnd::Failed(ErrorCode::TimeLimitReached))),
            (T::Asking, S::ReplyRead(reply)) => Ok(self.read(reply)),
            (T::Asking, S::ReplyFailed(code)) | (T::Deciding, S::CallsCondemned(code)) => {
                Ok(self.end(TurnEnd::Failed(code)))
            }
            (T::Deciding, S::RoundCommitted) => Ok(self.spend_round().go(T::Dispatching, Command::Dispatch)),
            (T::Deciding, S::RoundRefused) => Ok(self.spend_round().ask()),
            (T::Asking | T::Deciding, S::AskAgain { last: true }) => Ok(self.ask_last()),
            (T::Deciding, S::NoCallLeft { has_text }) => Ok(self.read(Reply { has_text, has_calls: false })),
            (T::Dispatching, S::CallsWait) => Ok(self.go(T::AwaitingStudent, Command::Wait)),
            _ => Err(self.refuse(signal)),
        }
    }

    fn read(self, reply: Reply) -> (Self, Command) {
        match reply {
            Reply { has_calls: true, .. } if !self.last_request => {
                self.go(TurnState::Deciding, Command::Judge)
            }
            Reply { has_text: true, .. } => self.end(TurnEnd::Finished),
            Reply { has_calls: true, .. } => self.end(TurnEnd::Failed(ErrorCode::RequestCapReached)),
            _ if self.asked_after_empty || self.last_request => {
                self.end(TurnEnd::Failed(ErrorCode::EmptyResponse))
            }
            _ => Self { asked_after_empty: true, ..self }.ask(),
        }
    }

    fn ask_last(mut self) -> (Self, Command) {
        self.budget.rounds = 0;
        self.ask()
    }

    fn ask(self) -> (Self, Command) {
        let Some(left) = self.budget.requests.checked_sub(1) else {
            return self.end(TurnEnd::Failed(ErrorCode::RequestCapReached));
        };
        let last = left == 0 || self.budget.rounds == 0;
        let budget = Budget { requests: left, ..self.budget };
        Self { budget, last_request: last, ..self }.go(TurnState::Asking, Command::Ask { last })
    }

    const fn spend_round(mut self) -> Self {
        self.budget.rounds = self.budget.rounds.saturating_sub(1);
        self
    }

    const fn end(self, end: TurnEnd) -> (Self, Command) {
        self.go(TurnState::Ended(end), Command::End(end))
    }

    const fn go(mut self, state: TurnState, command: Command) -> (Self, Command) {
        self.state = state;
        (self, command)
    }

    const fn refuse(&self, signal: Signal) -> InvalidTransition {
        InvalidTransition { state: self.state.as_str(), signal: signal.name() }
    }
}

impl Signal {
    const fn name(self) -> &'static str {
        match self {
            Self::Begin => "Begin",
            Self::ReplyRead(_) => "ReplyRead",
            Self::ReplyFailed(_) => "ReplyFailed",
            Self::RoundCommitted => "RoundCommitted",
            Self::RoundRefused => "RoundRefused",
            Self::AskAgain { .. } => "AskAgain",
            Self::NoCallLeft { .. } => "NoCallLeft",
            Self::CallsCondemned(_) => "CallsCondemned",
            Self::CallsLanded => "CallsLanded",
            Self::CallsWait => "CallsWait",
            Self::StudentAnswered => "StudentAnswered",
            Self::WaitAbandoned => "WaitAbandoned",
            Self::Stop => "Stop",
            Self::Interrupt => "Interrupt",
            Self::TimeOver => "TimeOver",
            Self::StorageLost => "StorageLost",
            Self::Broken => "Broken",
        }
    }
}

#[cfg(test)]
mod tests;
