//! The turn waits for its student: everything is stored, nobody carries it, and the page learns whom it is up to.

use chatbot_protocol::data_part::CitationData;
use chatbot_protocol::{CallId, Part, TurnEvent};
use chatbot_store::open_calls::{self, OpenStatus};
use chatbot_store::{PgConnection, StoreError, citations, turns};
use sqlx::Connection as _;

use super::commit::{approval_asked, called, shown_input};
use super::running::Carried;
use crate::measures;

impl Carried {
    pub(super) async fn wait(&mut self) -> Result<(), StoreError> {
        let now = self.engine.parts.clock.now();
        let mut conn = self.engine.conn().await?;
        let mut tx = conn.begin().await?;
        turns::hold(&mut tx, self.task.hold).await?;
        self.tell_of_waiting(&mut tx).await?;
        self.close_step();
        let awaited = TurnEvent::StudentAwaited { usage: self.usage };
        self.write_findings(&mut tx).await?;
        for cited in self.writer.cited() {
            let CitationData { number, spans, verdict, .. } = &cited.data;
            citations::mark_cited(&mut tx, &cited.rows, *number, spans, *verdict).await?;
        }
        self.write_told(&mut tx, std::slice::from_ref(&awaited)).await?;
        turns::wait(&mut tx, self.task.hold, now).await?;
        tx.commit().await?;
        self.writer.forget_findings();
        measures::turn_waits(self.began.elapsed());
        tracing::info!("the turn waits for its student");
        self.engine.running.remove(self.task.conversation, self.task.hold);
        self.show(&[awaited]);
        Ok(())
    }

    /// A call that its page was never told of would be waited for in vain: whoever committed it died before it could.
    async fn tell_of_waiting(&mut self, conn: &mut PgConnection) -> Result<(), StoreError> {
        for open in open_calls::lock_open(conn, self.task.hold.turn, OpenStatus::Waiting).await? {
            let (id, arguments) = (open.id, open.arguments.clone());
            if self.is_told_of(id) {
                continue;
            }
            let Some(call) = self.prepare(open) else { continue };
            // What the tool reads may fail, and is not to take the rest with it.
            let mut reading = conn.begin().await?;
            let described = call.prepared.describe(&mut reading, &call.context).await.ok().flatten();
            reading.rollback().await?;
            let Some(offer) = self.engine.tool(&call.head.name) else { continue };
            let told = called(offer, id, shown_input(offer, &arguments, described));
            let events: Vec<TurnEvent> = std::iter::once(told).chain(approval_asked(offer, id)).collect();
            self.show(&events);
        }
        Ok(())
    }

    fn is_told_of(&self, call: CallId) -> bool {
        let call = call.to_string();
        let of_call = |part: &Part| matches!(part, Part::Tool { call_id, .. } if *call_id == call);
        self.message.parts().iter().any(of_call)
    }
}
