//! How the host tells us who is calling.

use actix_web::HttpRequest;
use chatbot_protocol::UserId;
use futures_util::future::LocalBoxFuture;

/// Tells who is calling. The host implements it over its own sessions or tokens.
pub trait HostAuth: Send + Sync {
    /// The caller of a request.
    fn caller<'r>(&'r self, request: &'r HttpRequest) -> LocalBoxFuture<'r, Result<UserId, AuthFault>>;
}

/// Why there is no caller.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AuthFault {
    /// Nobody is signed in, or the token is not valid.
    NotSignedIn,
    /// The request comes from another site's page.
    ForeignOrigin,
    /// A session's request has a body that is not declared to be JSON, as a form of another site would.
    NotJson,
    /// Who it is cannot be found out at the moment.
    Unavailable,
}
