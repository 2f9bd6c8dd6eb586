//! Accepts a student's message: who, where, how long, whether another answer is still being written; then
//! one transaction writes message and turn, and the turn gets a task of its own.

use std::sync::Arc;

use chatbot_core::turn::Signal;
use chatbot_core::{ChatbotConfig, ModelClient, text};
use chatbot_protocol::send_message::Trigger;
use chatbot_protocol::turn_event::events_of;
use chatbot_protocol::{CourseId, ErrorCode, MessageId, PageId, Part, ToolChoice, TurnId};
use chatbot_store::new_turns::{self, NewQuestion, NewTurn};
use chatbot_store::turns::{self, Hold, TurnRow};
use chatbot_store::{PgConnection, conversations, leases, messages, pages};
use chrono::{DateTime, Utc};

use crate::abandon_wait::abandon;
use crate::carry_turn::{self, Assignment};
use crate::conversations::SubmitMessage;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::event_log::{LogReader, TurnLog};
use crate::ground::Ground;
use crate::keep_turns::make_way;
use crate::limits;
use crate::log_saving::Saving;
use crate::message_intent::{Intent, intent_of};
use crate::open_page::{self, OpenPage};
use crate::read_conversation::redact;
use crate::running_turns::RunningTurn;
use crate::visible_log::Looker;

/// Accepts a message. Runs as a task of its own, so that a client that goes away in the middle leaves
/// nothing half-done.
pub async fn submit_message(engine: &Arc<Engine>, message: SubmitMessage) -> Result<LogReader, EngineError> {
    let accepting = Arc::clone(engine);
    let accepted = engine.spawn(async move { accept(&accepting, message).await });
    accepted.await.map_err(|_| EngineError::TaskDied)?
}

async fn accept(engine: &Arc<Engine>, message: SubmitMessage) -> Result<LogReader, EngineError> {
    if engine.shutdown.is_cancelled() {
        return Err(EngineError::refused(ErrorCode::ServerRestarting));
    }
    let mut checked = check(engine, &message).await?;
    let message = SubmitMessage { caller: checked.ground.person, ..message };
    // From here on one after the other: what comes second finds what the first one wrote and started.
    let _turn_to_write = engine.submissions.lock(message.conversation).await;
    let mut intent = intent_of(&mut *engine.conn().await?, &message).await?;
    if let Intent::Replay(turn) = intent {
        return replay(engine, &message, checked.ground.course.id, turn).await;
    }
    checked.ground.check_disclaimer()?;
    if let Some(running) = engine.running.find(message.conversation) {
        check_limits(engine, &checked.ground).await?;
        give_way(engine, &running).await?;
        checked = check_again(engine, &message).await?;
    }
    let mut written = write(engine, &message, &checked, &intent).await?;
    if let Written::InTheWay(open) = written {
        // It may be that of this very message, begun on another instance since; so may the one that comes after it.
        if let Some(reader) = replayed(engine, &message, checked.ground.course.id).await? {
            return Ok(reader);
        }
        check_limits(engine, &checked.ground).await?;
        make_way(engine, &open).await?;
        checked = check_again(engine, &message).await?;
        intent = intent_of(&mut *engine.conn().await?, &message).await?;
        if let Intent::Replay(turn) = intent {
            return replay(engine, &message, checked.ground.course.id, turn).await;
        }
        written = write(engine, &message, &checked, &intent).await?;
    }
    let refusal = match written {
        Written::Turn(hold, answer) => return start(engine, message, checked, hold, answer).await,
        Written::InTheWay(open) => EngineError::TurnInProgress { open_turn: open.id },
        Written::IdTaken => EngineError::refused(ErrorCode::MessageIdReused),
    };
    // The very same message came to another instance at the same time.
    replayed(engine, &message, checked.ground.course.id).await?.ok_or(refusal)
}

/// A message whose ground was looked at, with all that is frozen for its turn.
struct Checked {
    ground: Ground,
    page: Option<(PageId, OpenPage)>,
    selection_dropped: bool,
    /// The model that is to answer.
    model: Arc<dyn ModelClient>,
}

async fn check(engine: &Engine, message: &SubmitMessage) -> Result<Checked, EngineError> {
    let mut conn = engine.conn().await?;
    let now = engine.parts.clock.now();
    let ground = Ground::find(&mut conn, message.caller, message.conversation, now).await?;
    let config = &ground.chatbot.config;
    check_text(message, config)?;
    check_tool_choice(message.tool_choice.as_ref(), config)?;
    let page = match message.page_id {
        Some(id) => pages::visible(&mut conn, ground.person, ground.course.id, now, id).await?,
        None => None,
    };
    let page = page.map(|page| (page.id, open_page::open_page(page, message.selection.as_deref())));
    let selected = page.as_ref().is_some_and(|(_, page)| page.selection.is_some());
    let selection_dropped = message.selection.is_some() && !selected;
    let model = engine.model(config.model.as_deref());
    Ok(Checked { ground, page, selection_dropped, model })
}

