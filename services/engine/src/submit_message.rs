//! Accepts a student's message: who, where, how long, whether another answer is still being written; then
//! one transaction writes message and turn, and the turn gets a task of its own.

use std::sync::Arc;

use chatbot_core::turn::Signal;
use chatbot_core::{ChatbotConfig, text};
use chatbot_protocol::manage::ViewAs;
use chatbot_protocol::send_message::Trigger;
use chatbot_protocol::turn_event::events_of;
use chatbot_protocol::{
    ConversationId, CourseId, ErrorCode, MessageId, Part, Role, ToolChoice, TurnId, UiMessage, UserId,
};
use chatbot_store::chatbots::{Chatbot, InForce};
use chatbot_store::courses::Course;
use chatbot_store::messages::{self, Message, NewMessage};
use chatbot_store::turns::{self, Hold, NewTurn, TurnRow};
use chatbot_store::{PgConnection, StoreError, conversations, leases, pages};
use chrono::{DateTime, Utc};

use crate::abandon_wait::abandon;
use crate::carry_turn::{self, Assignment};
use crate::conversations::SubmitMessage;
use crate::engine::Engine;
use crate::error::EngineError;
use crate::event_log::{LogReader, TurnLog};
use crate::keep_turns::{in_the_way, make_way};
use crate::limits;
use crate::log_saving::Saving;
use crate::open_page::{self, OpenPage};
use crate::opening::{check_open, check_trial};
use crate::read_conversation::{chatbot_in, redact};
use crate::running_turns::RunningTurn;
use crate::visible_log::Looker;

/// What a message asks for, after a look at what is stored.
enum Intent {
    /// A turn answers it already.
    Replay(TurnRow),
    /// A new message at the end.
    Append,
    /// A new message in the place of another and all that follows it.
    Replace { from: i32 },
    /// The answer to this stored message once more.
    Again { question: Message },
}

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
    let ground = check(engine, &message).await?;
    let intent = intent_of(&mut *engine.conn().await?, &message).await?;
    // The same message once more wants to read its answer, not to end it.
    if !matches!(intent, Intent::Replay(_)) {
        ground.check_disclaimer()?;
        ground.check_limits(engine, message.caller).await?;
        give_way(engine, &message).await?;
    }
    // From here on one after the other: what comes second finds what the first one wrote and started.
    let _turn_to_write = engine.submissions.lock(message.conversation).await;
    let course = ground.course.id;
    let mut conn = engine.conn().await?;
    let mut intent = intent_of(&mut conn, &message).await?;
    if let Intent::Replay(turn) = intent {
        return replay(engine, &mut conn, &message, course, turn).await;
    }
    drop(conn);
    if let Some(running) = engine.running.find(message.conversation) {
        return Err(EngineError::TurnInProgress { open_turn: running.hold.turn });
    }
    if let Some(open) = in_the_way(engine, message.conversation).await? {
        // It may be that of this very message, begun on another instance since.
        if let Some(reader) = replayed(engine, &message, course).await? {
            return Ok(reader);
        }
        make_way(engine, &open).await?;
        intent = intent_of(&mut *engine.conn().await?, &message).await?;
    }
    let assignment = match write(engine, &message, ground, intent).await {
        // The very same message came to another instance at the same time.
        Err(EngineError::Refused { code: ErrorCode::MessageIdReused, detail }) => {
            let reader = replayed(engine, &message, course).await?;
            return reader.ok_or(EngineError::Refused { code: ErrorCode::MessageIdReused, detail });
        }
        written => written?,
    };
    if engine.hand_over.is_cancelled() {
        // The server went down meanwhile: whoever finds the turn carries it, and need not wait for its lease.
        leases::release(&mut *engine.conn().await?, &[assignment.hold]).await?;
    }
    let running = RunningTurn::new(assignment.hold, Arc::clone(&assignment.log));
    let reader = running.log.read();
    engine.running.insert(message.conversation, running.clone());
    carry_turn::start(engine, assignment, None, running);
    Ok(reader)
}

/// The stream of the turn that answers this very message already, if there is one.
async fn replayed(
    engine: &Engine,
    message: &SubmitMessage,
    course: CourseId,
) -> Result<Option<LogReader>, EngineError> {
    let mut conn = engine.conn().await?;
    match intent_of(&mut conn, message).await? {
        Intent::Replay(turn) => replay(engine, &mut conn, message, course, turn).await.map(Some),
        _ => Ok(None),
    }
}

