//! Asks the model and shows what it says while it says it.

use chatbot_core::budget::Spent;
use chatbot_core::model::{Finish, ModelCall, ModelEvent, ModelFault, ModelRequest, ModelStream};
use chatbot_core::turn::{self, Signal};
use chatbot_core::{ValidationReject, text};
use chatbot_protocol::data_part::Usage;
use chatbot_protocol::limits::LimitKind;
use chatbot_protocol::{ErrorCode, RoundId};
use chatbot_store::rounds::NewRequest;
use chatbot_store::{StoreError, rounds};
use futures_util::StreamExt;
use tokio::time::Instant;
use tracing::Instrument;

use super::check::Reply;
use super::context::Prepared;
use super::running::{Carried, Cut, Round};
use crate::limits::{self, Refused};
use crate::log_saving::MostUnsaved;
use crate::measures;

impl Carried {
    /// One request to the model, from its first to its last byte. `may_again` tells whether another could follow.
    pub(super) async fn ask(&mut self, last: bool, may_again: bool) -> Result<Signal, StoreError> {
        if !Box::pin(self.may_still_ask()).await? {
            tracing::info!("the student may not read the course any more");
            return Ok(Signal::ReplyFailed(ErrorCode::NotAllowed));
        }
        if self.round.is_none() && !Box::pin(self.freeze_policy()).await? {
            tracing::info!("the conversation or its chatbot is deleted");
            return Ok(Signal::ReplyFailed(ErrorCode::NotAllowed));
        }
        self.just_let_in = false;
        if let Some(problem) = self.policy.policy.impossible().filter(|_| !last) {
            tracing::warn!(problem, "the tool choice cannot be met");
            return Ok(Signal::ReplyFailed(ErrorCode::InvalidToolChoice));
        }
        let Some(Prepared { request, shortened }) = Box::pin(self.prepare_what_may_be_sent(last)).await?
        else {
            return Ok(self.without_budget(last));
        };
        let splice = std::mem::take(&mut self.splice);
        self.reply = Reply::default();
        if shortened {
            Box::pin(self.tell_shortened()).await?;
        }
        self.tell_short();
        self.open_step();
        match self.read_whole(request).await? {
            Ok(finish) => Box::pin(self.reply_read(finish, last)).await,
            Err(fault) => {
                Box::pin(self.settle_fault(&fault)).await?;
                if may_again && self.fits_in_half(&fault) {
                    self.splice = splice;
                    return Ok(Signal::AskAgain { last: false });
                }
                Ok(Signal::ReplyFailed(code_of(&fault)))
            }
        }
    }

    /// Reads a reply under a span of its own.
    async fn read_whole(&mut self, request: ModelRequest) -> Result<Result<Finish, ModelFault>, StoreError> {
        let round = self.round.as_ref();
        let span = tracing::info_span!(
            "model_request",
            model = self.task.model.profile().id,
            round = round.map(|round| tracing::field::display(round.id)),
            attempt = round.map(|round| round.attempt),
            outcome = tracing::field::Empty,
            input_tokens = tracing::field::Empty,
            output_tokens = tracing::field::Empty,
            milliseconds = tracing::field::Empty,
        );
        let asked = async {
            match Box::pin(self.open_stream(request)).await {
                Ok((stream, first)) => self.read_reply(stream, first).await,
                Err(fault) => Ok(Err(fault)),
            }
        };
        let started = Instant::now();
        let read = asked.instrument(span.clone()).await?;
        let outcome = outcome_of(&read);
        measures::model_asked(outcome, started.elapsed());
        let usage = self.round.as_ref().map(|round| round.told.unwrap_or_default()).unwrap_or_default();
        span.record("outcome", outcome);
        span.record("input_tokens", usage.input_tokens);
        span.record("output_tokens", usage.output_tokens);
        span.record("milliseconds", crate::words::milliseconds(started.elapsed()));
        span.in_scope(|| match &read {
            Ok(_) => tracing::info!("asked the model"),
            Err(fault) => tracing::warn!(fault = fault.for_log(), "the model gave no complete reply"),
        });
        Ok(read)
    }

