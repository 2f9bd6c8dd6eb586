//! The turn waits for its student: everything is stored, nobody carries it, and the page learns whom it is up to.

use chatbot_protocol::TurnEvent;
use chatbot_protocol::data_part::CitationData;
use chatbot_store::{StoreError, citations, messages, turns};
use sqlx::Acquire;

use super::running::Carried;
use crate::measures;

impl Carried {
    pub(super) async fn wait(&mut self) -> Result<(), StoreError> {
        self.close_step();
        let awaited = TurnEvent::StudentAwaited { usage: self.usage };
        self.message.apply(&awaited);
        let now = self.engine.parts.clock.now();
        let mut conn = self.engine.conn().await?;
        let mut tx = conn.begin().await?;
        turns::hold(&mut tx, self.task.hold).await?;
        self.write_findings(&mut tx).await?;
        for cited in self.writer.cited() {
            let CitationData { number, spans, verdict, .. } = &cited.data;
            citations::mark_cited(&mut tx, &cited.rows, *number, spans, *verdict).await?;
        }
        messages::write_parts(&mut tx, self.task.answer, self.message.parts(), self.message.metadata())
            .await?;
        turns::wait(&mut tx, self.task.hold, now).await?;
        tx.commit().await?;
        self.writer.forget_findings();
        measures::turn_waits(self.began.elapsed());
        tracing::info!("the turn waits for its student");
        self.engine.running.remove(self.task.conversation, self.task.hold.turn);
        self.task.log.append(&[awaited]);
        Ok(())
    }
}
