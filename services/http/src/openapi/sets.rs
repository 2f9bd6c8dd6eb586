//! Named sets of refusals, which stand in `responses(…)` of handlers; the host's own routes use the same.
//!
//! utoipa keeps one answer per status, and what belongs to one status can come out of several sets. So a set stands
//! there under its own name until [`spell_out`] has put the answers of all of them in its place.

use std::collections::BTreeMap;

use actix_web::http::StatusCode;
use chatbot_protocol::ErrorCode;
use chatbot_protocol::api::Problem;
use serde::{Deserialize, Serialize};
use serde_json::json;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::path::{Operation, PathItem};
use utoipa::openapi::{AllOfBuilder, ContentBuilder, ObjectBuilder, Ref, RefOr, Response, ResponseBuilder};
use utoipa::{PartialSchema, ToSchema};

use super::answers::words;
use crate::error::{PROBLEM_JSON, status_of};

/// Under which name a set holds its refusals.
const REFUSALS: &str = "x-refusals";

/// By which code something is refused, and with which status.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub struct Refusal {
    status: u16,
    code: ErrorCode,
}

impl Refusal {
    /// Where a host gives a code another status than these routes do.
    pub fn new(status: StatusCode, code: ErrorCode) -> Self {
        Self { status: status.as_u16(), code }
    }
}

impl From<ErrorCode> for Refusal {
    fn from(code: ErrorCode) -> Self {
        Self::new(status_of(code), code)
    }
}

/// Declares sets of refusals: `/// When. pub Name: code, code;`.
#[macro_export]
macro_rules! refusals {
    ($($(#[$doc:meta])* $vis:vis $name:ident: $($refusal:expr),+;)*) => {$(
        $(#[$doc])*
        $vis struct $name;

        impl utoipa::IntoResponses for $name {
            fn responses()
            -> std::collections::BTreeMap<String, utoipa::openapi::RefOr<utoipa::openapi::Response>> {
                $crate::openapi::set(stringify!($name), &[$($refusal.into()),+])
            }
        }
    )*};
}

/// What stands for a set until it is spelt out.
pub fn set(name: &str, refusals: &[Refusal]) -> BTreeMap<String, RefOr<Response>> {
    let held = ExtensionsBuilder::new().add(REFUSALS, json!(refusals)).build();
    [(name.to_owned(), ResponseBuilder::new().extensions(Some(held)).into())].into()
}

/// Puts in place of an operation's sets, and of `more`, one answer per status, as `answer` writes it.
pub fn spell_out(operation: &mut Operation, more: &[Refusal], answer: impl Fn(&[ErrorCode]) -> Response) {
    let responses = &mut operation.responses.responses;
    let mut by_status: BTreeMap<u16, Vec<ErrorCode>> = BTreeMap::new();
    let mut refusals = Vec::new();
    responses.retain(|_, response| match held_by(response) {
        Some(held) => {
            refusals.extend(held);
            false
        }
        None => true,
    });
    for Refusal { status, code } in refusals.into_iter().chain(more.iter().copied()) {
        let codes = by_status.entry(status).or_default();
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    let answers = by_status.into_iter().map(|(status, codes)| (status.to_string(), answer(&codes).into()));
    responses.extend(answers);
}

/// The refusals of a set, if it is one.
fn held_by(response: &RefOr<Response>) -> Option<Vec<Refusal>> {
    let RefOr::T(Response { extensions: Some(extensions), .. }) = response else { return None };
    serde_json::from_value(extensions.get(REFUSALS)?.clone()).ok()
}

/// A problem document with one of the codes; to the AI SDK's clients as well one plain sentence.
pub fn problem(codes: &[ErrorCode], in_plain_words: bool) -> ResponseBuilder {
    let about = codes.iter().map(|code| format!("- `{code}`: {}", code.sentence())).collect::<Vec<_>>();
    let one_of = ObjectBuilder::new().property("code", words(codes.iter().map(|code| code.as_str())));
    let schema = AllOfBuilder::new().item(Ref::from_schema_name(Problem::name())).item(one_of);
    let content = ContentBuilder::new().schema(Some(schema)).build();
    let mut response = ResponseBuilder::new().description(about.join("\n")).content(PROBLEM_JSON, content);
    if in_plain_words {
        let sentence = ContentBuilder::new().schema(Some(String::schema())).build();
        response = response.content("text/plain", sentence);
    }
    response
}

/// The operations of an address, and whether they change something.
pub fn operations(item: &mut PathItem) -> impl Iterator<Item = (bool, &mut Operation)> {
    let PathItem { get, put, post, delete, patch, .. } = item;
    let reads = get.iter_mut().map(|operation| (false, operation));
    reads.chain([put, post, delete, patch].into_iter().flatten().map(|operation| (true, operation)))
}