    /// The next request, counted and paid for; none where a limit says no. A last one may be short.
    async fn prepare_what_may_be_sent(&mut self, last: bool) -> Result<Option<Prepared>, StoreError> {
        let prepared = self.prepare_request(last).await?;
        if self.begin_round(&prepared.request).await?.is_none() {
            return Ok(Some(prepared));
        }
        if !last || std::mem::replace(&mut self.short_of_budget, true) {
            return Ok(None);
        }
        let prepared = self.prepare_request(last).await?;
        Ok(self.begin_round(&prepared.request).await?.is_none().then_some(prepared))
    }

    /// Counts the request and reserves for it; gives the limit that says no, and has then changed nothing.
    async fn begin_round(&mut self, request: &ModelRequest) -> Result<Option<LimitKind>, StoreError> {
        let offered: Vec<String> = request.tools.iter().map(|tool| tool.name.clone()).collect();
        let reservation = self.reservation(request);
        let (id, attempt, usage) = match &self.round {
            Some(round) => (round.id, round.attempt + 1, round.usage),
            None => (RoundId(self.engine.parts.ids.new_id()), 1, Usage::default()),
        };
        let new = NewRequest { round: id, round_number: self.rounds + 1, offered: &offered, reservation };
        let mut conn = self.engine.conn().await?;
        if let Some(limit) = rounds::begin(&mut conn, self.task.hold, self.spender(), new).await? {
            limits::refused(limit, Refused::Request);
            return Ok(Some(limit));
        }
        drop(conn);
        self.rounds += i32::from(self.round.is_none());
        self.round = Some(Round {
            id,
            attempt,
            text: String::new(),
            calls: Vec::new(),
            cut_off: false,
            usage,
            told: None,
        });
        Ok(None)
    }

    async fn read_reply(
        &mut self,
        mut stream: ModelStream,
        first: ModelEvent,
    ) -> Result<Result<Finish, ModelFault>, StoreError> {
        let timings = self.engine.parts.timings;
        let mut next = Some(Ok(first));
        let mut unsaved = 0;
        // The first words are stored at once. One timer for the whole reply: there are many pieces a second.
        let mut flush = std::pin::pin!(tokio::time::sleep_until(Instant::now()));
        loop {
            match next.take() {
                Some(Ok(ModelEvent::Text(delta))) => {
                    unsaved += delta.chars().count();
                    self.take_text(&delta).await?;
                }
                Some(Ok(ModelEvent::Call(call))) => {
                    if let Some(round) = &mut self.round {
                        round.calls.push(storable_call(&call));
                    }
                }
                Some(Ok(ModelEvent::Completed { finish, usage })) => {
                    self.count_usage(usage);
                    return Ok(Ok(finish));
                }
                Some(Err(fault)) => return Ok(Err(fault)),
                None => return Ok(Err(ModelFault::BrokeOff("no end of the reply".to_owned()))),
            }
            if unsaved >= timings.flush_characters || (unsaved > 0 && Instant::now() >= flush.deadline()) {
                self.flush_now_or_later().await?;
                unsaved = 0;
                flush.as_mut().reset(Instant::now() + timings.flush_every);
            }
            self.keep_up().await?;
            next = loop {
                tokio::select! {
                    event = stream.next() => break event,
                    () = &mut flush, if unsaved > 0 => {
                        self.flush_now_or_later().await?;
                        unsaved = 0;
                        flush.as_mut().reset(Instant::now() + timings.flush_every);
                    }
                }
            };
        }
    }

    /// Stores what came of a reply; where the database cannot at the moment, the next time stores it, too.
    async fn flush_now_or_later(&mut self) -> Result<(), StoreError> {
        match Box::pin(self.flush_reply()).await {
            Err(error) if error.passes() => {
                tracing::warn!(%error, "what came of a reply is stored later");
                Ok(())
            }
            flushed => flushed,
        }
    }

    /// Reading the model pauses while too much of what was shown is not stored.
    async fn keep_up(&self) -> Result<(), StoreError> {
        let timings = &self.engine.parts.timings;
        let limits = MostUnsaved {
            characters: timings.flush_characters,
            age: timings.most_unsaved,
            patience: timings.storage_patience,
        };
        match self.task.log.saving() {
            Some(saving) => saving.wait_for_room(limits).await.map_err(|_| StoreError::LogBehind),
            None => Ok(()),
        }
    }

