//! The server: sign-in, courses and pages as JSON, the built front end, and the chatbot mounted beside them.
//!
//! [`configure`] is all of it but the listening socket, so that tests start the real server in their own
//! process; [`run`] is what `lms serve` does.

pub mod auth;
mod body;
pub mod chatbot;
pub mod collector;
mod courses;
mod headers;
mod login;
mod near_miss;
pub mod openapi;
mod pages;
mod probes;
pub mod problem;
mod refusals;
mod run;
mod state;
mod ui;

use actix_web::http::Method;
use actix_web::web::{self, Data, ServiceConfig};
use actix_web::{FromRequest, Handler, Resource, Responder, middleware};

pub use chatbot::Chatbot;
pub use run::{run, server};
pub use state::LmsState;

/// The largest body of a request to the LMS itself, in bytes; the chatbot has limits of its own.
const BODY_BYTES: usize = 64 << 10;

/// Everything that the server answers, to be given to `App::configure`.
pub fn configure(state: Data<LmsState>, chatbot: Data<Chatbot>) -> impl FnOnce(&mut ServiceConfig) {
    with_mounted(state, move |config| {
        chatbot::mount(config, &chatbot);
        probes::mount(config, &chatbot);
    })
}

/// The LMS with something mounted in it; its own tests mount nothing.
fn with_mounted(
    state: Data<LmsState>,
    mount: impl FnOnce(&mut ServiceConfig),
) -> impl FnOnce(&mut ServiceConfig) {
    move |config| {
        let cross_origin = headers::cross_origin(&state.allowed_origins);
        let security = headers::security(&state.allowed_origins);
        config.app_data(state).service(
            web::scope("")
                .wrap(cross_origin)
                .wrap(security)
                .wrap(middleware::from_fn(headers::log))
                .configure(mount)
                .service(web::scope("/api/lms").configure(api))
                .service(answers("/healthz", Method::GET, probes::healthz))
                .configure(openapi::mount)
                .default_service(web::to(ui::serve)),
        );
    }
}

fn api(config: &mut ServiceConfig) {
    config
        .app_data(web::JsonConfig::default().limit(BODY_BYTES).error_handler(problem::bad_body))
        .app_data(web::QueryConfig::default().error_handler(problem::bad_query))
        .service(answers("/login", Method::POST, login::login))
        .service(answers("/logout", Method::POST, login::logout))
        .service(answers("/me", Method::GET, login::me))
        .service(answers("/courses", Method::GET, courses::list))
        .service(answers("/courses/{course}/pages", Method::GET, pages::list))
        .service(answers("/courses/{course}/outline", Method::GET, courses::outline))
        .service(answers("/courses/{course}/page", Method::GET, pages::show))
        .default_service(web::to(problem::no_such_route));
}

/// An address that answers one verb, and says so to others. What answers `GET` answers `HEAD` as well.
fn answers<F, Args>(path: &str, verb: Method, handler: F) -> Resource
where
    F: Handler<Args>,
    Args: FromRequest + 'static,
    F::Output: Responder + 'static,
{
    let mut resource = web::resource(path);
    if verb == Method::GET {
        // The server leaves the body away.
        resource = resource.route(web::head().to(handler.clone()));
    }
    let route = web::method(verb.clone()).to(handler);
    resource.route(route).default_service(web::to(move || problem::other_verb(verb.clone())))
}

#[cfg(test)]
mod tests;
