//! Checks settings, creates chatbots and saves their versions.

use chatbot_core::ChatbotConfig;
use chatbot_core::settings::{changes, config_of, settings_of, tidied};
use chatbot_protocol::manage::{ChatbotSettings, ManagedChatbot, SettingsFault};
use chatbot_protocol::{ChatbotId, CourseId, ErrorCode, UserId};
use chatbot_store::audit_log::{self, NewEntry};
use chatbot_store::chatbots::{self, Chatbot, NewChatbot};
use chatbot_store::{Conn, PgConnection, StoreError, chatbot_versions};
use serde_json::{Value, json};

use super::{chatbots::managed, known};
use crate::engine::Engine;
use crate::error::EngineError;

/// How many chatbots a course may have.
const MOST_CHATBOTS: usize = 50;

pub(super) async fn dry_run(
    engine: &Engine,
    caller: UserId,
    course: CourseId,
    chatbot: Option<ChatbotId>,
    settings: ChatbotSettings,
) -> Result<Vec<SettingsFault>, EngineError> {
    let mut conn = engine.conn().await?;
    let course = engine.editable_course(&mut conn, caller, course).await?.id;
    let found = match chatbot {
        Some(chatbot) => chatbots::find(&mut conn, chatbot).await?,
        None => None,
    };
    let in_force = found.filter(|found| found.course_id == course).map(|found| found.config.allowed_tools);
    let on = in_force.unwrap_or_default();
    Ok(known::faults(engine, &mut conn, (caller, course), &tidied(settings), &on).await?)
}

/// The settings in order, or everything that is wrong with them.
pub(super) async fn checked(
    engine: &Engine,
    conn: &mut PgConnection,
    (caller, course): (UserId, CourseId),
    settings: ChatbotSettings,
    in_force: &[String],
) -> Result<ChatbotSettings, EngineError> {
    let settings = tidied(settings);
    let faults = known::faults(engine, conn, (caller, course), &settings, in_force).await?;
    if faults.is_empty() { Ok(settings) } else { Err(EngineError::InvalidSettings { faults }) }
}

pub(super) async fn create(
    engine: &Engine,
    caller: UserId,
    course: CourseId,
    settings: ChatbotSettings,
) -> Result<ManagedChatbot, EngineError> {
    let mut conn = engine.conn().await?;
    let course = engine.editable_course(&mut conn, caller, course).await?;
    if !course.can_add_chatbot {
        let detail = Some("This course may have no chatbots.".to_owned());
        return Err(EngineError::Refused { code: ErrorCode::NotAllowed, detail });
    }
    let settings = checked(engine, &mut conn, (caller, course.id), settings, &[]).await?;
    let mut tx = conn.begin().await?;
    chatbots::lock_course(&mut tx, course.id).await?;
    let others = chatbots::list_all(&mut tx, course.id).await?;
    if others.len() >= MOST_CHATBOTS {
        return Err(EngineError::refused(ErrorCode::TooMany));
    }
    let config = config_of(&settings, &ChatbotConfig::default(), 1);
    let new = NewChatbot {
        id: ChatbotId(engine.parts.ids.new_id()),
        course_id: course.id,
        name: &settings.name,
        is_default: !others.iter().any(|other| other.is_default),
        config: &config,
        author: Some(caller),
        now: engine.parts.clock.now(),
    };
    let id = new.id;
    chatbots::insert_switched(&mut tx, new, settings.enabled).await?;
    log(engine, &mut tx, caller, "chatbot_created", (id, course.id), json!({"version": 1})).await?;
    tx.commit().await?;
    let created = chatbots::find(&mut conn, id).await?.ok_or(EngineError::refused(ErrorCode::NotFound))?;
    managed(engine, &mut conn, created, &course).await
}

pub(super) async fn save(
    engine: &Engine,
    caller: UserId,
    chatbot: ChatbotId,
    version: u32,
    settings: ChatbotSettings,
) -> Result<ManagedChatbot, EngineError> {
    let mut conn = engine.conn().await?;
    let (chatbot, course) = engine.editable_chatbot(&mut conn, caller, chatbot).await?;
    in_force(&chatbot, version)?;
    let on = &chatbot.config.allowed_tools;
    let settings = checked(engine, &mut conn, (caller, course.id), settings, on).await?;
    let base = chatbot.config.clone();
    let saved = write(engine, &mut conn, caller, chatbot, &settings, &base, "chatbot_changed").await?;
    managed(engine, &mut conn, saved, &course).await
}

/// Whether a change was made to what is in force.
pub(super) fn in_force(chatbot: &Chatbot, version: u32) -> Result<(), EngineError> {
    if u32::try_from(chatbot.version) == Ok(version) {
        Ok(())
    } else {
        Err(EngineError::refused(ErrorCode::VersionChanged))
    }
}

/// Writes the next version of a chatbot: `settings`, and of `base` what no teacher sets. Settings that differ in
/// nothing are no new version.
pub(super) async fn write(
    engine: &Engine,
    conn: &mut Conn,
    caller: UserId,
    chatbot: Chatbot,
    settings: &ChatbotSettings,
    base: &ChatbotConfig,
    action: &str,
) -> Result<Chatbot, EngineError> {
    let before = settings_of(&chatbot.name, chatbot.enabled, &chatbot.config);
    let fields: Vec<String> = changes(&before, settings).into_iter().map(|change| change.field).collect();
    let next_disclaimer = chatbot_versions::last_disclaimer(conn, chatbot.id).await?.saturating_add(1);
    let kept = ChatbotConfig { disclaimer: chatbot.config.disclaimer.clone(), ..base.clone() };
    let config = config_of(settings, &kept, next_disclaimer);
    if fields.is_empty() && config == chatbot.config {
        return Ok(chatbot);
    }
    let edited = Chatbot { name: settings.name.clone(), enabled: settings.enabled, config, ..chatbot };
    let mut tx = conn.begin().await?;
    let saved = chatbots::save(&mut tx, &edited, caller, engine.parts.clock.now()).await?;
    let Some(version) = saved else {
        return Err(EngineError::refused(ErrorCode::VersionChanged));
    };
    let detail = json!({"version": version, "fields": fields});
    log(engine, &mut tx, caller, action, (edited.id, edited.course_id), detail).await?;
    tx.commit().await?;
    Ok(Chatbot { version, ..edited })
}

/// Notes what somebody did to a chatbot.
pub(super) async fn log(
    engine: &Engine,
    conn: &mut PgConnection,
    actor: UserId,
    action: &str,
    (chatbot, course): (ChatbotId, CourseId),
    detail: Value,
) -> Result<(), StoreError> {
    let entry = NewEntry {
        id: engine.parts.ids.new_id(),
        actor: Some(actor),
        action,
        subject_kind: "chatbot",
        subject: Some(chatbot.0),
        course: Some(course),
        detail,
        now: engine.parts.clock.now(),
    };
    audit_log::insert(conn, entry).await
}
