//! One cell of the matrix: a turn is brought to a point, something happens, and everything that was promised must
//! hold.

use std::time::Duration;

use chatbot_load::model_server::{ModelServer, Plan};
use tokio::time::Instant;

use crate::checks;
use crate::faults::Fault;
use crate::home::{Database, Home, PATIENCE};
use crate::page::{Page, Reading, Seen};
use crate::points::{Held, Point, Stage};
use crate::server::Server;

/// How soon a turn whose server is gone must be in other hands.
const TAKEN_OVER_WITHIN: Duration = Duration::from_secs(15);
/// How soon one must be whose server hangs in a transaction: its lease runs out, Postgres ends what it does nothing in,
/// and others look every two seconds.
const LET_GO_WITHIN: Duration = Duration::from_secs(45);
/// How soon an answer that was stopped must have ended: within a second, and some time for a machine with other things
/// to do.
const STOPPED_WITHIN: Duration = Duration::from_secs(3);
/// How long a server that was asked to end may take: it lets answers end for a while.
const ENDED_WITHIN: Duration = Duration::from_secs(30);
/// The student of all cells.
const STUDENT: u32 = 1;

/// What became of a cell.
#[derive(Clone, Debug)]
pub struct Outcome {
    pub point: Point,
    pub fault: Fault,
    /// The state of the turn, and its code if it failed.
    pub state: String,
    /// From the fault to that state.
    pub took: Duration,
}

/// What a cell consists of.
struct Cell {
    point: Point,
    fault: Fault,
    database: Database,
    model: ModelServer,
    /// The server that the fault happens to.
    server: Option<Server>,
    /// The one that is there afterwards.
    other: Option<Server>,
    conversation: String,
}

/// Runs a cell; panics when something does not hold.
pub async fn run(home: &Home, point: Point, fault: Fault) -> Outcome {
    let mut cell = Cell::set_up(home, point, fault).await;
    let page = Page::of(STUDENT, cell.server.as_ref().unwrap());
    if let Some(plan) = point.spoilt(fault) {
        cell.model.will([plan]);
    }
    let stage =
        Stage { database: &cell.database, model: &cell.model, page: &page, conversation: &cell.conversation };
    let (reading, mut held) = stage.reach(point).await;
    let before = reading.seen();
    let started = Instant::now();
    let reading = cell.inject(&page, reading, &mut held).await;
    held.release(&cell.model).await;
    let took = cell.until_ended(started).await;
    if fault == Fault::Frozen {
        return cell.go_on_as_if_nothing_had_been(&before, reading.unwrap(), took).await;
    }
    let seen = match reading {
        Some(reading) => Some(reading.rest_within(PATIENCE).await),
        None => None,
    };
    let ended_as = cell.judge(&before, seen).await;
    cell.tear_down().await;
    Outcome { point, fault, state: ended_as, took }
}

impl Cell {
    async fn set_up(home: &Home, point: Point, fault: Fault) -> Self {
        let database = home.database(&format!("{point:?}_{fault:?}").to_lowercase()).await;
        if fault == Fault::ModelSilent && point != Point::InText {
            // A model that is silent in its text is given up after half a minute; elsewhere that would be minutes.
            database.execute(SHORT_TURNS).await;
        }
        let model = ModelServer::start().await;
        let server = Server::start(home, &database, &model.base_url(), "one").await;
        let other = if fault.needs_another_server() {
            Some(Server::start(home, &database, &model.base_url(), "two").await)
        } else {
            None
        };
        let chatbot = database.chatbot().await;
        let conversation = Page::of(STUDENT, &server).begin(&chatbot).await;
        Self { point, fault, database, model, server: Some(server), other, conversation }
    }

    fn name(&self) -> String {
        format!("{:?} x {:?}", self.point, self.fault)
    }

    /// Lets the fault happen. Gives back the page's reading unless it went away.
    async fn inject(&mut self, page: &Page, reading: Reading, held: &mut Held) -> Option<Reading> {
        match self.fault {
            Fault::Killed => self.server.take().unwrap().kill().await,
            Fault::Terminated => self.terminate(held).await,
            Fault::Frozen => self.server.as_ref().unwrap().freeze().await,
            Fault::DatabaseCut => self.database.cut_connections().await,
            Fault::ClientGone => {
                reading.leave().await;
                return None;
            }
            Fault::Stopped => assert_eq!(page.stop(&self.conversation).await, 202, "{}", self.name()),
            // Where the model is being asked, it does it when it is let go; else when it is asked next.
            Fault::ModelCut | Fault::ModelSilent if self.point.in_a_reply() => {}
            Fault::ModelCut | Fault::ModelSilent => {
                self.model.will([Plan::default().with_fault(self.fault.of_the_model(0).unwrap())]);
            }
        }
        Some(reading)
    }

    /// In the middle of a reply the server is left waiting for the model until it gives its turn up.
    async fn terminate(&mut self, held: &mut Held) {
        let server = self.server.take().unwrap();
        server.terminate().await;
        if !self.point.in_a_reply() {
            held.release(&self.model).await;
        }
        assert!(server.ended(ENDED_WITHIN).await.success(), "{}", self.name());
    }

    fn server(&self) -> &Server {
        self.server.as_ref().or(self.other.as_ref()).unwrap()
    }

