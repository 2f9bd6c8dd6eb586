//! Answers that several operations give.

use std::collections::BTreeMap;

use chatbot_protocol::UiMessageChunk;
use chatbot_protocol::manage::ManagedChatbot;
use serde_json::json;
use utoipa::openapi::extensions::ExtensionsBuilder;
use utoipa::openapi::schema::Schema;
use utoipa::openapi::{ContentBuilder, Header, ObjectBuilder, Ref, RefOr, Response, ResponseBuilder, Type};
use utoipa::{IntoResponses, PartialSchema, ToSchema};

/// An answer that streams.
pub(crate) struct EventStream;
/// A chatbot, with its version as `ETag`.
pub(crate) struct TaggedChatbot;
/// The same of one that was not there before.
pub(crate) struct NewChatbot;

impl IntoResponses for EventStream {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        // OpenAPI 3.1 has no word for the events of a stream: `x-events` is their schema.
        let events = json!({"$ref": format!("#/components/schemas/{}", UiMessageChunk::name())});
        let content = ContentBuilder::new()
            .schema(Some(String::schema()))
            .extensions(Some(ExtensionsBuilder::new().add("x-events", events).build()))
            .build();
        let response = ResponseBuilder::new()
            .description(
                "The answer as it is written: events of the AI SDK's UI message stream, version 1. Each `data:` line \
                 is a `UiMessageChunk`, the last one `[DONE]`; lines that begin with `:` keep the connection open.",
            )
            .content("text/event-stream", content)
            .header(
                "x-vercel-ai-ui-message-stream",
                header(String::schema(), "The version of the stream: `v1`."),
            )
            .header(
                "x-accel-buffering",
                header(String::schema(), "Tells proxies not to hold anything back: `no`."),
            );
        [("200".to_owned(), response.into())].into()
    }
}

impl IntoResponses for TaggedChatbot {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        tagged_chatbot("200")
    }
}

impl IntoResponses for NewChatbot {
    fn responses() -> BTreeMap<String, RefOr<Response>> {
        tagged_chatbot("201")
    }
}

fn tagged_chatbot(status: &str) -> BTreeMap<String, RefOr<Response>> {
    let chatbot = ContentBuilder::new().schema(Some(Ref::from_schema_name(ManagedChatbot::name()))).build();
    let response = ResponseBuilder::new()
        .description("The chatbot.")
        .content("application/json", chatbot)
        .header("etag", header(String::schema(), "The version in force, quoted."));
    [(status.to_owned(), response.into())].into()
}

/// A header of an answer.
pub(super) fn header(schema: impl Into<RefOr<Schema>>, about: &str) -> Header {
    let mut header = Header::new(schema);
    header.description = Some(about.to_owned());
    header
}

/// One of a few words.
pub(super) fn words<'w>(words: impl Iterator<Item = &'w str>) -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String).enum_values(Some(words))
}
