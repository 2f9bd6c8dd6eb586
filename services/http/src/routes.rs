//! The routes, in one table.

use std::future::ready;

use actix_web::middleware::from_fn;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{HttpResponse, Resource};

use crate::body::LargestBody;
use crate::error::{self, HttpError};
use crate::handlers::{audit, chat, chatbots, conversations, feedback, insights, limits, manage, own_data};
use crate::state::HttpState;
use chatbot_protocol::ErrorCode;

/// The largest body of a message, in bytes. Clients of the AI SDK send their whole history; we skip it.
const LARGEST_MESSAGE: usize = 4 * 1024 * 1024;

/// Mounts the chatbot's routes. The host chooses the scope around them.
pub fn configure(config: &mut ServiceConfig, state: HttpState) {
    config.app_data(Data::new(state));
    students(config);
    teachers(config);
    teachers_trying(config);
    admins(config);
    configure_insights(config);
    config.default_service(web::to(no_such_route));
}

/// What students ask for; whose a thing is, or who is enrolled, the use cases say.
fn students(config: &mut ServiceConfig) {
    config
        .service(resource("/courses/{course}/chatbots", "GET").route(web::get().to(chatbots::list_chatbots)))
        .service(
            resource("/chatbots/{chatbot}/conversations", "POST")
                .route(web::post().to(conversations::begin_conversation)),
        )
        .service(resource("/conversations", "GET").route(web::get().to(conversations::list_conversations)))
        .service(
            resource("/conversations/{conversation}", "GET, PATCH, DELETE")
                .route(web::get().to(conversations::read_conversation))
                .route(web::patch().to(conversations::rename_conversation))
                .route(web::delete().to(conversations::delete_conversation)),
        )
        .service(resource("/me/limits", "GET").route(web::get().to(limits::read_limits)))
        .service(
            resource("/chat", "POST")
                .app_data(LargestBody(LARGEST_MESSAGE))
                .route(web::post().to(chat::send_message))
                .wrap(from_fn(error::in_plain_words)),
        )
        .service(
            resource("/chat/{conversation}/stream", "GET")
                .route(web::get().to(chat::resume_stream))
                .wrap(from_fn(error::in_plain_words)),
        )
        .service(
            resource("/chat/{conversation}/stop", "POST")
                .route(web::post().to(chat::stop_answer))
                .wrap(from_fn(error::in_plain_words)),
        )
        .service(
            resource("/messages/{message}/feedback", "PUT, DELETE")
                .route(web::put().to(feedback::rate_answer))
                .route(web::delete().to(feedback::take_back_rating)),
        )
        .service(resource("/me/export", "GET").route(web::get().to(own_data::export_data)))
        .service(resource("/me/data", "DELETE").route(web::delete().to(own_data::erase_data)));
}

/// What those ask for who may edit the course.
fn teachers(config: &mut ServiceConfig) {
    config
        .service(resource("/manage/models", "GET").route(web::get().to(manage::chatbots::list_models)))
        .service(
            resource("/manage/courses/{course}/tools", "GET")
                .route(web::get().to(manage::chatbots::list_tools)),
        )
        .service(
            resource("/manage/courses/{course}/chatbots", "GET, POST")
                .route(web::get().to(manage::chatbots::list_chatbots))
                .route(web::post().to(manage::chatbots::create_chatbot)),
        )
        .service(
            resource("/manage/courses/{course}/settings/check", "POST")
                .route(web::post().to(manage::chatbots::check_settings)),
        )
        .service(
            resource("/manage/chatbots/{chatbot}", "GET, PUT, DELETE")
                .route(web::get().to(manage::chatbots::read_chatbot))
                .route(web::put().to(manage::chatbots::save_chatbot))
                .route(web::delete().to(manage::chatbots::delete_chatbot)),
        )
        .service(
            resource("/manage/chatbots/{chatbot}/default", "PUT")
                .route(web::put().to(manage::chatbots::make_default)),
        )
        .service(
            resource("/manage/chatbots/{chatbot}/versions", "GET")
                .route(web::get().to(manage::versions::list_versions)),
        )
        .service(
            resource("/manage/chatbots/{chatbot}/versions/{version}/restore", "POST")
                .route(web::post().to(manage::versions::restore_version)),
        );
}

/// The same, where they try what they set.
fn teachers_trying(config: &mut ServiceConfig) {
    config
        .service(
            resource("/manage/chatbots/{chatbot}/preview", "POST")
                .route(web::post().to(manage::trying::begin_preview)),
        )
        .service(
            resource("/manage/previews/{conversation}/trace", "GET")
                .route(web::get().to(manage::trying::read_trace)),
        )
        .service(
            resource("/manage/chatbots/{chatbot}/tests", "GET, POST")
                .route(web::get().to(manage::trying::list_tests))
                .route(web::post().to(manage::trying::add_test)),
        )
        .service(
            resource("/manage/chatbots/{chatbot}/tests/run", "POST")
                .route(web::post().to(manage::trying::run_tests)),
        )
        .service(
            resource("/manage/chatbots/{chatbot}/tests/runs", "GET")
                .route(web::get().to(manage::trying::list_test_runs)),
        )
        .service(
            resource("/manage/chatbots/{chatbot}/tests/{test}", "DELETE")
                .route(web::delete().to(manage::trying::delete_test)),
        )
        .service(resource("/jobs/{job}", "GET").route(web::get().to(manage::trying::read_job)));
}

/// What those ask for who audit courses.
fn admins(config: &mut ServiceConfig) {
    config
        .service(resource("/audit/filters", "GET").route(web::get().to(audit::citations::list_filters)))
        .service(resource("/audit/citations", "GET").route(web::get().to(audit::citations::list_citations)))
        .service(
            resource("/audit/citations.csv", "GET").route(web::get().to(audit::citations::export_citations)),
        )
        .service(
            resource("/audit/citations/count", "GET").route(web::get().to(audit::citations::count_citations)),
        )
        .service(resource("/audit/citations/rates", "GET").route(web::get().to(audit::citations::list_rates)))
        .service(
            resource("/audit/citations/recheck", "POST")
                .route(web::post().to(audit::citations::recheck_citations)),
        )
        .service(
            resource("/audit/citations/{citation}", "GET")
                .route(web::get().to(audit::citations::read_citation)),
        )
        .service(
            resource("/audit/citations/{citation}/review", "PUT")
                .route(web::put().to(audit::citations::review_citation)),
        )
        .service(resource("/audit/tool-calls", "GET").route(web::get().to(audit::traces::list_calls)))
        .service(resource("/audit/turns/{turn}", "GET").route(web::get().to(audit::traces::read_turn)))
        .service(resource("/audit/log", "GET").route(web::get().to(audit::traces::list_log)));
}

/// What teachers see of their courses.
fn configure_insights(config: &mut ServiceConfig) {
    config
        .service(
            resource("/manage/courses/{course}/insights", "GET")
                .route(web::get().to(insights::read_insights)),
        )
        .service(
            resource("/manage/courses/{course}/conversations", "GET")
                .route(web::get().to(insights::list_conversations)),
        )
        .service(
            resource("/manage/courses/{course}/conversations/{anonymous}", "GET")
                .route(web::get().to(insights::read_conversation)),
        );
}

/// An address, which says so when it does not take a verb, and which it takes.
fn resource(path: &str, verbs: &'static str) -> Resource {
    web::resource(path)
        .default_service(web::to(move || ready(Err::<HttpResponse, _>(HttpError::wrong_verb(verbs)))))
}

async fn no_such_route() -> Result<HttpResponse, HttpError> {
    Err(HttpError::new(ErrorCode::NotFound))
}