/// The same after something gave way to the message: that took time.
async fn check_again(engine: &Engine, message: &SubmitMessage) -> Result<Checked, EngineError> {
    let checked = check(engine, message).await?;
    checked.ground.check_disclaimer()?;
    Ok(checked)
}

fn check_text(message: &SubmitMessage, config: &ChatbotConfig) -> Result<(), EngineError> {
    let too_long = |id: &String| id.is_empty() || id.chars().count() > 64 || id.contains('\0');
    if message.client_id.as_ref().is_some_and(too_long) {
        let detail = Some("A message id has 1 to 64 characters.".to_owned());
        return Err(EngineError::Refused { code: ErrorCode::InvalidRequest, detail });
    }
    if message.trigger == Trigger::RegenerateMessage && message.text.is_empty() {
        return Ok(());
    }
    if !text::is_storable_message(&message.text) {
        return Err(EngineError::refused(ErrorCode::InvalidMessage));
    }
    let limit = config.limits.message_characters;
    if text::first_chars(&message.text, limit as usize).1 {
        let detail = Some(format!("A message may have at most {limit} characters."));
        return Err(EngineError::Refused { code: ErrorCode::MessageTooLong, detail });
    }
    Ok(())
}

fn check_tool_choice(choice: Option<&ToolChoice>, config: &ChatbotConfig) -> Result<(), EngineError> {
    let allowed = match choice {
        None | Some(ToolChoice::Auto) => true,
        Some(_) if !config.student_tool_choice => false,
        Some(ToolChoice::Tool { tool_name }) => config.allowed_tools.contains(tool_name),
        Some(ToolChoice::None | ToolChoice::Required) => true,
    };
    if allowed { Ok(()) } else { Err(EngineError::refused(ErrorCode::InvalidToolChoice)) }
}

/// A message for which nothing is left changes nothing, not even the answer that is being written.
async fn check_limits(engine: &Engine, ground: &Ground) -> Result<(), EngineError> {
    let spender = limits::spender(ground.person, &ground.chatbot, &ground.course);
    limits::check(&mut *engine.conn().await?, spender, engine.parts.clock.now()).await
}

/// The stream of the turn that answers this very message already, if there is one.
async fn replayed(
    engine: &Engine,
    message: &SubmitMessage,
    course: CourseId,
) -> Result<Option<LogReader>, EngineError> {
    let intent = intent_of(&mut *engine.conn().await?, message).await?;
    match intent {
        Intent::Replay(turn) => replay(engine, message, course, turn).await.map(Some),
        _ => Ok(None),
    }
}

/// The stream of a turn that was asked for already: the running one, or what is stored of it.
async fn replay(
    engine: &Engine,
    message: &SubmitMessage,
    course: CourseId,
    turn: TurnRow,
) -> Result<LogReader, EngineError> {
    let conversation = message.conversation;
    let mut conn = engine.conn().await?;
    let now = engine.parts.clock.now();
    let looker = Looker { caller: message.caller, course, now };
    if let Some(running) = engine.running.find(conversation)
        && running.hold.turn == turn.id
    {
        return Ok(looker.read(&mut conn, &running.log).await?);
    }
    let id = turn.assistant_message_id;
    // Asked once more: one that has ended here since it was found is in the store by now.
    let open = if turn.open { turns::find_open(&mut conn, conversation).await? } else { None };
    if let Some(turn) = open.filter(|open| open.id == turn.id && !open.waits) {
        return Ok(looker.read_remote(&mut conn, &engine.remote, turn).await?);
    }
    let stored = messages::find(&mut conn, conversation, &id.to_string()).await?;
    let mut stored = stored.ok_or(EngineError::refused(ErrorCode::NotFound))?;
    redact(&mut conn, message.caller, course, now, std::slice::from_mut(&mut stored.wire)).await?;
    Ok(TurnLog::ended(events_of(&stored.wire, id)).read())
}

/// A running turn of the conversation that nobody reads any more gives way to another message.
async fn give_way(engine: &Engine, running: &RunningTurn) -> Result<(), EngineError> {
    let timings = &engine.parts.timings;
    let unread = tokio::time::timeout(timings.reader_probe, running.log.wait_until_unread()).await.is_ok();
    let turn = running.hold.turn;
    if !unread || leases::is_read_elsewhere(&mut *engine.conn().await?, turn).await? {
        return Err(EngineError::TurnInProgress { open_turn: turn });
    }
    running.stop.cancel();
    match tokio::time::timeout(timings.stop, running.log.wait_until_ended()).await {
        Ok(()) => Ok(()),
        Err(_) => Err(EngineError::TurnInProgress { open_turn: turn }),
    }
}

