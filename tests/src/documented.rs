//! Holds every answer that a story gets against the OpenAPI document: whatever is not in it, or is said otherwise,
//! fails the story.

use std::cell::RefCell;
use std::pin::Pin;
use std::rc::Rc;
use std::sync::{Arc, LazyLock, Mutex};
use std::task::{Context, Poll};

use actix_web::body::{BodySize, BoxBody, MessageBody};
use actix_web::dev::{Payload, ServiceRequest, ServiceResponse};
use actix_web::middleware::Next;
use actix_web::{Error, HttpMessage};
use bytes::Bytes;
use chatbot_load::document::{Document, Exchange};
use futures_util::TryStreamExt;

/// Where stories mount the chatbot.
pub const PREFIX: &str = "/v1";

static DOCUMENT: LazyLock<Document> = LazyLock::new(|| {
    let document = chatbot_http::openapi(PREFIX, &[]);
    Document::new(serde_json::to_value(document).unwrap())
});

/// What was found; it fails the story at its end.
#[derive(Clone, Default)]
pub struct Findings(Arc<Mutex<Vec<String>>>);

/// Fails the story, unless it fails already.
pub struct FailsAtTheEnd(pub Findings);

impl Drop for FailsAtTheEnd {
    fn drop(&mut self) {
        let findings = std::mem::take(&mut *self.0.0.lock().unwrap());
        assert!(
            findings.is_empty() || std::thread::panicking(),
            "not as the document says:\n{}",
            findings.join("\n\n")
        );
    }
}

/// Lets a request through, and looks at what is answered while it goes out.
pub async fn watch(
    findings: Findings,
    mut request: ServiceRequest,
    next: Next<impl MessageBody + 'static>,
) -> Result<ServiceResponse<BoxBody>, Error> {
    let sent = Rc::new(RefCell::new(Vec::new()));
    let keep = Rc::clone(&sent);
    let payload = request.take_payload().inspect_ok(move |bytes| keep.borrow_mut().extend_from_slice(bytes));
    request.set_payload(Payload::Stream { payload: Box::pin(payload) });
    let (method, address) = (request.method().to_string(), request.uri().to_string());
    let answer = next.call(request).await?.map_into_boxed_body();
    let headers = answer.headers().iter();
    let headers =
        headers.map(|(name, value)| (name.to_string(), value.to_str().unwrap().to_owned())).collect();
    let status = answer.status().as_u16();
    let look = Look { findings, method, address, sent, status, headers, body: Vec::new() };
    Ok(answer.map_body(|_, body| {
        let mut watched = Watched { size: body.size(), body, look: Some(look) };
        if matches!(watched.size, BodySize::None | BodySize::Sized(0)) {
            watched.look();
        }
        BoxBody::new(watched)
    }))
}

/// An exchange, as far as it is known.
struct Look {
    findings: Findings,
    method: String,
    address: String,
    sent: Rc<RefCell<Vec<u8>>>,
    status: u16,
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

/// A body that is looked at when it is whole.
struct Watched {
    body: BoxBody,
    /// Its size before any of it was read.
    size: BodySize,
    look: Option<Look>,
}

impl Watched {
    fn look(&mut self) {
        let Some(Look { findings, method, address, sent, status, headers, body }) = self.look.take() else {
            return;
        };
        let (method, address, sent) = (method.as_str(), address.as_str(), sent.borrow());
        let exchange =
            Exchange { method, address, request: Some(&sent), status, headers: &headers, body: &body };
        if let Err(finding) = DOCUMENT.check(&exchange) {
            eprintln!("not as the document says: {finding}");
            findings.0.lock().unwrap().push(finding);
        }
    }
}

impl MessageBody for Watched {
    type Error = Box<dyn std::error::Error>;

    fn size(&self) -> BodySize {
        self.body.size()
    }

    fn poll_next(
        mut self: Pin<&mut Self>,
        context: &mut Context<'_>,
    ) -> Poll<Option<Result<Bytes, Self::Error>>> {
        let polled = Pin::new(&mut self.body).poll_next(context);
        match &polled {
            Poll::Ready(Some(Ok(bytes))) => {
                if let Some(look) = &mut self.look {
                    look.body.extend_from_slice(bytes);
                }
                let whole = self.look.as_ref().map(|look| look.body.len() as u64);
                if whole.is_some_and(|length| self.size == BodySize::Sized(length)) {
                    self.look();
                }
            }
            Poll::Ready(None) => self.look(),
            // What breaks off is no document.
            Poll::Ready(Some(Err(_))) => self.look = None,
            Poll::Pending => {}
        }
        polled
    }
}
