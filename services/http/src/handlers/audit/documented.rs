//! The parameters of admins' lists as the document says them: those that [`super::parameters`] knows, no others.

use chatbot_protocol::audit::Freshness;
use chatbot_protocol::data_part::Verdict;
use utoipa::openapi::path::{Parameter, ParameterBuilder, ParameterIn, ParameterStyle};
use utoipa::openapi::schema::{ArrayBuilder, KnownFormat, OneOfBuilder, SchemaFormat};
use utoipa::openapi::{ObjectBuilder, Ref, RefOr, Schema, Type};
use utoipa::{IntoParams, ToSchema};

use super::parameters::{CALLS, CITATIONS, DISPOSITIONS, LOG, LONGEST_VALUE, RATES, STATUSES};

/// What citations are filtered by.
pub struct CitationParameters;
/// What calls are filtered by.
pub struct CallParameters;
/// What the access log is filtered by.
pub struct LogParameters;
/// Which rates.
pub struct RateParameters;

macro_rules! documented {
    ($($parameters:ident: $names:ident, $days:ident;)*) => {$(
        impl IntoParams for $parameters {
            fn into_params(_: impl Fn() -> Option<ParameterIn>) -> Vec<Parameter> {
                $names.iter().map(|name| parameter(name, &$days())).collect()
            }
        }
    )*};
}

documented! {
    CitationParameters: CITATIONS, moment;
    CallParameters: CALLS, moment;
    LogParameters: LOG, moment;
    RateParameters: RATES, day;
}

fn parameter(name: &str, time: &RefOr<Schema>) -> Parameter {
    let (schema, about): (RefOr<Schema>, &str) = match name {
        "courseId" => (id(), "Of this course alone."),
        "teacherId" => (id(), "Of the courses of this teacher."),
        "chatbotId" => (id(), "Of this chatbot alone."),
        "pageId" => (id(), "Of this page alone."),
        "actor" => (id(), "What this person did."),
        "verdict" => (list_of(Verdict::name()), "With one of these verdicts; commas may part them."),
        "freshness" => {
            (list_of(Freshness::name()), "What became of the cited text; commas may part several.")
        }
        "cited" => (flag(), "Whether the answer used it."),
        "reviewed" => (flag(), "Whether somebody has reviewed it."),
        "needsLook" => {
            (flag(), "What should be looked at first: the verdict is bad and nobody has reviewed it.")
        }
        "denied" => (flag(), "What was refused."),
        "disposition" => (one_of(DISPOSITIONS), "What was decided about the call."),
        "status" => (one_of(STATUSES), "How the call stands."),
        "by" => (one_of(&["course", "chatbot", "model"]), "What a row is about; courses when absent."),
        "from" => (time.clone(), "From this moment, or the beginning of this day (UTC)."),
        "to" => (time.clone(), "Before this moment, or to the end of this day (UTC)."),
        "cursor" => (text(), "`nextCursor` of the page before."),
        "limit" => (number(), "How many, at most 100; 50 when absent."),
        "q" => (text(), "Words of the sentence, the quotation or the page's title."),
        "tool" => (text(), "The tool's name."),
        "model" => (text(), "The model's id."),
        _ => (text(), "In a stable word."),
    };
    let is_list = matches!(name, "verdict" | "freshness");
    ParameterBuilder::new()
        .name(name)
        .parameter_in(ParameterIn::Query)
        .description(Some(about))
        .style(is_list.then_some(ParameterStyle::Form))
        .explode(is_list.then_some(true))
        .schema(Some(schema))
        .build()
}

fn string() -> ObjectBuilder {
    ObjectBuilder::new().schema_type(Type::String)
}

fn formatted(format: KnownFormat) -> RefOr<Schema> {
    string().format(Some(SchemaFormat::KnownFormat(format))).into()
}

fn id() -> RefOr<Schema> {
    formatted(KnownFormat::Uuid)
}

fn text() -> RefOr<Schema> {
    string().max_length(Some(LONGEST_VALUE)).into()
}

fn flag() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::Boolean).into()
}

fn number() -> RefOr<Schema> {
    ObjectBuilder::new().schema_type(Type::Integer).minimum(Some(0)).maximum(Some(u32::MAX)).into()
}

fn one_of(words: &[&str]) -> RefOr<Schema> {
    string().enum_values(Some(words.iter().copied())).into()
}

fn list_of(kind: std::borrow::Cow<'static, str>) -> RefOr<Schema> {
    ArrayBuilder::new().items(Ref::from_schema_name(kind)).into()
}

fn day() -> RefOr<Schema> {
    formatted(KnownFormat::Date)
}

fn moment() -> RefOr<Schema> {
    OneOfBuilder::new().item(day()).item(formatted(KnownFormat::DateTime)).into()
}
