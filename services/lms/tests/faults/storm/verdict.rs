//! What became of the messages of a storm.

use std::collections::BTreeMap;
use std::fmt;

use chatbot_load::model_server::ModelServer;
use sqlx::FromRow;

use super::servers::Servers;
use super::student::{Diary, Sent};
use crate::checks;
use crate::home::Database;

/// How it came out.
#[derive(Default)]
pub struct Verdict {
    pub faults: Vec<String>,
    counts: Vec<(&'static str, usize)>,
    statuses: BTreeMap<u16, usize>,
    ends: BTreeMap<String, usize>,
}

impl fmt::Display for Verdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (what, count) in &self.counts {
            writeln!(f, "  {what:<28} {count}")?;
        }
        writeln!(f, "  statuses of sends            {:?}", self.statuses)?;
        writeln!(f, "  ends of turns                {:?}", self.ends)
    }
}

/// A message as it is stored, with its answer.
#[derive(FromRow)]
struct Stored {
    conversation: String,
    client_id: String,
    state: String,
    text: String,
    epoch: i32,
}

const STORED: &str = "select q.conversation_id::text as conversation, q.client_id, t.epoch,
        t.state::text || coalesce(' (' || t.error_code || ')', '') as state,
        (select coalesce(string_agg(part ->> 'text', '' order by place), '')
         from jsonb_array_elements(a.parts) with ordinality as p(part, place)
         where part ->> 'type' = 'text') as text
    from chatbot.messages q
    join chatbot.turns t on t.user_message_id = q.id
    join chatbot.messages a on a.id = t.assistant_message_id
    where q.role = 'user' and q.superseded_at is null";

pub async fn of(database: &Database, model: &ModelServer, servers: &Servers, diaries: &[Diary]) -> Verdict {
    let mut verdict = Verdict::default();
    let rows: Vec<Stored> = sqlx::query_as(STORED).fetch_all(&database.pool).await.unwrap();
    let mut stored: BTreeMap<(&str, &str), Vec<&Stored>> = BTreeMap::new();
    for row in &rows {
        stored.entry((&row.conversation, &row.client_id)).or_default().push(row);
        *verdict.ends.entry(row.state.clone()).or_default() += 1;
    }
    for diary in diaries {
        verdict.faults.extend(diary.faults.iter().cloned());
        for status in &diary.statuses {
            *verdict.statuses.entry(*status).or_default() += 1;
        }
        for sent in &diary.accepted {
            let found = stored.remove(&(diary.conversation.as_str(), sent.id.as_str())).unwrap_or_default();
            verdict.faults.extend(fault_of(diary, sent, &found));
        }
    }
    for (conversation, id) in stored.keys() {
        verdict.faults.push(format!("{id} in {conversation} was stored, and nobody was told"));
    }
    verdict.faults.extend(model.invalid());
    model.wait_until(|counts| counts.open_streams == 0).await;
    checks::rules(database, &servers.log_tails()).await;
    let sum = |of: fn(&Diary) -> usize| diaries.iter().map(of).sum();
    let counts = model.counts();
    verdict.counts = vec![
        ("messages accepted", sum(|diary| diary.accepted.len())),
        ("answers", rows.len()),
        ("taken over", rows.iter().filter(|row| row.epoch > 1).count()),
        ("stops", sum(|diary| diary.stops as usize)),
        ("pages left", sum(|diary| diary.left as usize)),
        ("streams resumed", sum(|diary| diary.resumed as usize)),
        ("streams to their end", sum(|diary| diary.whole as usize)),
        ("streams broken off", sum(|diary| diary.broken as usize)),
        ("requests to the model", usize::try_from(counts.requests).unwrap()),
        ("of them invalid", model.invalid().len()),
        ("faults", verdict.faults.len()),
    ];
    verdict
}

fn fault_of(diary: &Diary, sent: &Sent, found: &[&Stored]) -> Option<String> {
    let who = format!("student {}, {}", diary.student, sent.id);
    let [stored] = found else { return Some(format!("{who}: {} answers", found.len())) };
    let text = stored.text.trim();
    match stored.state.split(' ').next().unwrap_or_default() {
        "finished" if text != sent.answer => Some(format!("{who}: {text:?} instead of {:?}", sent.answer)),
        "finished" | "stopped" | "interrupted" | "failed" if sent.answer.starts_with(text) => {
            let told = sent.finished.as_ref().is_none_or(|read| read.trim() == text);
            (!told).then(|| format!("{who}: read {:?}, stored {text:?}", sent.finished))
        }
        state => Some(format!("{who}: {state} with {text:?}")),
    }
}