/// What a message stands on: checked, and frozen for its turn.
struct Ground {
    chatbot: Chatbot,
    course: Course,
    page: Option<(chatbot_protocol::PageId, OpenPage)>,
    selection_dropped: bool,
    /// Whether the disclaimer, as it is now, was accepted for the conversation.
    accepted: bool,
}

impl Ground {
    /// Nobody asks under terms that are not those they accepted; what is answered already can be read.
    fn check_disclaimer(&self) -> Result<(), EngineError> {
        if self.accepted { Ok(()) } else { Err(EngineError::refused(ErrorCode::DisclaimerNotAccepted)) }
    }

    /// A message for which nothing is left changes nothing, not even the answer that is being written.
    async fn check_limits(&self, engine: &Engine, caller: UserId) -> Result<(), EngineError> {
        let spender = limits::spender(caller, &self.chatbot, &self.course);
        limits::check(&mut *engine.conn().await?, spender, engine.parts.clock.now()).await
    }
}

/// The chatbot and the course of a conversation in which the caller may have a turn now, and whether its disclaimer, as
/// it is now, was accepted there.
pub(crate) async fn ground(
    conn: &mut PgConnection,
    caller: UserId,
    conversation: ConversationId,
    now: DateTime<Utc>,
) -> Result<(Chatbot, Course, bool), EngineError> {
    let not_found = || EngineError::refused(ErrorCode::NotFound);
    let conversation = conversations::find_own(conn, conversation, caller).await?.ok_or_else(not_found)?;
    let (InForce { chatbot, is_preview }, course) = chatbot_in(conn, caller, conversation.id, now).await?;
    if is_preview {
        // Who acts here was settled when it was begun: a student would not have come here in a draft.
        check_trial(&course, ViewAs::Me)?;
    } else {
        check_open(conn, caller, &chatbot, &course, now).await?;
    }
    let version = chatbot.config.disclaimer.as_ref().map(|disclaimer| disclaimer.version);
    let accepted = conversation.accepted_disclaimer_version.map(i32::unsigned_abs);
    let accepted = is_preview || version.is_none() || accepted == version;
    Ok((chatbot, course, accepted))
}

