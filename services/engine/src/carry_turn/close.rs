//! Closes a turn: one transaction writes the message, the last round, what was cited and the end; only
//! then does the page learn that it is over.

use std::time::Duration;

use chatbot_core::history;
use chatbot_core::turn::TurnEnd;
use chatbot_protocol::data_part::{CitationData, NoticeCode};
use chatbot_protocol::ui_message::{AnswerState, ToolPartState};
use chatbot_protocol::{ErrorCode, Part, TurnEvent};
use chatbot_store::open_calls::{self, Landed};
use chatbot_store::{StoreError, citations, conversations, messages, rounds, turns};

use super::running::{Carried, Cut};
use crate::measures;
use crate::words::{LEFT_BEHIND, OUTCOME_UNKNOWN, UNSURE};

/// How often the end is tried to be written, and how long apart.
const TRIES: u32 = 10;
const PAUSE: Duration = Duration::from_secs(3);
/// How long the end waits for the log to be stored.
const LOG_PATIENCE: Duration = Duration::from_secs(2);

impl Carried {
    pub(super) async fn close(&mut self, end: TurnEnd) {
        self.end_text().await;
        self.close_open_parts();
        match self.cut.filter(|_| end == TurnEnd::Finished) {
            Some(Cut::Length) => self.notice(NoticeCode::AnswerCut, "The answer reached its length limit."),
            Some(Cut::Filter) => {
                self.notice(NoticeCode::AnswerFiltered, "The provider of the model stopped the answer here.");
            }
            None => {}
        }
        let ended = self.ended_event(end);
        self.message.apply(&ended);
        self.task.log.wait_until_saved(LOG_PATIENCE).await;
        for attempt in 1..=TRIES {
            match self.write_end(end).await {
                Ok(()) => {
                    self.writer.forget_findings();
                    measures::turn_ended(end, self.began.elapsed());
                    tracing::info!(end = ?end, rounds = self.rounds, "the turn ended");
                    self.engine.running.remove(self.task.conversation, self.task.hold);
                    self.task
                        .log
                        .append(&self.limits_event().await.into_iter().chain([ended]).collect::<Vec<_>>());
                    return;
                }
                Err(StoreError::TurnLost) => {
                    tracing::warn!("the turn was taken over before its end");
                    return;
                }
                Err(error) => tracing::error!(%error, attempt, "the end of a turn could not be stored"),
            }
            tokio::time::sleep(PAUSE).await;
        }
        // The stored turn stays open and is ended by whoever finds it; the page is told at once.
        self.task.log.append(&[self.ended_event(TurnEnd::Failed(ErrorCode::StorageUnavailable))]);
    }

    fn close_open_parts(&mut self) {
        self.pending.clear();
        let mut events = self.writer.close();
        for part in self.message.parts() {
            if let Part::Tool { call_id, state: ToolPartState::Called, .. } = part {
                let is_unsure = self.unsure.iter().any(|unsure| unsure.to_string() == *call_id);
                let text = if is_unsure { UNSURE } else { LEFT_BEHIND }.to_owned();
                events.push(TurnEvent::ToolFailed { call_id: call_id.clone(), text });
            }
        }
        self.show(&events);
        self.close_step();
    }

    fn ended_event(&self, end: TurnEnd) -> TurnEvent {
        let (state, error_code) = match end {
            TurnEnd::Finished => (AnswerState::Finished, None),
            TurnEnd::Stopped => (AnswerState::Stopped, None),
            TurnEnd::Failed(code) => (AnswerState::Failed, Some(code)),
            TurnEnd::Interrupted => (AnswerState::Interrupted, Some(ErrorCode::Interrupted)),
        };
        TurnEvent::Ended {
            end: state,
            error_code,
            finished_at: self.engine.parts.clock.now(),
            usage: self.usage,
            cut: self.cut == Some(Cut::Length),
            filtered: self.cut == Some(Cut::Filter),
        }
    }

    async fn write_end(&self, end: TurnEnd) -> Result<(), StoreError> {
        let now = self.engine.parts.clock.now();
        let mut conn = self.engine.conn().await?;
        let mut tx = conn.begin().await?;
        // The conversation before the turn, as whoever accepts a message locks them.
        conversations::touch(&mut tx, self.task.conversation, now).await?;
        turns::end(&mut tx, self.task.hold, end, now).await?;
        match &self.round {
            Some(round) if end == TurnEnd::Finished => {
                rounds::commit(&mut tx, round.id, self.text_to_keep(round), "answer", round.usage, now)
                    .await?;
            }
            round => {
                if let Some(round) = round {
                    rounds::write_text(&mut tx, round.id, self.text_to_keep(round)).await?;
                }
                rounds::close_partial(&mut tx, self.task.hold.turn).await?;
            }
        }
        for call in &self.unsure {
            open_calls::land(&mut tx, *call, Landed::Unknown, OUTCOME_UNKNOWN, now).await?;
        }
        open_calls::close_open(&mut tx, self.task.hold.turn, history::NO_RESULT, now).await?;
        self.write_findings(&mut tx).await?;
        for cited in self.writer.cited() {
            let CitationData { number, spans, verdict, .. } = &cited.data;
            citations::mark_cited(&mut tx, &cited.rows, *number, spans, *verdict).await?;
        }
        messages::write_parts(&mut tx, self.task.answer, self.message.parts(), self.message.metadata())
            .await?;
        tx.commit().await?;
        Ok(())
    }
}
