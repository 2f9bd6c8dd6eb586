//! The tools and models that there are, and what settings are held against.

use chatbot_core::ToolRequirement;
use chatbot_core::settings::{self, Known, KnownTool};
use chatbot_core::tool::{Action, Resource};
use chatbot_protocol::manage::{ChatbotSettings, ManagedModel, ManagedTool, SettingsFault, ToolGroup};
use chatbot_protocol::{CourseId, ErrorCode, UserId};
use chatbot_store::{PgConnection, StoreError, authorization};
use chatbot_tools::{ToolCategory, ToolInfo};

use crate::engine::Engine;
use crate::error::EngineError;

/// The tools, by group and name.
pub(super) async fn list_tools(
    engine: &Engine,
    caller: UserId,
    course: CourseId,
) -> Result<Vec<ManagedTool>, EngineError> {
    engine.editable_course(&mut *engine.conn().await?, caller, course).await?;
    let mut tools: Vec<ManagedTool> = engine.tools().iter().map(|offer| tool(&offer.info)).collect();
    tools.sort_by(|a, b| (a.category as u8, &a.name).cmp(&(b.category as u8, &b.name)));
    Ok(tools)
}

fn tool(info: &ToolInfo) -> ManagedTool {
    ManagedTool {
        name: info.spec.name.clone(),
        label: label(&info.spec.name),
        description: info.spec.description.to_string(),
        category: match info.category {
            ToolCategory::Material => ToolGroup::Material,
            ToolCategory::Progress => ToolGroup::Progress,
            ToolCategory::Structure => ToolGroup::Structure,
        },
        admin_only: info.admin_only,
        read_only: info.read_only,
        argument_schema: info.schema.as_value().clone(),
    }
}

/// `page_lookup` is “Page lookup” to people.
fn label(name: &str) -> String {
    let words = name.replace('_', " ");
    let mut letters = words.chars();
    letters.next().map(|first| first.to_uppercase().chain(letters).collect()).unwrap_or_default()
}

/// The models, the default first.
pub(super) async fn list_models(engine: &Engine, caller: UserId) -> Result<Vec<ManagedModel>, EngineError> {
    if !authorization::edits_anything(&mut *engine.conn().await?, caller).await? {
        return Err(EngineError::refused(ErrorCode::NotAllowed));
    }
    let default = engine.model(None).profile().id.clone();
    let models = engine.parts.models.profiles().into_iter().map(|profile| ManagedModel {
        is_default: profile.id == default,
        id: profile.id,
        label: profile.label,
        tools: profile.tools,
        temperature: profile.temperature,
        context_tokens: profile.context_tokens,
    });
    Ok(models.collect())
}

/// What is wrong with settings that somebody wants to save in a course where `in_force` is switched on.
pub(super) async fn faults(
    engine: &Engine,
    conn: &mut PgConnection,
    (caller, course): (UserId, CourseId),
    settings: &ChatbotSettings,
    in_force: &[String],
) -> Result<Vec<SettingsFault>, StoreError> {
    let known_tool =
        |info: &ToolInfo| KnownTool { name: info.spec.name.clone(), admin_only: info.admin_only };
    let tools: Vec<KnownTool> = engine.tools().iter().map(|offer| known_tool(&offer.info)).collect();
    let models: Vec<String> = engine.parts.models.profiles().into_iter().map(|model| model.id).collect();
    let administrate = ToolRequirement::ActionOnResource(Action::Administrate, Resource::Course(course));
    let is_admin = authorization::allows(conn, caller, &administrate, engine.parts.clock.now()).await?;
    Ok(settings::check(settings, &Known { tools: &tools, models: &models, is_admin, in_force }))
}
