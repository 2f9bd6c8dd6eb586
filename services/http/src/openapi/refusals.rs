//! How requests are refused: of each operation the codes in its `x-error-codes`, and those that follow from what it
//! takes, by the status that [`crate::error`] gives them.

use std::collections::BTreeMap;

use chatbot_protocol::ErrorCode;
use chatbot_protocol::api::Problem;
use chatbot_protocol::limits::LimitKind;
use serde_json::Value;
use utoipa::openapi::path::{Operation, Parameter, ParameterIn};
use utoipa::openapi::{
    AllOfBuilder, ContentBuilder, Header, ObjectBuilder, Ref, RefOr, Response, ResponseBuilder, Type,
};
use utoipa::{PartialSchema, ToSchema};

use crate::error::{PROBLEM_JSON, status_of};

/// Where an operation says by which codes it refuses.
const CODES: &str = "x-error-codes";

/// Any operation can be refused so.
const ALWAYS: [ErrorCode; 3] = [ErrorCode::NotSignedIn, ErrorCode::StorageUnavailable, ErrorCode::Internal];
/// Hosts refuse so what another site may have made a browser send.
const TO_CHANGES: [ErrorCode; 2] = [ErrorCode::NotAllowed, ErrorCode::InvalidRequest];
/// Bodies are refused so; text that cannot be stored is told apart.
const TO_BODIES: [ErrorCode; 3] =
    [ErrorCode::InvalidRequest, ErrorCode::InvalidMessage, ErrorCode::BodyTooLarge];

/// Adds to what an operation answers how it refuses.
pub(super) fn complete(operation: &mut Operation, changes: bool, in_plain_words: bool) {
    let mut by_status: BTreeMap<u16, Vec<ErrorCode>> = BTreeMap::new();
    for code in own_codes(operation).into_iter().chain(codes_of_kind(operation, changes)) {
        let codes = by_status.entry(status_of(code).as_u16()).or_default();
        if !codes.contains(&code) {
            codes.push(code);
        }
    }
    for (status, codes) in by_status {
        let answer = with_headers(problem(&codes, in_plain_words), &codes);
        operation.responses.responses.insert(status.to_string(), RefOr::T(answer));
    }
}

fn own_codes(operation: &mut Operation) -> Vec<ErrorCode> {
    let codes = operation.extensions.as_mut().and_then(|extensions| extensions.remove(CODES));
    let words = codes.as_ref().and_then(Value::as_array).map_or(&[][..], Vec::as_slice);
    words.iter().filter_map(Value::as_str).filter_map(ErrorCode::parse).collect()
}

/// What follows from what an operation takes.
fn codes_of_kind(operation: &Operation, changes: bool) -> Vec<ErrorCode> {
    let parameters = operation.parameters.iter().flatten();
    let places: Vec<&ParameterIn> = parameters
        .filter_map(|parameter| match parameter {
            RefOr::T(Parameter { parameter_in, .. }) => Some(parameter_in),
            RefOr::Ref(_) => None,
        })
        .collect();
    let mut codes = ALWAYS.to_vec();
    if changes {
        codes.extend(TO_CHANGES);
    }
    if operation.request_body.is_some() {
        codes.extend(TO_BODIES);
    }
    if places.contains(&&ParameterIn::Query) {
        codes.push(ErrorCode::InvalidRequest);
    }
    if places.contains(&&ParameterIn::Path) {
        codes.push(ErrorCode::NotFound);
    }
    codes
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

fn with_headers(response: ResponseBuilder, codes: &[ErrorCode]) -> Response {
    let header = |schema, about: &str| {
        let mut header = Header::new(schema);
        header.description = Some(about.to_owned());
        header
    };
    let any = |wanted: &[ErrorCode]| codes.iter().any(|code| wanted.contains(code));
    let code = words(codes.iter().map(|code| code.as_str()));
    let mut response = response.header("x-error-code", header(code, "The code."));
    if any(&[ErrorCode::TurnInProgress]) {
        let id = ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(utoipa::openapi::SchemaFormat::KnownFormat(utoipa::openapi::KnownFormat::Uuid)));
        response = response.header("x-open-turn", header(id, "The turn that is still being answered."));
    }
    if any(&[ErrorCode::LimitReached]) {
        let kinds = LimitKind::ALL.iter().map(|kind| kind.as_str());
        response = response.header("x-limit", header(words(kinds), "Which limit is reached."));
    }
    if any(&[ErrorCode::LimitReached, ErrorCode::ServerRestarting]) {
        let seconds = ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0));
        let about = "In how many seconds the same request is worth sending again.";
        response = response.header("retry-after", header(seconds, about));
    }
    response.build()
}

fn words<'w>(words: impl Iterator<Item = &'w str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words))
}