/// What came of writing a message and its turn. Nothing was written but in the first case.
enum Written {
    /// The turn, and the message that is its answer.
    Turn(Hold, MessageId),
    /// Another turn is open that does not wait for its student.
    InTheWay(TurnRow),
    /// The message's id is another message's.
    IdTaken,
}

async fn write(
    engine: &Engine,
    message: &SubmitMessage,
    checked: &Checked,
    intent: &Intent,
) -> Result<Written, EngineError> {
    let now = engine.parts.clock.now();
    let Checked { ground, .. } = checked;
    let turn = TurnId(engine.parts.ids.new_id());
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    let title = text::title_of(&message.text);
    if !conversations::touch_own(&mut tx, message.conversation, ground.person, &title, now).await? {
        return Err(EngineError::refused(ErrorCode::NotFound));
    }
    let open = turns::find_open(&mut tx, message.conversation).await?;
    if let Some(open) = open.filter(|open| !open.waits) {
        return Ok(Written::InTheWay(open));
    }
    let spender = limits::spender(ground.person, &ground.chatbot, &ground.course);
    limits::count_message(&mut tx, spender, now).await?;
    // Whoever says something else does not answer.
    if let Some(waiting) = open {
        abandon(&mut tx, &waiting, Signal::WaitAbandoned, now).await?;
    }
    if let Some(from) = intent.supersedes_from() {
        messages::supersede_from(&mut tx, message.conversation, from, turn, now).await?;
    }
    let question = intent.stored_question();
    let ids = Ids {
        turn,
        is_new: question.is_none(),
        question: question.unwrap_or_else(|| MessageId(engine.parts.ids.new_id())),
        answer: MessageId(engine.parts.ids.new_id()),
    };
    let Some(hold) = insert(engine, &mut tx, message, checked, ids, now).await? else {
        return Ok(Written::IdTaken);
    };
    limits::take(&mut tx, spender, limits::reservation(engine, turn, &message.text, &ground.chatbot)).await?;
    tx.commit().await?;
    Ok(Written::Turn(hold, ids.answer))
}

/// What a turn and its messages go by, and whether the question is a new one.
#[derive(Clone, Copy)]
struct Ids {
    turn: TurnId,
    question: MessageId,
    is_new: bool,
    answer: MessageId,
}

/// Nothing where the id of the message is taken.
async fn insert(
    engine: &Engine,
    tx: &mut PgConnection,
    message: &SubmitMessage,
    checked: &Checked,
    ids: Ids,
    now: DateTime<Utc>,
) -> Result<Option<Hold>, EngineError> {
    let minted = ids.question.to_string();
    let parts = [Part::Text { text: message.text.clone(), streaming: false }];
    let new = NewTurn {
        id: ids.turn,
        conversation_id: message.conversation,
        user_message_id: ids.question,
        question: ids.is_new.then_some(NewQuestion {
            client_id: message.client_id.as_deref().unwrap_or(&minted),
            parts: &parts,
        }),
        assistant_message_id: ids.answer,
        chatbot_id: checked.ground.chatbot.id,
        chatbot_version: checked.ground.chatbot.version,
        model: &checked.model.profile().id,
        page_id: checked.page.as_ref().map(|(id, _)| *id),
        selection: checked.page.as_ref().and_then(|(_, page)| page.selection.as_deref()),
        tool_choice: message.tool_choice.as_ref(),
        lease: engine.lease(),
        now,
    };
    match new_turns::insert(tx, new).await {
        Err(error) if error.violated_constraint() == Some("messages_client_id_once") => Ok(None),
        hold => Ok(Some(hold?)),
    }
}

/// Starts the turn's task, and reads along.
async fn start(
    engine: &Arc<Engine>,
    message: SubmitMessage,
    checked: Checked,
    hold: Hold,
    answer: MessageId,
) -> Result<LogReader, EngineError> {
    let log = TurnLog::begun(Saving::new(hold, &engine.sink));
    let Checked { ground, page, selection_dropped, model } = checked;
    let assignment = Assignment {
        hold,
        student: ground.person,
        question: message.text,
        conversation: message.conversation,
        answer,
        chatbot: Arc::new(ground.chatbot),
        course: Arc::new(ground.course),
        page,
        selection_dropped,
        tool_choice: message.tool_choice,
        model,
        log,
        accepted_at: engine.parts.clock.now(),
    };
    if engine.hand_over.is_cancelled() {
        // The server went down meanwhile: whoever finds the turn carries it, and need not wait for its lease.
        leases::release(&mut *engine.conn().await?, &[hold]).await?;
    }
    let running = RunningTurn::new(hold, Arc::clone(&assignment.log));
    let reader = running.log.read();
    engine.running.insert(assignment.conversation, running.clone());
    carry_turn::start(engine, assignment, None, running);
    Ok(reader)
}
