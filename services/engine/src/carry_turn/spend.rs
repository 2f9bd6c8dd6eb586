//! What a turn spends: reserved before each request, settled after it. What is left open is settled where the turn
//! ends or is taken over.

use chatbot_core::budget::{Reserve, Spent};
use chatbot_core::model::{ModelFault, ModelRequest};
use chatbot_core::price::Cost;
use chatbot_core::turn::Signal;
use chatbot_protocol::data_part::{NoticeCode, Usage};
use chatbot_protocol::limits::LimitKind;
use chatbot_protocol::{ErrorCode, TurnEvent};
use chatbot_store::usage_ledger::{self, NewReservation, Spender};
use chatbot_store::{PgConnection, StoreError};

use super::running::Carried;
use crate::limits::{self, Refused};

impl Carried {
    /// Reserves for a request, or gives the limit that says no.
    pub(super) async fn reserve(
        &mut self,
        tx: &mut PgConnection,
        request: &ModelRequest,
    ) -> Result<Option<LimitKind>, StoreError> {
        let new = self.reservation(request);
        let says_no = usage_ledger::reserve(tx, self.spender(), new).await?;
        Ok(says_no.inspect(|limit| limits::refused(*limit, Refused::Request)))
    }

    /// What is to be reserved for a request.
    pub(super) fn reservation(&mut self, request: &ModelRequest) -> NewReservation {
        self.reserved = Reserve::for_request(request);
        NewReservation {
            id: self.engine.parts.ids.new_id(),
            turn: self.task.hold.turn,
            reserve: self.reserved,
            is_request: true,
            now: self.engine.parts.clock.now(),
        }
    }

    /// Who spends in this turn.
    pub(super) fn spender(&self) -> Spender<'_> {
        limits::spender(self.task.student, &self.task.chatbot, &self.task.course)
    }

    /// How a turn goes on whose next request is refused: what is left may do for a last, short reply without tools.
    pub(super) fn without_budget(&mut self, last: bool) -> Signal {
        if last {
            return Signal::ReplyFailed(ErrorCode::LimitReached);
        }
        self.short_of_budget = true;
        Signal::AskAgain { last: true }
    }

    /// The student learns why nothing more is looked up.
    pub(super) fn tell_short(&mut self) {
        if self.short_of_budget {
            let text =
                "The limit is nearly reached, so this answer is short and nothing more was looked up for it.";
            self.notice(NoticeCode::LimitNear, text);
        }
    }

    /// Settles the request whose reply was read.
    pub(super) async fn settle(&self, told: Option<Usage>, spent: Spent) -> Result<(), StoreError> {
        let parts = &self.engine.parts;
        let told = told.unwrap_or_default();
        let cost = Cost::of(told, self.task.model.profile().price, parts.models.currency());
        let mut conn = self.engine.conn().await?;
        usage_ledger::settle(&mut conn, self.task.hold, told, cost, spent, parts.clock.now()).await
    }

    /// Gives back what was reserved for a request that the provider did not take. What any other fault cost is
    /// estimated when the turn ends, which is next.
    pub(super) async fn settle_fault(&self, fault: &ModelFault) -> Result<(), StoreError> {
        use ModelFault as Fault;
        match fault {
            Fault::Unreachable(_)
            | Fault::Busy { .. }
            | Fault::Refused { .. }
            | Fault::ContextExceeded { .. }
            | Fault::ProviderFailed { .. } => self.settle(None, Spent::NOTHING).await,
            Fault::NotAStream(_) | Fault::ReportedInStream(_) | Fault::BrokeOff(_) | Fault::Silent(_) => {
                Ok(())
            }
        }
    }

    /// What is left for the student, once the turn has ended.
    pub(super) async fn limits_event(&self) -> Option<TurnEvent> {
        if !self.task.chatbot.config.limits.limits_use() {
            return None;
        }
        let read = async {
            let now = self.engine.parts.clock.now();
            limits::standings(&mut *self.engine.conn().await?, self.spender(), now).await
        };
        match read.await {
            Ok(limits) => Some(TurnEvent::LimitsTold { limits }),
            Err(error) => {
                tracing::warn!(%error, "what is left of the limits could not be read");
                None
            }
        }
    }
}
