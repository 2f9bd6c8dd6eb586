//! What an instance does all the time for its turns and those of others: renews its leases, hears what is asked of
//! its turns, takes over turns whose instance is gone, copies what pages read of the turns of others.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use chatbot_store::leases::{self, Instance, Request, Requested};
use chatbot_store::turns::TurnRow;
use chatbot_store::{StoreError, instances, turn_events};
use chrono::TimeDelta;
use sqlx::Acquire as _;
use sqlx::postgres::{PgListener, PgPoolOptions};
use tokio::time::Instant;

use crate::engine::{Engine, Timings};
use crate::error::EngineError;
use crate::remote_turns;
use crate::running_turns::RunningTurn;
use crate::take_over::{end_left_behind, take_over};

/// How often is looked for news of turns that are read here, when nobody tells of any.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How often the logs of ended turns are forgotten, how old they are then, and how many rows at a time.
const PRUNE_EVERY: Duration = Duration::from_mins(10);
const PRUNE_AFTER: TimeDelta = TimeDelta::days(1);
const PRUNE_ROWS: u32 = 10_000;
/// How long others have the database to themselves between two batches.
const PRUNE_PAUSE: Duration = Duration::from_millis(200);
/// How often is looked whether another instance gave way.
const WAY_EVERY: Duration = Duration::from_millis(100);
/// How long another instance may take to hear that it is asked to.
const HEARING: Duration = Duration::from_millis(300);
/// How long an instance's lock has to be free until it counts as gone: a session that was lost is opened again sooner.
const GONE_FOR: Duration = Duration::from_secs(1);
/// How soon a lost session is opened again.
const LISTEN_AGAIN: Duration = Duration::from_millis(250);

/// Starts the tasks.
pub fn start(engine: &Arc<Engine>) {
    let renewing = Arc::clone(engine);
    engine.spawn(async move { keep_leases(&renewing).await });
    let listening = Arc::clone(engine);
    engine.spawn(async move { listen(&listening).await });
    let reading = Arc::clone(engine);
    engine.spawn(async move { read_for_others(&reading).await });
    let taking = Arc::clone(engine);
    engine.spawn(async move {
        let pause = taking.parts.timings.take_over_every;
        every(&taking, pause, async |engine| look_after(engine).await).await;
    });
    let pruning = Arc::clone(engine);
    engine.spawn(async move { every(&pruning, PRUNE_EVERY, async |engine| prune(engine).await).await });
}

/// Does something now and then until the server goes down.
async fn every(
    engine: &Arc<Engine>,
    pause: Duration,
    work: impl AsyncFn(&Arc<Engine>) -> Result<(), StoreError>,
) {
    loop {
        if let Err(error) = work(engine).await {
            tracing::error!(%error, "the turns of instances could not be looked after");
        }
        tokio::select! {
            () = engine.shutdown.cancelled() => return,
            () = tokio::time::sleep(pause) => {}
        }
    }
}

/// Takes over what nobody carries; the leases of instances that were gone at the last look, and still are, end before
/// their time.
async fn look_after(engine: &Arc<Engine>) -> Result<(), StoreError> {
    let mut conn = engine.conn().await?;
    let gone = instances::list_gone(&mut conn).await?;
    let before = {
        let mut suspected = engine.suspected.lock().unwrap_or_else(PoisonError::into_inner);
        std::mem::replace(&mut *suspected, gone.clone())
    };
    let surely: Vec<Instance> = gone.into_iter().filter(|instance| before.contains(instance)).collect();
    if !surely.is_empty() {
        instances::end_leases(&mut conn, &surely).await?;
    }
    drop(conn);
    if engine.touch.is_steady(engine.parts.timings) {
        take_over(engine).await?;
    }
    Ok(())
}

/// Since when the database is there again. When it was away, all leases ran out: whoever carries a turn still is given the
/// time to say so.
#[derive(Debug, Default)]
pub(crate) struct Touch(Mutex<Option<Looks>>);

