//! How many statements a turn costs in the database.

use std::io;
use std::time::{Duration, Instant};

use chatbot_load::stage::{Stage, Student};

use crate::streams::{Outcome, Shape, Target, run};

/// How many turns are counted.
const TURNS: usize = 40;

/// Statements per turn, and when the first text comes, with one stream alone.
pub async fn per_turn(stage: &Stage, student: &Student, tool: bool) -> io::Result<(f64, Outcome)> {
    let shape = Shape { rate: 1_000.0, tool, ..Shape::of(1, 20, TURNS) };
    for told in ["alter system set pg_stat_statements.track_planning = on", "select pg_reload_conf()"] {
        sqlx::query(told).execute(&stage.database).await.map_err(io::Error::other)?;
    }
    // What happens without turns is not theirs.
    let idle = Duration::from_secs(4);
    reset(stage).await?;
    tokio::time::sleep(idle).await;
    let background = calls(stage).await?;
    reset(stage).await?;
    let began = Instant::now();
    let outcome = run(stage, Target::Ours, shape, std::slice::from_ref(student)).await?;
    let counted = calls(stage).await?;
    let of_turns = counted - background * began.elapsed().as_secs_f64() / idle.as_secs_f64();
    #[expect(clippy::cast_precision_loss, reason = "forty")]
    let turns = TURNS as f64;
    Ok((of_turns / turns, outcome))
}

async fn reset(stage: &Stage) -> io::Result<()> {
    let reset = sqlx::query("select pg_stat_statements_reset()").execute(&stage.database).await;
    reset.map(drop).map_err(io::Error::other)
}

/// How many statements there were since the last reset; ours are not counted.
async fn calls(stage: &Stage) -> io::Result<f64> {
    let sum = "select coalesce(sum(calls), 0)::float8 from pg_stat_statements
               where query not like '%pg_stat_statements%'";
    sqlx::query_scalar(sum).fetch_one(&stage.database).await.map_err(io::Error::other)
}

/// The statements that turns need most: calls, milliseconds that they ran and that they were planned for.
pub async fn list(stage: &Stage) -> io::Result<Vec<(i64, f64, f64, String)>> {
    let list =
        "select calls, total_exec_time, total_plan_time, regexp_replace(left(query, 110), '\\s+', ' ', 'g')
                from pg_stat_statements where query not like '%pg_stat_statements%'
                order by calls desc, 4 limit 60";
    sqlx::query_as(list).fetch_all(&stage.database).await.map_err(io::Error::other)
}
