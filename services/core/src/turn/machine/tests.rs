//! Every state × every signal, and the walks that a turn can take.

use super::*;
use TurnEnd::{Failed, Finished, Interrupted, Stopped};

const BUDGET: Budget = Budget { requests: 12, rounds: 8 };
const TEXT: Signal = Signal::ReplyRead(Reply { has_text: true, has_calls: false });
const CALLS: Signal = Signal::ReplyRead(Reply { has_text: false, has_calls: true });
const BOTH: Signal = Signal::ReplyRead(Reply { has_text: true, has_calls: true });
const EMPTY: Signal = Signal::ReplyRead(Reply { has_text: false, has_calls: false });
const FAILED: Signal = Signal::ReplyFailed(ErrorCode::ModelBusy);
const CONDEMNED: Signal = Signal::CallsCondemned(ErrorCode::UnknownToolCall);

const AGAIN: Signal = Signal::AskAgain { last: false };
const AGAIN_LAST: Signal = Signal::AskAgain { last: true };
const NONE_LEFT: Signal = Signal::NoCallLeft { has_text: false };
const TEXT_LEFT: Signal = Signal::NoCallLeft { has_text: true };

const SIGNALS: [Signal; 22] = [
    Signal::Begin,
    TEXT,
    CALLS,
    BOTH,
    EMPTY,
    FAILED,
    Signal::RoundCommitted,
    Signal::RoundRefused,
    CONDEMNED,
    AGAIN,
    AGAIN_LAST,
    NONE_LEFT,
    TEXT_LEFT,
    Signal::CallsLanded,
    Signal::CallsWait,
    Signal::StudentAnswered,
    Signal::WaitAbandoned,
    Signal::Stop,
    Signal::Interrupt,
    Signal::TimeOver,
    Signal::StorageLost,
    Signal::Broken,
];

fn walk(budget: Budget, signals: &[Signal]) -> (Turn, Option<Command>) {
    let mut turn = Turn::accepted(budget);
    let mut command = None;
    for signal in signals {
        let (next, what) = turn.on(*signal).unwrap();
        turn = next;
        command = Some(what);
    }
    (turn, command)
}

fn in_state(state: &str) -> Turn {
    let signals: &[Signal] = match state {
        "accepted" => &[],
        "asking" => &[Signal::Begin],
        "deciding" => &[Signal::Begin, CALLS],
        "dispatching" => &[Signal::Begin, CALLS, Signal::RoundCommitted],
        "awaiting_student" => &[Signal::Begin, CALLS, Signal::RoundCommitted, Signal::CallsWait],
        _ => &[Signal::Begin, TEXT],
    };
    walk(BUDGET, signals).0
}

/// The commands that are lawful in a state beside those that end every running turn.
fn lawful(state: &str) -> Vec<(Signal, Command)> {
    let ask = Command::Ask { last: false };
    match state {
        "accepted" => vec![(Signal::Begin, ask)],
        "asking" => vec![
            (TEXT, Command::End(Finished)),
            (CALLS, Command::Judge),
            (BOTH, Command::Judge),
            (EMPTY, ask),
            (FAILED, Command::End(Failed(ErrorCode::ModelBusy))),
            (AGAIN, ask),
            (AGAIN_LAST, Command::Ask { last: true }),
        ],
        "deciding" => vec![
            (Signal::RoundCommitted, Command::Dispatch),
            (Signal::RoundRefused, ask),
            (CONDEMNED, Command::End(Failed(ErrorCode::UnknownToolCall))),
            (AGAIN, ask),
            (AGAIN_LAST, Command::Ask { last: true }),
            (NONE_LEFT, ask),
            (TEXT_LEFT, Command::End(Finished)),
        ],
        "dispatching" => vec![(Signal::CallsLanded, ask), (Signal::CallsWait, Command::Wait)],
        "awaiting_student" => {
            vec![
                (Signal::StudentAnswered, Command::Dispatch),
                (Signal::WaitAbandoned, Command::End(Finished)),
            ]
        }
        _ => Vec::new(),
    }
}

fn ends(state: &str) -> Vec<(Signal, Command)> {
    let mut ends = vec![
        (Signal::Stop, Command::End(Stopped)),
        (Signal::Interrupt, Command::End(Interrupted)),
        (Signal::StorageLost, Command::End(Failed(ErrorCode::StorageUnavailable))),
        (Signal::Broken, Command::End(Failed(ErrorCode::Internal))),
    ];
    match state {
        "finished" => ends.clear(),
        // While a student thinks there is no wall clock.
        "awaiting_student" => {}
        _ => ends.push((Signal::TimeOver, Command::End(Failed(ErrorCode::TimeLimitReached)))),
    }
    ends
}

#[test]
fn every_state_takes_exactly_its_lawful_signals() {
    for state in ["accepted", "asking", "deciding", "dispatching", "awaiting_student", "finished"] {
        let turn = in_state(state);
        assert_eq!(turn.state().as_str(), state);
        let lawful = [lawful(state), ends(state)].concat();
        for signal in SIGNALS {
            let wanted = lawful.iter().find(|(s, _)| *s == signal).map(|(_, command)| *command);
            let got = turn.on(signal).ok().map(|(_, command)| command);
            assert_eq!(got, wanted, "{signal:?} in {state}");
        }
    }
}

#[test]
fn an_empty_reply_is_asked_once_more_and_then_fails() {
    let (_, command) = walk(BUDGET, &[Signal::Begin, EMPTY, EMPTY]);
    assert_eq!(command, Some(Command::End(Failed(ErrorCode::EmptyResponse))));
}

#[test]
fn whatever_the_model_does_the_requests_never_exceed_the_cap() {
    for budget in [
        Budget { requests: 3, rounds: 8 },
        Budget { requests: 12, rounds: 2 },
        Budget { requests: 1, rounds: 8 },
        Budget { requests: 5, rounds: 5 },
    ] {
        for round_end in
            [&[Signal::RoundCommitted, Signal::CallsLanded][..], &[Signal::RoundRefused][..], &[AGAIN][..]]
        {
            let (mut turn, _) = walk(budget, &[Signal::Begin]);
            let mut asked = 1;
            let end = loop {
                let (next, command) = turn.on(CALLS).unwrap();
                turn = next;
                if let Command::End(end) = command {
                    break end;
                }
                for signal in round_end {
                    turn = turn.on(*signal).unwrap().0;
                }
                asked += 1;
            };
            assert_eq!(end, Failed(ErrorCode::RequestCapReached));
            assert!(asked <= budget.requests, "{asked} requests of {}", budget.requests);
        }
    }
}

#[test]
fn the_last_request_has_no_tools_and_its_text_is_the_answer() {
    let budget = Budget { requests: 2, rounds: 8 };
    let (turn, command) = walk(budget, &[Signal::Begin, CALLS, Signal::RoundCommitted, Signal::CallsLanded]);
    assert_eq!(command, Some(Command::Ask { last: true }));
    assert_eq!(turn.on(BOTH).unwrap().1, Command::End(Finished));
}
