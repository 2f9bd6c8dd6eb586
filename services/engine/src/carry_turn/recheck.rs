//! What a committed call requires, checked once more right before it runs: an earlier call of the round, or the
//! time that a person took to answer, may have changed it.

use chatbot_core::ToolRequirement;
use chatbot_core::node::NodeVerdict;
use chatbot_core::pipeline::{NamedNode, RequirementVerdict};
use chatbot_store::nodes::{self, Asker};
use chatbot_store::{PgConnection, StoreError, authorization};
use chatbot_tools::{ChatbotError, ChatbotErrorType};
use chrono::{DateTime, Utc};

use super::running::{Carried, PendingCall};

/// What was found.
pub(crate) struct Recheck {
    pub requirements: Vec<RequirementVerdict>,
    /// Why the call may not run any more, as the model is told.
    pub problem: Option<ChatbotError>,
}

impl Recheck {
    pub async fn of(
        conn: &mut PgConnection,
        asker: Asker,
        call: &PendingCall,
        now: DateTime<Utc>,
    ) -> Result<Self, StoreError> {
        let requirements = verdicts(conn, asker, call.prepared.requirements(&call.context), now).await?;
        let mut problem = closed_node(conn, asker, &call.nodes, now).await?;
        if problem.is_none() && requirements.iter().any(|verdict| !verdict.holds) {
            problem = Some(no_longer_allowed());
        }
        Ok(Self { requirements, problem })
    }
}

impl Carried {
    /// The check of a call that a person has answered. They may have taken a day, in which the tool was turned off or
    /// the role that it is offered to was lost.
    pub(crate) async fn recheck_answered(
        &self,
        conn: &mut PgConnection,
        call: &PendingCall,
        now: DateTime<Utc>,
    ) -> Result<Recheck, StoreError> {
        let mut again = Recheck::of(conn, self.asker(), call, now).await?;
        if again.problem.is_none() && !self.is_offered(conn, &call.head.name).await? {
            again.problem = Some(no_longer_allowed());
        }
        Ok(again)
    }
}

fn no_longer_allowed() -> ChatbotError {
    ChatbotError::new(ChatbotErrorType::NotFound, "this is no longer allowed")
}

/// Each requirement with whether it holds now.
pub(crate) async fn verdicts(
    conn: &mut PgConnection,
    asker: Asker,
    requirements: Vec<ToolRequirement>,
    now: DateTime<Utc>,
) -> Result<Vec<RequirementVerdict>, StoreError> {
    let mut verdicts = Vec::with_capacity(requirements.len());
    for requirement in requirements {
        let holds = authorization::allows(conn, asker.user, &requirement, now).await?;
        verdicts.push(RequirementVerdict { requirement, holds });
    }
    Ok(verdicts)
}

async fn closed_node(
    conn: &mut PgConnection,
    asker: Asker,
    nodes: &[NamedNode],
    now: DateTime<Utc>,
) -> Result<Option<ChatbotError>, StoreError> {
    for named in nodes {
        if nodes::verdict(conn, asker, named.node, now).await? != NodeVerdict::Open {
            let message = format!("node_disabled: what {} names is not open any more", named.pointer);
            return Ok(Some(ChatbotError::new(ChatbotErrorType::NotFound, message)));
        }
    }
    Ok(None)
}