    async fn take_text(&mut self, delta: &str) -> Result<(), StoreError> {
        let delta = text::storable(delta);
        let Some(round) = &mut self.round else { return Ok(()) };
        let started = !round.text.trim().is_empty();
        round.text.push_str(&delta);
        // Blanks before the first word would open a text part with nothing in it.
        let events =
            if started { self.writer.write(&delta) } else { self.writer.write(round.text_to_show(&delta)) };
        self.show(&events);
        self.check_whole().await
    }

    fn count_usage(&mut self, told: Option<Usage>) {
        let usage = told.unwrap_or_default();
        measures::tokens(usage);
        self.usage += usage;
        if let Some(round) = &mut self.round {
            round.told = told;
            round.usage += usage;
        }
    }

    async fn reply_read(&mut self, finish: Finish, last: bool) -> Result<Signal, StoreError> {
        self.end_text().await;
        let Some(round) = &mut self.round else { return Ok(Signal::Broken) };
        round.cut_off = finish != Finish::Done;
        // A filtered reply is the last one: what the provider does not let through it would not the next time either.
        let (last, is_filtered) = (last || finish == Finish::Filtered, finish == Finish::Filtered);
        let reply =
            turn::Reply { has_text: !round.text.trim().is_empty(), has_calls: !round.calls.is_empty() };
        let told = round.told;
        let spent = Spent::of(told, self.reserved, &round.text, &round.calls);
        self.cut = match finish {
            Finish::Done => None,
            Finish::Length => (last || !reply.has_calls).then_some(Cut::Length),
            Finish::Filtered => Some(Cut::Filter),
        };
        self.settle(told, spent).await?;
        if last && reply.has_calls {
            self.record_uncounted().await?;
        }
        if (last || !reply.has_calls) && self.is_no_answer(reply.has_text, last).await? {
            return Ok(Signal::AskAgain { last: false });
        }
        match (is_filtered, reply.has_text) {
            (true, false) => Ok(Signal::ReplyFailed(ErrorCode::AnswerFiltered)),
            (true, true) => Ok(Signal::ReplyRead(turn::Reply { has_calls: false, ..reply })),
            (false, _) => Ok(Signal::ReplyRead(reply)),
        }
    }

    /// Whether a reply without calls does not stand as the answer, so that the model is asked again.
    pub(super) async fn is_no_answer(&mut self, has_text: bool, last: bool) -> Result<bool, StoreError> {
        let policy = &self.policy.policy;
        if !last && policy.forces_a_call() && self.budgets.schema_splices > 0 {
            self.budgets.schema_splices -= 1;
            self.splice = vec![ValidationReject::call_missing(policy.granted_names()).to_model_message()];
            self.try_again();
            return Ok(true);
        }
        Ok(has_text && self.done_pass(last).await?)
    }
}

impl Round {
    /// What to show of a delta that is among the first of a reply: nothing while there are only blanks.
    fn text_to_show<'a>(&self, delta: &'a str) -> &'a str {
        if self.text.trim().is_empty() { "" } else { delta.trim_start() }
    }
}

fn storable_call(call: &ModelCall) -> ModelCall {
    let ModelCall { id, name, arguments } = call;
    ModelCall { id: text::storable(id), name: text::storable(name), arguments: text::storable(arguments) }
}

const fn outcome_of(read: &Result<Finish, ModelFault>) -> &'static str {
    match read {
        Ok(Finish::Done) => "done",
        Ok(Finish::Length) => "cut",
        Ok(Finish::Filtered) => "filtered",
        Err(fault) => fault.name(),
    }
}

fn code_of(fault: &ModelFault) -> ErrorCode {
    match fault {
        ModelFault::Busy { .. } => ErrorCode::ModelBusy,
        ModelFault::BrokeOff(_) | ModelFault::ReportedInStream(_) | ModelFault::Silent(_) => {
            ErrorCode::ModelInterrupted
        }
        ModelFault::ContextExceeded { .. } => ErrorCode::ContextExceeded,
        ModelFault::Unreachable(_)
        | ModelFault::Refused { .. }
        | ModelFault::ProviderFailed { .. }
        | ModelFault::NotAStream(_) => ErrorCode::ModelUnavailable,
    }
}
