//! Gathers what statistics need of answers that have ended, so that a teacher's look counts nothing.

use std::sync::Arc;
use std::time::Duration;

use chatbot_core::unanswered::{Outcome, says_so};
use chatbot_store::StoreError;
use chatbot_store::audit::roll_up;
use chatbot_store::insights::gather::{EndedTurn, Fact, insert, lock_uncounted, mark_counted};
use chatbot_tools::ToolCategory;

use crate::engine::Engine;

/// How often is looked for answers that ended, and how many are counted at once.
const LOOK_EVERY: Duration = Duration::from_secs(30);
const BATCH: i64 = 500;

/// Starts the task, which lives until the server goes down.
pub fn start(engine: &Arc<Engine>) {
    let gathering = Arc::clone(engine);
    engine.spawn(async move {
        loop {
            if let Err(error) = gather(&gathering).await {
                tracing::error!(%error, "answers could not be counted");
            }
            if let Err(error) = count_days(&gathering).await {
                tracing::error!(%error, "the verdicts of a day could not be counted");
            }
            tokio::select! {
                () = gathering.shutdown.cancelled() => return,
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    });
}

/// Counts all that ended; gives how many.
pub async fn gather(engine: &Engine) -> Result<usize, StoreError> {
    let material = engine.tools().iter().filter(|offer| offer.info.category == ToolCategory::Material);
    let material: Vec<String> = material.map(|offer| offer.info.spec.name.clone()).collect();
    let mut counted = 0;
    while !engine.shutdown.is_cancelled() {
        let mut conn = engine.conn().await?;
        let mut tx = conn.begin().await?;
        let ended = lock_uncounted(&mut tx, &material, BATCH).await?;
        if ended.is_empty() {
            break;
        }
        let facts: Vec<Fact> = ended.iter().filter(|turn| !turn.is_left_out).map(fact).collect();
        insert(&mut tx, &facts).await?;
        let turns: Vec<_> = ended.iter().map(|turn| turn.turn).collect();
        mark_counted(&mut tx, &turns, engine.parts.clock.now()).await?;
        tx.commit().await?;
        counted += ended.len();
    }
    if counted > 0 {
        tracing::debug!(counted, "counted answers");
    }
    Ok(counted)
}

/// Counts the verdicts of days that are over, so that no admin waits for it.
async fn count_days(engine: &Engine) -> Result<(), StoreError> {
    roll_up(&mut *engine.conn().await?, engine.parts.clock.now()).await
}

fn fact(ended: &EndedTurn) -> Fact {
    let [supported, partly, .., unresolved, hidden, unchecked] = ended.verdicts;
    let all: i32 = ended.verdicts.iter().sum();
    let cites = all > unresolved;
    let judged = all - unresolved - hidden - unchecked;
    let standing = if !ended.finished {
        "unfinished"
    } else if !cites {
        "uncited"
    } else if judged == supported && supported > 0 {
        "supported"
    } else if supported + partly > 0 || judged == 0 {
        "partly"
    } else {
        "unsupported"
    };
    let outcome = Outcome {
        searched: ended.searched,
        found: ended.found,
        cites,
        unconfirmed: ended.unconfirmed,
        says_so: !cites && says_so(&ended.text),
    };
    let is_unanswered = ended.finished && outcome.is_unanswered();
    Fact { turn: ended.turn, standing, is_unanswered, verdicts: ended.verdicts }
}
