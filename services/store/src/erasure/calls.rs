//! What stays of erased calls: the tool, the decision, the requirements with their verdicts, and a seal on the
//! arguments.

use chatbot_core::ValidationReject;
use chatbot_core::erasure::{without_people, without_words};
use chatbot_core::pipeline::RequirementVerdict;
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use super::Erasing;
use crate::StoreError;

type Verdicts = Json<Vec<RequirementVerdict>>;

struct CallRow {
    id: Uuid,
    arguments: String,
    requirements: Verdicts,
    requirements_at_run: Option<Verdicts>,
    reject: Option<Json<ValidationReject>>,
}

/// Erases the words of all calls of turns.
pub(super) async fn erase_words(
    conn: &mut PgConnection,
    turns: &[Uuid],
    erasing: Erasing<'_>,
) -> Result<(), StoreError> {
    // A turn at a time: arguments can be long.
    for turn in turns {
        let calls = sqlx::query_as!(
            CallRow,
            r#"select id, arguments, requirements as "requirements: Verdicts",
                      requirements_at_run as "requirements_at_run: Verdicts",
                      reject as "reject: Json<ValidationReject>"
               from chatbot.tool_calls where turn_id = $1 and arguments_hmac is null"#,
            turn,
        )
        .fetch_all(&mut *conn)
        .await?;
        for call in calls {
            erase_call(conn, call, erasing).await?;
        }
    }
    Ok(())
}

async fn erase_call(conn: &mut PgConnection, call: CallRow, erasing: Erasing<'_>) -> Result<(), StoreError> {
    let seal = erasing.key.seal(&call.arguments);
    let at_run = call.requirements_at_run.map(|verdicts| Json(without_people(verdicts.0)));
    let reject = call.reject.map(|reject| Json(without_words(&reject.0, erasing.tools)));
    sqlx::query!(
        "update chatbot.tool_calls
         set arguments_hmac = $2, arguments = '', effective_arguments = '', wire_id = '',
             name = case when name = any($6) then name else '' end,
             effective_name = case when effective_name = any($6) then effective_name else '' end,
             requirements = $3, requirements_at_run = $4, reject = $5,
             log_reason = left(log_reason, 0), output = left(output, 0), answer = null, answered_at = null,
             -- What was open ended with its turn.
             status = case when ended_at is null then 'ignored' else status end,
             ended_at = coalesce(ended_at, $7)
         where id = $1",
        call.id,
        &seal[..],
        Json(without_people(call.requirements.0)) as _,
        at_run as _,
        reject as _,
        erasing.tools,
        erasing.now,
    )
    .execute(conn)
    .await?;
    Ok(())
}