#[derive(Clone, Copy, Debug)]
struct Looks {
    last: Instant,
    away_until: Option<Instant>,
}

impl Touch {
    /// Notes a look; whether the database has been there for long enough.
    fn is_steady(&self, timings: Timings) -> bool {
        let now = Instant::now();
        let mut looks = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let was_away =
            looks.is_some_and(|looks| now - looks.last > timings.take_over_every + timings.renew_every);
        let away_until = if was_away { Some(now) } else { looks.and_then(|looks| looks.away_until) };
        *looks = Some(Looks { last: now, away_until });
        away_until.is_none_or(|away_until| now - away_until > timings.renew_every + HEARING)
    }
}

/// Forgets the logs of ended turns, all that are old enough: in batches, so that no statement takes long.
pub async fn prune(engine: &Engine) -> Result<(), StoreError> {
    let before = engine.parts.clock.now() - PRUNE_AFTER;
    loop {
        let pruned = turn_events::prune(&mut *engine.conn().await?, before, PRUNE_ROWS.into()).await?;
        if pruned < u64::from(PRUNE_ROWS) {
            break;
        }
        tokio::select! {
            () = engine.shutdown.cancelled() => return Ok(()),
            () = tokio::time::sleep(PRUNE_PAUSE) => {}
        }
    }
    instances::prune(&mut *engine.conn().await?).await
}

/// Renews leases as long as turns run here. Who could not for as long as a turn waits for its storage has lost them; what
/// another instance takes before writes nothing here.
async fn keep_leases(engine: &Arc<Engine>) {
    let timings = engine.parts.timings;
    let mut renewed_at = Instant::now();
    loop {
        tokio::select! {
            () = engine.hand_over.cancelled() => return,
            () = tokio::time::sleep(timings.renew_every) => {}
        }
        match renew(engine).await {
            Ok(()) => renewed_at = Instant::now(),
            Err(error) => {
                tracing::error!(%error, "leases could not be renewed");
                if renewed_at.elapsed() >= timings.storage_patience {
                    engine.running.list().iter().for_each(|turn| turn.lost.cancel());
                }
            }
        }
        if let Err(error) = hear(engine).await {
            tracing::error!(%error, "what is asked of turns could not be read");
        }
    }
}

/// Renews the leases of all turns that run here; those that another instance has are given up.
pub async fn renew(engine: &Engine) -> Result<(), StoreError> {
    let running = engine.running.list();
    if running.is_empty() {
        return Ok(());
    }
    let holds: Vec<_> = running.iter().map(|turn| turn.hold).collect();
    let (instance, lease) = engine.lease();
    let kept = leases::renew(&mut *engine.conn().await?, instance, &holds, lease).await?;
    for turn in running.iter().filter(|turn| !kept.contains(&turn.hold.turn)) {
        // One that ended meanwhile is not among them either, and is no longer listed.
        if engine.running.has(turn.hold.turn) {
            tracing::warn!(turn = %turn.hold.turn, "another instance has this turn");
            turn.lost.cancel();
        }
    }
    Ok(())
}

/// Hears other instances: something is asked of our turns, or something was written of theirs. The session in which
/// it listens also holds the lock that tells others that this instance lives.
async fn listen(engine: &Arc<Engine>) {
    loop {
        let heard = tokio::select! {
            () = engine.hand_over.cancelled() => return,
            heard = hear_all(engine) => heard,
        };
        if let Err(error) = heard {
            tracing::warn!(%error, "other instances are not heard at the moment");
        }
        tokio::time::sleep(LISTEN_AGAIN).await;
    }
}

