//! What every handler needs.

use std::sync::Arc;
use std::time::Duration;

use actix_web::HttpRequest;
use chatbot_engine::{Audit, Conversations, Insights, Manage, OwnData};
use chatbot_protocol::{ErrorCode, UserId};

use crate::error::HttpError;
use crate::host_auth::{AuthFault, HostAuth};

/// What every handler needs.
#[derive(Clone)]
pub struct HttpState {
    /// The use cases of students.
    pub conversations: Arc<dyn Conversations>,
    /// The use cases of teachers.
    pub manage: Arc<dyn Manage>,
    /// The use cases of admins.
    pub audit: Arc<dyn Audit>,
    /// What people can do with what is stored about them.
    pub own_data: Arc<dyn OwnData>,
    /// What teachers can see.
    pub insights: Arc<dyn Insights>,
    /// Who is calling.
    pub auth: Arc<dyn HostAuth>,
    /// How often an idle stream is written to, so that a gone reader is noticed.
    pub keep_alive: Duration,
    /// In what time the body of a request has to be there, whole; [`crate::BODY_TIME`] does.
    pub body_time: Duration,
}

impl HttpState {
    /// The caller of a request.
    pub(crate) async fn caller(&self, request: &HttpRequest) -> Result<UserId, HttpError> {
        self.auth.caller(request).await.map_err(|fault| {
            HttpError::new(match fault {
                AuthFault::NotSignedIn => ErrorCode::NotSignedIn,
                AuthFault::NotJson => ErrorCode::InvalidRequest,
                AuthFault::ForeignOrigin => ErrorCode::NotAllowed,
                AuthFault::Unavailable => ErrorCode::StorageUnavailable,
            })
        })
    }
}
