//! A student in bad weather: sends, reads, leaves, comes back, stops, and sends again what was not taken.

use std::sync::Arc;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::time::Instant;

use super::dice::Dice;
use super::servers::Servers;
use crate::page::{Page, Reading, Seen};

/// How long a student goes on trying to have a message taken.
const TRIES: u32 = 200;
/// How long a student reads at most before coming back.
const READS: Duration = Duration::from_secs(20);

/// What a student did, and what came of it.
#[derive(Debug)]
pub struct Diary {
    pub student: u32,
    pub conversation: String,
    /// Messages that were taken, in order.
    pub accepted: Vec<Sent>,
    /// How often which status came.
    pub statuses: Vec<u16>,
    /// Streams that came to their end, those that broke off, and what was wrong with them.
    pub whole: u32,
    pub broken: u32,
    pub faults: Vec<String>,
    pub stops: u32,
    pub left: u32,
    pub resumed: u32,
}

/// A message that was taken.
#[derive(Debug)]
pub struct Sent {
    pub id: String,
    /// The answer, if nothing comes between.
    pub answer: String,
    /// What was read of a stream that said that it was finished.
    pub finished: Option<String>,
}

pub struct Student {
    servers: Arc<Servers>,
    dice: Dice,
    chatbot: String,
    diary: Diary,
}

impl Student {
    pub fn new(number: u32, chatbot: &str, servers: Arc<Servers>, dice: Dice) -> Self {
        let diary = Diary {
            student: number,
            conversation: String::new(),
            accepted: Vec::new(),
            statuses: Vec::new(),
            whole: 0,
            broken: 0,
            faults: Vec::new(),
            stops: 0,
            left: 0,
            resumed: 0,
        };
        Self { servers, dice, chatbot: chatbot.to_owned(), diary }
    }

    pub async fn live_until(mut self, over: Instant) -> Diary {
        self.begin().await;
        for number in 0_u32.. {
            if Instant::now() >= over {
                break;
            }
            self.ask(number).await;
            self.pause(0, 400).await;
        }
        self.diary
    }

    async fn begin(&mut self) {
        while self.diary.conversation.is_empty() {
            let begun = self.page().post(&format!("/chatbots/{}/conversations", self.chatbot), &json!({}));
            if let Ok(response) = begun.send().await
                && response.status() == 201
                && let Ok(body) = response.json::<Value>().await
            {
                body["id"].as_str().unwrap().clone_into(&mut self.diary.conversation);
            } else {
                self.pause(100, 300).await;
            }
        }
    }

    /// At one of the servers, whichever.
    fn page(&mut self) -> Page {
        let place = usize::from(self.dice.percent(50));
        Page::at(self.diary.student, &self.servers.url(place))
    }

    async fn pause(&mut self, from: u64, to: u64) {
        tokio::time::sleep(Duration::from_millis(self.dice.between(from, to))).await;
    }

    /// One message, sent until it is taken, and what its student does with the answer.
    async fn ask(&mut self, number: u32) {
        let (id, answer) = (format!("m{number}"), self.words(number));
        let question = format!("Question {number}? #model {}", self.plan(&answer));
        self.diary.accepted.push(Sent { id: id.clone(), answer, finished: None });
        for _ in 0..TRIES {
            let conversation = self.diary.conversation.clone();
            let mut reading = self.page().send(&conversation, &id, &question);
            let status = reading.until(|seen| seen.status.is_some()).await.status.unwrap();
            self.diary.statuses.push(status);
            if status == 200 {
                return self.read(reading).await;
            }
            self.pause(100, 500).await;
        }
        self.diary.faults.push(format!("student {}: {id} is never taken", self.diary.student));
        self.diary.accepted.pop();
    }

    fn words(&mut self, number: u32) -> String {
        let words = (0..self.dice.between(2, 80)).map(|word| format!("w{word}"));
        format!("a{number} {}.", words.collect::<Vec<_>>().join(" "))
    }

    fn plan(&mut self, answer: &str) -> Value {
        let mut plan = json!({ "text": answer, "cite": false, "rate": self.dice.between(20, 200) });
        if self.dice.percent(40) {
            let call = json!({ "name": "glossary_lookup", "arguments": { "term": "primary key" } });
            plan["calls"] = json!(vec![call; usize::try_from(self.dice.between(1, 3)).unwrap()]);
            plan["rounds"] = json!(self.dice.between(1, 3));
        }
        if self.dice.percent(8) {
            plan["fault"] = json!({ "cut": { "after": self.dice.between(0, 30) } });
        }
        plan
    }

    /// Reads an answer to its end, or stops it, or leaves and comes back; comes back, too, when it broke off.
    async fn read(&mut self, reading: Reading) {
        let chance = self.dice.between(0, 100);
        let seen = if chance < 15 {
            self.pause(0, 800).await;
            let conversation = self.diary.conversation.clone();
            self.diary.stops += 1;
            self.page().stop(&conversation).await;
            reading.rest_within(READS).await
        } else if chance < 35 {
            self.pause(0, 800).await;
            self.diary.left += 1;
            reading.leave().await;
            // Some do not come back.
            if self.dice.percent(30) {
                return;
            }
            self.resume().await
        } else {
            reading.rest_within(READS).await
        };
        if !self.note(&seen) {
            let seen = self.resume().await;
            self.note(&seen);
        }
    }

    async fn resume(&mut self) -> Seen {
        let conversation = self.diary.conversation.clone();
        self.diary.resumed += 1;
        self.page().resume(&conversation).rest_within(READS).await
    }

    /// Whether the stream came to an end.
    fn note(&mut self, seen: &Seen) -> bool {
        if seen.status != Some(200) {
            return seen.status == Some(204);
        }
        if seen.whole != Some(true) {
            self.diary.broken += 1;
            return false;
        }
        self.diary.whole += 1;
        if let Some(fault) = seen.fault() {
            self.diary.faults.push(format!("student {}: {fault}", self.diary.student));
        }
        if seen.end() == Some("finish")
            && let Some(sent) = self.diary.accepted.last_mut()
        {
            sent.finished = Some(seen.text());
        }
        true
    }
}
