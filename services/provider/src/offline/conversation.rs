//! A request's messages as the offline model sees them.

use chatbot_core::fence;
use chatbot_core::model::ModelMessage;

/// The questions so far, and what tools said since the last one.
#[derive(Debug, Default)]
pub struct Conversation<'a> {
    /// The student's last message.
    pub question: &'a str,
    /// The student's messages before it, oldest first.
    pub earlier: Vec<&'a str>,
    /// What was answered last before it.
    pub last_answer: Option<&'a str>,
    /// What the student has selected on the open page, to ask about it.
    pub selection: Option<&'a str>,
    /// The results of each round since it.
    pub rounds: Vec<Vec<Answered<'a>>>,
    /// How many calls the history holds.
    pub calls_before: usize,
}

/// A call that has its result.
#[derive(Clone, Debug)]
pub struct Answered<'a> {
    /// The tool.
    pub name: &'a str,
    /// Its arguments.
    pub arguments: &'a str,
    /// What it said.
    pub output: &'a str,
    id: &'a str,
}

impl<'a> Conversation<'a> {
    /// Reads a history.
    pub fn read(messages: &'a [ModelMessage]) -> Self {
        let mut conversation = Self::default();
        let (mut asked, mut answered) = (false, None);
        for message in messages {
            match message {
                ModelMessage::System(prompt) => conversation.selection = fence::selection_in(prompt),
                ModelMessage::User(text) => {
                    let before = std::mem::replace(&mut conversation.question, text);
                    conversation.earlier.extend(asked.then_some(before));
                    asked = true;
                    conversation.last_answer = answered.take();
                    conversation.rounds.clear();
                }
                ModelMessage::Assistant { text, calls } => {
                    answered = Some(text.as_str()).filter(|_| calls.is_empty()).or(answered);
                    conversation.calls_before += calls.len();
                    let round = calls.iter().map(|call| Answered {
                        name: &call.name,
                        arguments: &call.arguments,
                        output: "",
                        id: &call.id,
                    });
                    conversation.rounds.extend((!calls.is_empty()).then(|| round.collect()));
                }
                ModelMessage::ToolResult { call_id, output } => {
                    conversation.take_result(call_id, output);
                }
            }
        }
        conversation
    }

    /// Ids may be used twice: the first call that has no result yet gets it.
    fn take_result(&mut self, call_id: &str, output: &'a str) {
        let open = self.rounds.last_mut().into_iter().flatten();
        if let Some(call) = open.into_iter().find(|call| call.id == call_id && call.output.is_empty()) {
            call.output = output;
        }
    }
}
