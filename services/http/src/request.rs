//! What a handler is given of a request: who asks, for what, with what.
//!
//! Whoever may not is told so before their request is read: they learn nothing from how it was made. So body,
//! parameters and version come unread, and a handler reads them when nobody is in the way any more.

use std::convert::Infallible;
use std::future::{Ready, ready};
use std::marker::PhantomData;

use actix_web::dev::Payload;
use actix_web::http::header::{HeaderValue, IF_MATCH};
use actix_web::web::{Data, Path, Query};
use actix_web::{FromRequest, HttpRequest};
use chatbot_protocol::{ChatbotId, CourseId, ErrorCode, UserId};
use futures_util::FutureExt;
use futures_util::future::LocalBoxFuture;
use serde::de::DeserializeOwned;

use crate::error::HttpError;
use crate::state::HttpState;

pub use crate::body::Body;

/// Who asks.
pub struct Caller(pub UserId);

/// Who asks, and audits something: to others there is nothing.
pub struct Auditor(pub UserId);

/// Who asks, and the ids in the path.
pub struct Asked<T>(pub UserId, pub T);

/// The same of somebody who may edit the course that it is about.
pub struct Editor<T>(pub UserId, pub T);

/// What stands behind the `?` of an address.
pub struct Parameters<T>(String, PhantomData<T>);

/// The version that a change is made to.
pub struct IfMatch(Option<HeaderValue>);

impl FromRequest for Caller {
    type Error = HttpError;
    type Future = LocalBoxFuture<'static, Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        async move { Ok(Self(state_of(&request)?.caller(&request).await?)) }.boxed_local()
    }
}

impl FromRequest for Auditor {
    type Error = HttpError;
    type Future = LocalBoxFuture<'static, Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        async move {
            let state = state_of(&request)?;
            let caller = state.caller(&request).await?;
            state.audit.admit(caller).await?;
            Ok(Self(caller))
        }
        .boxed_local()
    }
}

impl<T: DeserializeOwned> FromRequest for Asked<T> {
    type Error = HttpError;
    type Future = LocalBoxFuture<'static, Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        let request = request.clone();
        async move {
            let caller = state_of(&request)?.caller(&request).await?;
            // What is no id is answered like one that nobody has.
            let path = Path::<T>::extract(&request).await.map_err(|_| HttpError::new(ErrorCode::NotFound))?;
            Ok(Self(caller, path.into_inner()))
        }
        .boxed_local()
    }
}

impl<T: DeserializeOwned + Editable + 'static> FromRequest for Editor<T> {
    type Error = HttpError;
    type Future = LocalBoxFuture<'static, Result<Self, HttpError>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let (asked, request) = (Asked::<T>::from_request(request, payload), request.clone());
        async move {
            let Asked(caller, path) = asked.await?;
            path.admit(state_of(&request)?, caller).await?;
            Ok(Self(caller, path))
        }
        .boxed_local()
    }
}

/// What only some may edit.
pub trait Editable {
    /// Refuses whoever may not.
    fn admit(&self, state: &HttpState, caller: UserId) -> impl Future<Output = Result<(), HttpError>>;
}

impl Editable for CourseId {
    async fn admit(&self, state: &HttpState, caller: UserId) -> Result<(), HttpError> {
        Ok(state.manage.admit_to_course(caller, *self).await?)
    }
}

impl Editable for ChatbotId {
    async fn admit(&self, state: &HttpState, caller: UserId) -> Result<(), HttpError> {
        Ok(state.manage.admit_to_chatbot(caller, *self).await?)
    }
}

/// A chatbot, and something of it.
impl<T> Editable for (ChatbotId, T) {
    async fn admit(&self, state: &HttpState, caller: UserId) -> Result<(), HttpError> {
        self.0.admit(state, caller).await
    }
}

impl<T> FromRequest for Parameters<T> {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(request.query_string().to_owned(), PhantomData)))
    }
}

impl<T: DeserializeOwned> Parameters<T> {
    /// Reads them.
    pub fn read(&self) -> Result<T, HttpError> {
        let read = Query::<T>::from_query(&self.0).map(Query::into_inner);
        read.map_err(|_| HttpError::with_detail(ErrorCode::InvalidRequest, "A parameter cannot be read."))
    }
}

impl FromRequest for IfMatch {
    type Error = Infallible;
    type Future = Ready<Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, _: &mut Payload) -> Self::Future {
        ready(Ok(Self(request.headers().get(IF_MATCH).cloned())))
    }
}

impl IfMatch {
    /// The version. Something that is no version of ours matches none.
    pub fn read(&self) -> Result<u32, HttpError> {
        let given = self.0.as_ref().ok_or(HttpError::new(ErrorCode::PreconditionRequired))?;
        let given = given.to_str().unwrap_or_default().trim();
        let version = given.strip_prefix("W/").unwrap_or(given).trim_matches('"').parse();
        version.map_err(|_| HttpError::new(ErrorCode::VersionChanged))
    }
}

pub(crate) fn state_of(request: &HttpRequest) -> Result<&HttpState, HttpError> {
    let state = request.app_data::<Data<HttpState>>().map(Data::get_ref);
    state.ok_or(HttpError::new(ErrorCode::Internal))
}