async fn hear_all(engine: &Arc<Engine>) -> Result<(), StoreError> {
    // A connection of its own: it is held for good, and closed with its lock whenever it is given up.
    let options = (*engine.parts.pool.connect_options()).clone();
    let own = PgPoolOptions::new().max_connections(1).connect_with(options).await?;
    let mut listener = PgListener::connect_with(&own).await?;
    // Otherwise it would go on in another session, without the lock.
    listener.eager_reconnect(false);
    listener.listen(turn_events::CHANNEL).await?;
    let mut is_known_to_live = false;
    loop {
        // What was said before is heard as well.
        engine.remote.look();
        hear(engine).await?;
        if !is_known_to_live {
            let session = (&mut listener).acquire().await?;
            is_known_to_live = instances::take_lock(session, engine.instance).await?;
        }
        let heard = if is_known_to_live {
            listener.try_recv().await?
        } else {
            // A session of ours that the database believes to be there still has it.
            let Ok(heard) = tokio::time::timeout(LOOK_EVERY, listener.try_recv()).await else { continue };
            heard?
        };
        if heard.is_none() {
            return Err(sqlx::Error::Io(std::io::ErrorKind::ConnectionReset.into()).into());
        }
    }
}

/// Does what is asked of the turns that run here.
pub async fn hear(engine: &Arc<Engine>) -> Result<(), StoreError> {
    if engine.running.list().is_empty() {
        return Ok(());
    }
    let requests = leases::list_requests(&mut *engine.conn().await?, engine.instance).await?;
    for request in requests {
        let running = engine.running.list().into_iter().find(|turn| turn.hold.turn == request.turn);
        let Some(running) = running else { continue };
        match request.what {
            Request::Stop => running.stop.cancel(),
            Request::GiveWay => {
                let answering = Arc::clone(engine);
                engine.spawn(async move { give_way(&answering, &running, request).await });
            }
        }
    }
    Ok(())
}

/// A turn gives way to a new message unless somebody reads it.
async fn give_way(engine: &Engine, running: &RunningTurn, request: Requested) {
    let probe = engine.parts.timings.reader_probe;
    let unread = tokio::time::timeout(probe, running.log.wait_until_unread()).await.is_ok();
    if unread && !request.is_read_elsewhere {
        running.stop.cancel();
        return;
    }
    let refused = async { leases::refuse_way(&mut *engine.conn().await?, request.turn).await };
    if let Err(error) = refused.await {
        tracing::error!(%error, "a request to give way could not be refused");
    }
}

/// Copies what pages read of the turns of others, as long as any does.
async fn read_for_others(engine: &Arc<Engine>) {
    loop {
        tokio::select! {
            () = engine.hand_over.cancelled() => return,
            () = engine.remote.wait() => {}
        }
        while remote_turns::look(engine).await.unwrap_or_else(|error| {
            tracing::error!(%error, "the turns of other instances could not be read");
            true
        }) {
            tokio::select! {
                () = engine.remote.wait() => {}
                () = tokio::time::sleep(LOOK_EVERY) => {}
            }
        }
    }
}

/// Makes way for a new message: the open turn of another instance ends if nobody reads it, or if that instance is gone.
pub(crate) async fn make_way(engine: &Engine, open: &TurnRow) -> Result<(), EngineError> {
    let conversation = open.conversation_id;
    if end_left_behind(engine, conversation).await? {
        return Ok(());
    }
    leases::ask_for_way(&mut *engine.conn().await?, open.id).await?;
    let asked_at = Instant::now();
    let mut gone_since = None;
    loop {
        tokio::time::sleep(WAY_EVERY).await;
        let standing = leases::standing(&mut *engine.conn().await?, open.id).await?;
        if standing.is_settled {
            return Ok(());
        }
        if let Some(owner) = standing.gone {
            if gone_since.get_or_insert_with(Instant::now).elapsed() >= GONE_FOR {
                instances::end_leases(&mut *engine.conn().await?, &[owner]).await?;
                end_left_behind(engine, conversation).await?;
                return Ok(());
            }
            continue;
        }
        gone_since = None;
        if standing.is_refused || asked_at.elapsed() >= engine.parts.timings.reader_probe + HEARING {
            // Who carries it on later is not asked for what is refused here.
            leases::refuse_way(&mut *engine.conn().await?, open.id).await?;
            return Err(EngineError::TurnInProgress { open_turn: open.id });
        }
    }
}
