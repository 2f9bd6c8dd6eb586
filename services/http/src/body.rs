//! Bodies of requests: how large they may be, in what time they have to be there, and how they are read.

use std::convert::Infallible;
use std::marker::PhantomData;
use std::time::Duration;

use actix_web::dev::Payload;
use actix_web::http::header::CONTENT_LENGTH;
use actix_web::web::{Bytes, BytesMut};
use actix_web::{FromRequest, HttpRequest};
use chatbot_protocol::ErrorCode;
use futures_util::future::LocalBoxFuture;
use futures_util::{FutureExt, StreamExt};
use serde::de::DeserializeOwned;

use crate::error::HttpError;
use crate::request::state_of;
use crate::unreadable::Unreadable;

/// In what time a body has to be there, whole, where a host has no other wish.
pub const BODY_TIME: Duration = Duration::from_secs(10);

/// The largest body of a route, in bytes.
pub(crate) struct LargestBody(pub usize);

/// The largest body where a route says nothing else: settings at their longest, each character escaped.
const LARGEST: usize = 512 << 10;

/// A JSON body. It comes unread, as [`crate::request`] says.
pub struct Body<T>(Result<Bytes, HttpError>, PhantomData<T>);

impl<T: 'static> FromRequest for Body<T> {
    type Error = Infallible;
    type Future = LocalBoxFuture<'static, Result<Self, Infallible>>;

    fn from_request(request: &HttpRequest, payload: &mut Payload) -> Self::Future {
        let largest = request.app_data::<LargestBody>().map_or(LARGEST, |largest| largest.0);
        let time = state_of(request).map_or(BODY_TIME, |state| state.body_time);
        let announced = request.headers().get(CONTENT_LENGTH).and_then(|length| length.to_str().ok());
        let announced = announced.and_then(|length| length.parse().ok()).unwrap_or(0);
        let payload = payload.take();
        async move {
            let read = tokio::time::timeout(time, whole(payload, announced, largest)).await;
            Ok(Self(read.unwrap_or(Err(HttpError::new(ErrorCode::RequestTimeout))), PhantomData))
        }
        .boxed_local()
    }
}

/// Reads a body to its end.
async fn whole(mut payload: Payload, announced: usize, largest: usize) -> Result<Bytes, HttpError> {
    if announced > largest {
        return Err(HttpError::new(ErrorCode::BodyTooLarge));
    }
    // As much as was announced: a buffer that grows as it fills ends up twice as large as what is in it.
    let mut body = BytesMut::with_capacity(announced);
    while let Some(piece) = payload.next().await {
        let broken = "The body did not arrive whole.";
        let piece = piece.map_err(|_| HttpError::with_detail(ErrorCode::InvalidRequest, broken))?;
        if body.len() + piece.len() > largest {
            return Err(HttpError::new(ErrorCode::BodyTooLarge));
        }
        body.extend_from_slice(&piece);
    }
    Ok(body.freeze())
}

impl<T: DeserializeOwned> Body<T> {
    /// Reads it; an empty one counts as `{}`.
    pub fn read(self) -> Result<T, HttpError> {
        self.read_or(ErrorCode::InvalidRequest)
    }

    /// The same of what somebody wrote: text that cannot be stored is told apart.
    pub fn read_written(self) -> Result<T, HttpError> {
        self.read_or(ErrorCode::InvalidMessage)
    }

    /// Reads it; half a character is refused with this code.
    fn read_or(self, of_half_characters: ErrorCode) -> Result<T, HttpError> {
        let body = self.0?;
        let body: &[u8] = if body.is_empty() { b"{}" } else { &body };
        if !body.trim_ascii_start().starts_with(b"{") {
            return Err(HttpError::with_detail(ErrorCode::InvalidRequest, "The body must be a JSON object."));
        }
        let mut reader = serde_json::Deserializer::from_slice(body);
        let unreadable = Unreadable { body, of_half_characters };
        let read = serde_path_to_error::deserialize(&mut reader)
            .map_err(|error| unreadable.refusal(&error.path().to_string(), error.inner()))?;
        reader.end().map_err(|error| unreadable.refusal("", &error))?;
        Ok(read)
    }
}