    /// Waits until no turn is open; how long that took. Meanwhile nothing runs that nobody has.
    async fn until_ended(&self, since: Instant) -> Duration {
        let longest = match self.fault {
            Fault::Killed => Some(TAKEN_OVER_WITHIN),
            // While the model is being asked it holds no lock.
            Fault::Frozen if self.point.in_a_reply() => Some(TAKEN_OVER_WITHIN),
            Fault::Frozen => Some(LET_GO_WITHIN),
            _ => None,
        };
        if let Some(longest) = longest {
            let left = longest.saturating_sub(since.elapsed());
            assert!(self.database.within(left, IN_GOOD_HANDS).await, "{}: nobody took it over", self.name());
        }
        self.database.until(ALL_ENDED).await;
        let took = since.elapsed();
        assert!(self.fault != Fault::Stopped || took < STOPPED_WITHIN, "{}: it took {took:?}", self.name());
        took
    }

    /// The student has their answer from the other server when the one that hung goes on: it tells its page that the
    /// answer went on elsewhere, and writes nothing more.
    async fn go_on_as_if_nothing_had_been(self, before: &Seen, reading: Reading, took: Duration) -> Outcome {
        let (point, fault) = (self.point, self.fault);
        let (old, other) = (self.server.as_ref().unwrap(), self.other.as_ref().unwrap());
        let elsewhere = Page::of(STUDENT, other);
        let answered = elsewhere.send(&self.conversation, "q1", &point.question()).rest().await;
        assert!(answered.accepted(), "{}: {answered:?}\n{}", self.name(), other.log_tail());
        self.database.until(ALL_ENDED).await;
        let written: String = self.database.value(WRITTEN).await;
        old.thaw();
        let seen = reading.rest_within(PATIENCE).await;
        assert!(seen.whole.is_some(), "{}: its page waits for ever: {seen:?}", self.name());
        assert!(!seen.accepted() || seen.whole == Some(true), "{}: {seen:?}", self.name());
        self.model.wait_until(|counts| counts.open_streams == 0).await;
        assert_eq!(self.database.value::<String>(WRITTEN).await, written, "{}: it wrote on", self.name());
        let state = self.judge(before, Some(seen)).await;
        self.tear_down().await;
        Outcome { point, fault, state, took }
    }

    /// What must hold now. Gives the state of the turn.
    async fn judge(&self, before: &Seen, seen: Option<Seen>) -> String {
        let page = Page::of(STUDENT, self.server());
        if let Some(seen) = seen.as_ref().filter(|seen| seen.accepted() && seen.whole == Some(true)) {
            assert_eq!(seen.fault(), None, "{}", self.name());
        }
        let accepted = before.accepted() || seen.is_some_and(|seen| seen.accepted());
        let question = "select exists (select from chatbot.messages where client_id = 'q1')";
        if accepted {
            assert!(
                self.database.value::<bool>(question).await,
                "{}: an accepted message is lost",
                self.name()
            );
        }
        // The page that was told nothing asks again; one that was told sees the same answer.
        let again = page.send(&self.conversation, "q1", &self.point.question()).rest().await;
        assert!(again.accepted(), "{}: {again:?}\n{}", self.name(), self.server().log_tail());
        assert_eq!(again.fault(), None, "{}", self.name());
        self.database.until(ALL_ENDED).await;
        let state: String = self.database.value(STATE).await;
        self.judge_text(before, &again, &state);
        self.next_message_works(&page).await;
        checks::all(&self.database, &self.model, &page, &self.conversation, &self.name()).await;
        state
    }

    /// What was shown more than a second before is there still.
    fn judge_text(&self, before: &Seen, again: &Seen, state: &str) {
        let (shown, kept) = (before.text(), again.text());
        let old = shown.split_whitespace().take(crate::points::OLD_WORDS - 1).collect::<Vec<_>>().join(" ");
        if self.point == Point::InText {
            assert!(kept.starts_with(&old), "{}: text is lost: {kept:?}", self.name());
            assert!(shown.len() <= kept.len() + 1_000, "{}: too much text is lost", self.name());
        }
        if state == "finished" {
            let words = kept.split_whitespace().filter(|word| *word == "word0").count();
            assert_eq!(words, 1, "{}: the answer stands there once: {kept}", self.name());
            assert!(kept.contains("word349"), "{}: to its end: {kept}", self.name());
        }
    }

    async fn next_message_works(&self, page: &Page) {
        self.model.forget_plans();
        let next = page.send(&self.conversation, "q2", r#"And now? #model {"text": "Now it works."}"#);
        let next = next.rest().await;
        assert_eq!(next.fault(), None, "{}: {next:?}\n{}", self.name(), self.server().log_tail());
        assert_eq!((next.end(), next.text().trim()), (Some("finish"), "Now it works."), "{}", self.name());
    }

    async fn tear_down(self) {
        for server in [self.server, self.other].into_iter().flatten() {
            server.stop().await;
        }
        self.database.close().await;
    }
}

const ALL_ENDED: &str = "select not exists (select from chatbot.turns where ended_at is null)";
/// Whoever has a turn now has it for a while.
const IN_GOOD_HANDS: &str = "select not exists (select from chatbot.turns
    where ended_at is null and (epoch = 1 or lease_expires_at < clock_timestamp()))";
/// All that there is of the conversation, but for who had its turn until when.
const WRITTEN: &str = "select jsonb_build_object(
    'messages', (select jsonb_agg(to_jsonb(m) order by m.id) from chatbot.messages m),
    'turns', (select jsonb_agg(to_jsonb(t) - 'counted_at' order by t.id) from chatbot.turns t),
    'rounds', (select jsonb_agg(to_jsonb(r) order by r.id) from chatbot.rounds r),
    'calls', (select jsonb_agg(to_jsonb(k) order by k.id) from chatbot.tool_calls k))::text";
const STATE: &str =
    "select coalesce(state::text || coalesce(' (' || error_code || ')', ''), '') from chatbot.turns
    order by created_at, id limit 1";
const SHORT_TURNS: &str = "update chatbot.chatbots
    set config = jsonb_set(config, '{limits,turn_seconds}', '5')";
