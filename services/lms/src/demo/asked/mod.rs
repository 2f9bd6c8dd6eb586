//! What demo people have asked lately, so that an audit has something to look at. It is asked for real, by a clock that
//! is behind: searching, citing and judging are those of any answer. Only the model says what it is told.

mod past;
mod script;

use std::sync::Arc;

use chatbot_engine::{Conversations as _, SubmitMessage};
use chatbot_protocol::api::NewConversation;
use chatbot_protocol::send_message::Trigger;
use chatbot_protocol::{CourseId, UserId};
use sqlx::PgPool;

use super::{DATABASES, course_id, person_id};
use crate::serve::Chatbot;
use crate::system::SystemIds;
use crate::{LmsError, Settings};
use past::PastClock;
use script::Script;

/// A question, and what is answered.
struct Asked {
    /// Who asked, by the name in the e-mail address. Not whom a visitor tries first: that chat is to be empty. They are
    /// five, so that a teacher sees numbers.
    who: &'static str,
    hours_ago: i64,
    question: &'static str,
    /// What is searched for.
    query: &'static str,
    /// Words of the passage that the answer cites.
    cited: &'static str,
    answer: &'static str,
}

const DAY: i64 = 24;

/// In the order of time. What is a week ago, to the hour, is always of last week.
const ASKED: &[Asked] = &[
    Asked {
        who: "student3",
        hours_ago: 7 * DAY,
        question: "What is a primary key?",
        query: "what a primary key is",
        cited: "candidate key that the designer has chosen",
        answer: "A primary key is the candidate key that the designer has chosen to identify the rows of a table.",
    },
    Asked {
        who: "student4",
        hours_ago: 7 * DAY,
        question: "What does the course say about values of a primary key?",
        query: "values of a primary key",
        cited: "candidate key that the designer has chosen",
        answer: "The page says that “the values of a primary key must be short”.",
    },
    Asked {
        who: "student5",
        hours_ago: 7 * DAY,
        question: "What does an inner join return?",
        query: "inner join",
        cited: "only the pairs of rows for which the join condition is true",
        answer: "The page says that it “returns every pair of rows for which the join condition is true”.",
    },
    Asked {
        who: "student6",
        hours_ago: 7 * DAY,
        question: "What is a deadlock?",
        query: "what a deadlock is",
        cited: "wait for each other in a circle",
        answer: "A deadlock is a situation in which 99 transactions of Oracle wait for each other in a circle.",
    },
    Asked {
        who: "student2",
        hours_ago: 7 * DAY,
        question: "What does a foreign key refer to?",
        query: "what a foreign key is",
        cited: "must match the values of a key",
        answer: "A foreign key is a set of columns whose values must match the values of a key in some row.",
    },
    Asked {
        who: "student3",
        hours_ago: 3 * DAY,
        question: "What does atomicity mean?",
        query: "atomicity",
        cited: "takes effect completely or not at all",
        answer: "Atomicity means that a transaction takes effect completely or not at all.",
    },
    Asked {
        who: "student4",
        hours_ago: 2 * DAY,
        question: "What is an index good for?",
        query: "what an index is",
        cited: "additional data structure that maps the values",
        answer: "Normalisation removes redundant facts from badly planned schemas.",
    },
    Asked {
        who: "student6",
        hours_ago: DAY,
        question: "What happens to a transaction in a deadlock?",
        query: "what a deadlock is",
        cited: "wait for each other in a circle",
        answer: "The page says that “none of them can ever continue without a victim”.",
    },
];

/// Has all of it asked and answered.
pub async fn ask(settings: &Settings, pool: &PgPool) -> Result<(), LmsError> {
    let clock = Arc::new(PastClock::default());
    let chatbot = Chatbot::build_with(
        Arc::new(Script::new()),
        settings,
        pool,
        Arc::clone(&clock) as _,
        Arc::new(SystemIds),
    )
    .await?;
    let mut done = Ok(());
    for asked in ASKED {
        clock.set_back(asked.hours_ago);
        done = ask_one(&chatbot, asked).await;
        if done.is_err() {
            break;
        }
    }
    chatbot.stop().await;
    done
}

async fn ask_one(chatbot: &Chatbot, asked: &Asked) -> Result<(), LmsError> {
    let engine = chatbot.engine();
    let caller = UserId(person_id(&format!("{}@example.org", asked.who)));
    let chatbots = engine.list_chatbots(caller, CourseId(course_id(DATABASES))).await?;
    let Some(guide) = chatbots.into_iter().find(|chatbot| chatbot.is_default) else { return Ok(()) };
    let begun = engine.begin(caller, guide.id, NewConversation::default()).await?;
    let message = SubmitMessage {
        caller,
        conversation: begun.id,
        client_id: None,
        text: asked.question.to_owned(),
        trigger: Trigger::SubmitMessage,
        message_id: None,
        page_id: None,
        selection: None,
        tool_choice: None,
    };
    let mut answer = engine.submit(message).await?;
    while answer.next().await.is_some() {}
    Ok(())
}

#[cfg(test)]
mod tests;
