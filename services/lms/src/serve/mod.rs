//! The server: sign-in, courses and pages as JSON, the built front end, and the chatbot mounted beside them.
//!
//! [`configure`] is all of it but the listening socket, so that tests start the real server in their own
//! process; [`run`] is what `lms serve` does.

pub mod auth;
pub mod chatbot;
mod courses;
mod headers;
mod login;
mod pages;
pub mod problem;
mod run;
mod state;
mod ui;

use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{HttpResponse, middleware};

pub use chatbot::Chatbot;
pub use run::{run, server};
pub use state::LmsState;

/// The largest body of a request to the LMS itself, in bytes; the chatbot has limits of its own.
const BODY_BYTES: usize = 64 << 10;

/// Everything that the server answers, to be given to `App::configure`.
pub fn configure(state: Data<LmsState>, chatbot: Data<Chatbot>) -> impl FnOnce(&mut ServiceConfig) {
    move |config| {
        let security = headers::security(&state.allowed_origins);
        config.app_data(state).service(
            web::scope("")
                .wrap(security)
                .wrap(middleware::from_fn(headers::log))
                .configure(|config| chatbot::mount(config, &chatbot))
                .service(web::scope("/api/lms").configure(api))
                .route("/healthz", web::get().to(healthz))
                .default_service(web::to(ui::serve)),
        );
    }
}

fn api(config: &mut ServiceConfig) {
    config
        .app_data(
            web::JsonConfig::default()
                .limit(BODY_BYTES)
                .error_handler(problem::bad_body),
        )
        .app_data(web::QueryConfig::default().error_handler(problem::bad_query))
        .route("/login", web::post().to(login::login))
        .route("/logout", web::post().to(login::logout))
        .route("/me", web::get().to(login::me))
        .route("/courses", web::get().to(courses::list))
        .route("/courses/{course}/pages", web::get().to(pages::list))
        .route("/courses/{course}/outline", web::get().to(courses::outline))
        .route("/courses/{course}/page", web::get().to(pages::show))
        .default_service(web::to(problem::no_such_route));
}

async fn healthz() -> HttpResponse {
    HttpResponse::Ok()
        .content_type("text/plain; charset=utf-8")
        .body("ok\n")
}

#[cfg(test)]
mod tests;
