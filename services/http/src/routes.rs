//! The routes, in one table.

use actix_web::HttpResponse;
use actix_web::web::{self, Data, PayloadConfig, ServiceConfig};

use crate::error::HttpError;
use crate::handlers::{chat, chatbots, conversations};
use crate::state::HttpState;
use chatbot_protocol::ErrorCode;

/// The largest body that is read, in bytes. The client sends its whole history; we skip it.
const LARGEST_BODY: usize = 4 * 1024 * 1024;

/// Mounts the chatbot's routes. The host chooses the scope around them.
pub fn configure(config: &mut ServiceConfig, state: HttpState) {
    config
        .app_data(Data::new(state))
        .app_data(PayloadConfig::new(LARGEST_BODY))
        .route("/courses/{course}/chatbots", web::get().to(chatbots::list_chatbots))
        .route("/chatbots/{chatbot}/conversations", web::post().to(conversations::begin_conversation))
        .route("/conversations", web::get().to(conversations::list_conversations))
        .service(
            web::resource("/conversations/{conversation}")
                .route(web::get().to(conversations::read_conversation))
                .route(web::patch().to(conversations::rename_conversation))
                .route(web::delete().to(conversations::delete_conversation)),
        )
        .route("/chat", web::post().to(chat::send_message))
        .route("/chat/{conversation}/stream", web::get().to(chat::resume_stream))
        .route("/chat/{conversation}/stop", web::post().to(chat::stop_answer))
        .default_service(web::to(no_such_route));
}

async fn no_such_route() -> Result<HttpResponse, HttpError> {
    Err(HttpError::new(ErrorCode::NotFound))
}
