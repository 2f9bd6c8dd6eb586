//! The routes, in one table.

use actix_web::web::{self, Data, PayloadConfig, ServiceConfig};
use actix_web::{HttpResponse, Resource};

use crate::error::HttpError;
use crate::handlers::{chat, chatbots, conversations, feedback, limits};
use crate::state::HttpState;
use chatbot_protocol::ErrorCode;

/// The largest body that is read, in bytes. The client sends its whole history; we skip it.
const LARGEST_BODY: usize = 4 * 1024 * 1024;

/// Mounts the chatbot's routes. The host chooses the scope around them.
pub fn configure(config: &mut ServiceConfig, state: HttpState) {
    config.app_data(Data::new(state)).app_data(PayloadConfig::new(LARGEST_BODY));
    config
        .service(resource("/courses/{course}/chatbots").route(web::get().to(chatbots::list_chatbots)))
        .service(
            resource("/chatbots/{chatbot}/conversations")
                .route(web::post().to(conversations::begin_conversation)),
        )
        .service(resource("/conversations").route(web::get().to(conversations::list_conversations)))
        .service(
            resource("/conversations/{conversation}")
                .route(web::get().to(conversations::read_conversation))
                .route(web::patch().to(conversations::rename_conversation))
                .route(web::delete().to(conversations::delete_conversation)),
        )
        .service(resource("/me/limits").route(web::get().to(limits::read_limits)))
        .service(resource("/chat").route(web::post().to(chat::send_message)))
        .service(resource("/chat/{conversation}/stream").route(web::get().to(chat::resume_stream)))
        .service(resource("/chat/{conversation}/stop").route(web::post().to(chat::stop_answer)))
        .service(
            resource("/messages/{message}/feedback")
                .route(web::put().to(feedback::rate_answer))
                .route(web::delete().to(feedback::take_back_rating)),
        )
        .default_service(web::to(no_such_route));
}

/// An address, which says so when it does not take a verb.
fn resource(path: &str) -> Resource {
    web::resource(path).default_service(web::to(wrong_verb))
}

async fn wrong_verb() -> Result<HttpResponse, HttpError> {
    Err(HttpError::wrong_verb())
}

async fn no_such_route() -> Result<HttpResponse, HttpError> {
    Err(HttpError::new(ErrorCode::NotFound))
}