async fn check(engine: &Engine, message: &SubmitMessage) -> Result<Ground, EngineError> {
    let mut conn = engine.conn().await?;
    let now = engine.parts.clock.now();
    let (chatbot, course, accepted) = ground(&mut conn, message.caller, message.conversation, now).await?;
    check_text(message, &chatbot.config)?;
    check_tool_choice(message.tool_choice.as_ref(), &chatbot.config)?;
    let page = match message.page_id {
        Some(id) => pages::visible(&mut conn, message.caller, course.id, now, id).await?,
        None => None,
    };
    let page = page.map(|page| (page.id, open_page::open_page(page, message.selection.as_deref())));
    let selected = page.as_ref().is_some_and(|(_, page)| page.selection.is_some());
    let selection_dropped = message.selection.is_some() && !selected;
    Ok(Ground { chatbot, course, page, selection_dropped, accepted })
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

async fn intent_of(conn: &mut PgConnection, message: &SubmitMessage) -> Result<Intent, EngineError> {
    match message.trigger {
        Trigger::RegenerateMessage => regeneration(conn, message).await,
        Trigger::SubmitMessage => submission(conn, message).await,
    }
}

async fn submission(conn: &mut PgConnection, message: &SubmitMessage) -> Result<Intent, EngineError> {
    let known = match &message.client_id {
        Some(id) => messages::find(conn, message.conversation, id).await?,
        None => None,
    };
    if let Some(known) = &known
        && known.wire.role == Role::User
        && text_of(&known.wire) == message.text
    {
        let turn = turns::find_by_question(conn, known.id).await?;
        return Ok(turn.map_or(Intent::Again { question: known.clone() }, Intent::Replay));
    }
    match (&message.message_id, known) {
        (None, None) => Ok(Intent::Append),
        (None, Some(_)) => Err(EngineError::refused(ErrorCode::MessageIdReused)),
        (Some(edited), _) => {
            let edited = messages::find(conn, message.conversation, edited).await?;
            match edited {
                Some(edited) if edited.wire.role == Role::User => {
                    Ok(Intent::Replace { from: edited.order_number })
                }
                Some(_) => Err(EngineError::refused(ErrorCode::NotFound)),
                None => Err(missing(conn, message).await?),
            }
        }
    }
}

/// Why the message that is to be changed is not there: it was changed before, in another tab, or never was.
async fn missing(conn: &mut PgConnection, message: &SubmitMessage) -> Result<EngineError, EngineError> {
    let id = message.message_id.as_deref().unwrap_or_default();
    let changed = messages::was_superseded(conn, message.conversation, id).await?;
    Ok(EngineError::refused(if changed { ErrorCode::MessageChanged } else { ErrorCode::NotFound }))
}

async fn regeneration(conn: &mut PgConnection, message: &SubmitMessage) -> Result<Intent, EngineError> {
    let conversation = message.conversation;
    let up_to = match &message.message_id {
        Some(id) => {
            let Some(named) = messages::find(conn, conversation, id).await? else {
                return Err(missing(conn, message).await?);
            };
            named.order_number
        }
        None => i32::MAX,
    };
    let stored = match &message.client_id {
        Some(id) => messages::find(conn, conversation, id).await?,
        None => None,
    };
    match (stored, messages::last_question(conn, conversation, up_to).await?) {
        // The client's last message never arrived: it is stored first.
        (None, _) if message.client_id.is_some() && !message.text.is_empty() => Ok(Intent::Append),
        (_, Some(question)) => Ok(Intent::Again { question }),
        (_, None) => Err(EngineError::refused(ErrorCode::NotFound)),
    }
}

/// The stream of a turn that was asked for already: the running one, or what is stored of it.
async fn replay(
    engine: &Engine,
    conn: &mut PgConnection,
    message: &SubmitMessage,
    course: CourseId,
    turn: TurnRow,
) -> Result<LogReader, EngineError> {
    let conversation = message.conversation;
    let now = engine.parts.clock.now();
    let looker = Looker { caller: message.caller, course, now };
    if let Some(running) = engine.running.find(conversation)
        && running.hold.turn == turn.id
    {
        return Ok(looker.read(conn, &running.log).await?);
    }
    let id = turn.assistant_message_id;
    // Asked once more: one that has ended here since it was found is in the store by now.
    let open = if turn.open { turns::find_open(conn, conversation).await? } else { None };
    if let Some(turn) = open.filter(|open| open.id == turn.id && !open.waits) {
        return Ok(looker.read_remote(conn, &engine.remote, turn).await?);
    }
    let stored = messages::find(conn, conversation, &id.to_string()).await?;
    let mut stored = stored.ok_or(EngineError::refused(ErrorCode::NotFound))?;
    redact(conn, message.caller, course, now, std::slice::from_mut(&mut stored.wire)).await?;
    Ok(TurnLog::ended(events_of(&stored.wire, id)).read())
}

/// A running turn of the conversation that nobody reads any more gives way to another message.
async fn give_way(engine: &Engine, message: &SubmitMessage) -> Result<(), EngineError> {
    let Some(running) = engine.running.find(message.conversation) else { return Ok(()) };
    // It may be that of this very message, begun since: to that, nothing gives way.
    if matches!(intent_of(&mut *engine.conn().await?, message).await?, Intent::Replay(turn) if turn.id == running.hold.turn)
    {
        return Ok(());
    }
    let timings = &engine.parts.timings;
    let unread = tokio::time::timeout(timings.reader_probe, running.log.wait_until_unread()).await.is_ok();
    let turn = running.hold.turn;
    if !unread || leases::is_read_elsewhere(&mut *engine.conn().await?, turn).await? {
        return Err(EngineError::TurnInProgress { open_turn: running.hold.turn });
    }
    running.stop.cancel();
    match tokio::time::timeout(timings.stop, running.log.wait_until_ended()).await {
        Ok(()) => Ok(()),
        Err(_) => Err(EngineError::TurnInProgress { open_turn: running.hold.turn }),
    }
}

async fn write(
    engine: &Engine,
    message: &SubmitMessage,
    ground: Ground,
    intent: Intent,
) -> Result<Assignment, EngineError> {
    let now = engine.parts.clock.now();
    let new_id = || engine.parts.ids.new_id();
    let turn = TurnId(new_id());
    let mut conn = engine.conn().await?;
    let mut tx = conn.begin().await?;
    conversations::lock_own(&mut tx, message.conversation, message.caller)
        .await?
        .ok_or(EngineError::refused(ErrorCode::NotFound))?;
    let spender = limits::spender(message.caller, &ground.chatbot, &ground.course);
    limits::count_message(&mut tx, spender, now).await?;
    // Whoever says something else does not answer.
    if let Some(open) = turns::find_open(&mut tx, message.conversation).await?.filter(|open| open.waits) {
        abandon(&mut tx, &open, Signal::WaitAbandoned, now).await?;
    }
    let question = write_question(engine, &mut tx, message, intent, turn).await?;
    let answer = MessageId(new_id());
    let wire_id = answer.to_string();
    let new = NewMessage {
        id: answer,
        conversation_id: message.conversation,
        role: Role::Assistant,
        client_id: &wire_id,
        parts: &[],
        now,
    };
    messages::insert(&mut tx, new).await?;
    let model = engine.model(ground.chatbot.config.model.as_deref());
    let new = NewTurn {
        id: turn,
        conversation_id: message.conversation,
        user_message_id: question,
        assistant_message_id: answer,
        chatbot_id: ground.chatbot.id,
        chatbot_version: ground.chatbot.version,
        model: &model.profile().id,
        page_id: ground.page.as_ref().map(|(id, _)| *id),
        selection: ground.page.as_ref().and_then(|(_, page)| page.selection.as_deref()),
        tool_choice: message.tool_choice.as_ref(),
        lease: engine.lease(),
        now,
    };
    let hold = match turns::insert(&mut tx, new).await {
        Err(error) if error.violated_constraint() == Some("turns_one_open") => {
            drop(tx);
            return Err(in_progress(&mut conn, message.conversation).await?);
        }
        other => other?,
    };
    conversations::touch(&mut tx, message.conversation, &text::title_of(&message.text), now).await?;
    limits::take(&mut tx, spender, limits::reservation(engine, turn, &message.text, &ground.chatbot)).await?;
    tx.commit().await?;
    let log = TurnLog::begun(Saving::new(hold, &engine.sink));
    Ok(assignment(message, ground, model, (hold, log), answer, now))
}

async fn in_progress(
    conn: &mut PgConnection,
    conversation: ConversationId,
) -> Result<EngineError, StoreError> {
    let open = turns::find_open(conn, conversation).await?;
    Ok(open.map_or(EngineError::refused(ErrorCode::TurnInProgress), |open| EngineError::TurnInProgress {
        open_turn: open.id,
    }))
}

fn assignment(
    message: &SubmitMessage,
    ground: Ground,
    model: Arc<dyn chatbot_core::ModelClient>,
    (hold, log): (Hold, Arc<TurnLog>),
    answer: MessageId,
    now: DateTime<Utc>,
) -> Assignment {
    Assignment {
        hold,
        student: message.caller,
        question: message.text.clone(),
        conversation: message.conversation,
        answer,
        chatbot: ground.chatbot,
        course: ground.course,
        page: ground.page,
        selection_dropped: ground.selection_dropped,
        tool_choice: message.tool_choice.clone(),
        model,
        log,
        accepted_at: now,
    }
}

async fn write_question(
    engine: &Engine,
    tx: &mut PgConnection,
    message: &SubmitMessage,
    intent: Intent,
    turn: TurnId,
) -> Result<MessageId, EngineError> {
    let now = engine.parts.clock.now();
    let (conversation, from) = (
        message.conversation,
        match &intent {
            Intent::Append | Intent::Replay(_) => None,
            Intent::Replace { from } => Some(*from),
            Intent::Again { question } => Some(question.order_number + 1),
        },
    );
    if let Some(from) = from {
        messages::supersede_from(tx, conversation, from, turn, now).await?;
    }
    if let Intent::Again { question } = intent {
        return Ok(question.id);
    }
    let id = MessageId(engine.parts.ids.new_id());
    let minted = id.to_string();
    let client_id = message.client_id.as_deref().unwrap_or(&minted);
    let parts = [Part::Text { text: message.text.clone(), streaming: false }];
    let new =
        NewMessage { id, conversation_id: conversation, role: Role::User, client_id, parts: &parts, now };
    match messages::insert(tx, new).await {
        Err(error) if error.violated_constraint() == Some("messages_client_id_once") => {
            Err(EngineError::refused(ErrorCode::MessageIdReused))
        }
        other => Ok(other.map(|()| id)?),
    }
}

fn text_of(message: &UiMessage) -> String {
    let texts: Vec<&str> = message
        .parts
        .iter()
        .filter_map(|part| match part {
            Part::Text { text, .. } => Some(text.as_str()),
            _ => None,
        })
        .collect();
    texts.join("\n\n")
}
