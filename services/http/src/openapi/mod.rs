//! The OpenAPI document of the chatbot's routes, out of what stands at each handler. The host says where it mounts
//! them and how one signs in; stories hold every answer against it.

pub(crate) mod answers;
mod corrections;
pub(crate) mod refusals;
mod sets;

use utoipa::OpenApi;
use utoipa::openapi::OpenApi as Document;
use utoipa::openapi::security::SecurityRequirement;

use crate::handlers::{audit, chat, chatbots, conversations, feedback, insights, limits, manage, own_data};
use chatbot_protocol::api::Problem;
use chatbot_protocol::{MessageId, UiMessageChunk};

pub use sets::{Refusal, operations, problem, set, spell_out};

#[derive(OpenApi)]
#[openapi(
    info(
        title = "Course Chatbot",
        description = "JSON in camelCase; ids are UUIDs; times are RFC 3339, UTC. Lists come in pages: `nextCursor` of \
            one is `cursor` of the next. Errors are problem documents with a stable `code`; the routes of the AI SDK \
            (`/chat…`) answer a plain sentence unless `Accept` names `application/problem+json`, and always say the \
            code in `x-error-code`. Unknown ids, and ids of what the caller may not know of, are answered alike: 404."
    ),
    paths(
        chatbots::list_chatbots,
        conversations::begin_conversation,
        conversations::list_conversations,
        conversations::read_conversation,
        conversations::rename_conversation,
        conversations::delete_conversation,
        limits::read_limits,
        chat::send_message,
        chat::resume_stream,
        chat::stop_answer,
        feedback::rate_answer,
        feedback::take_back_rating,
        own_data::export_data,
        own_data::erase_data,
        manage::chatbots::list_models,
        manage::chatbots::list_tools,
        manage::chatbots::list_chatbots,
        manage::chatbots::create_chatbot,
        manage::chatbots::check_settings,
        manage::chatbots::read_chatbot,
        manage::chatbots::save_chatbot,
        manage::chatbots::delete_chatbot,
        manage::chatbots::make_default,
        manage::versions::list_versions,
        manage::versions::restore_version,
        manage::trying::begin_preview,
        manage::trying::read_trace,
        manage::trying::list_tests,
        manage::trying::add_test,
        manage::trying::delete_test,
        manage::trying::run_tests,
        manage::trying::list_test_runs,
        manage::trying::read_job,
        insights::read_insights,
        insights::list_conversations,
        insights::read_conversation,
        audit::citations::list_filters,
        audit::citations::list_citations,
        audit::citations::export_citations,
        audit::citations::count_citations,
        audit::citations::list_rates,
        audit::citations::recheck_citations,
        audit::citations::read_citation,
        audit::citations::review_citation,
        audit::traces::list_calls,
        audit::traces::read_turn,
        audit::traces::list_log,
    ),
    components(schemas(MessageId, Problem, UiMessageChunk)),
    tags(
        (name = "Students", description = "What students ask for; each sees what is theirs."),
        (name = "Teachers", description = "For whoever may edit the course, or see its statistics."),
        (name = "Admins", description = "For whoever audits courses."),
    ),
)]
struct Routes;

/// The document of the routes mounted at `prefix`, by which callers sign in as `security` says.
pub fn openapi(prefix: &str, security: &[SecurityRequirement]) -> Document {
    let mut document = Routes::openapi();
    for (path, item) in &mut document.paths.paths {
        let is_plain = path == "/chat" || path.starts_with("/chat/");
        for (changes, operation) in operations(item) {
            refusals::complete(operation, changes, is_plain);
            operation.security = Some(security.to_vec());
        }
    }
    corrections::correct(&mut document);
    let paths = std::mem::take(&mut document.paths.paths);
    document.paths.paths = paths.into_iter().map(|(path, item)| (format!("{prefix}{path}"), item)).collect();
    document
}
