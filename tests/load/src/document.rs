//! An OpenAPI document, and whether a server answers as it says.

use std::collections::{BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};

use jsonschema::Validator;
use serde_json::{Map, Value, json};

/// An OpenAPI document.
pub struct Document {
    /// As it is published: what a request may be.
    published: Value,
    /// The same where an answer may hold nothing that is not in it.
    closed: Value,
    validators: Mutex<HashMap<String, Arc<Validator>>>,
}

/// A request and its answer.
#[derive(Clone, Debug, Default)]
pub struct Exchange<'e> {
    /// The verb.
    pub method: &'e str,
    /// The path, and what stands behind `?`.
    pub address: &'e str,
    /// The body of the request, where it is known.
    pub request: Option<&'e [u8]>,
    /// The answer's status.
    pub status: u16,
    /// The answer's headers, names in lower case.
    pub headers: &'e [(String, String)],
    /// The answer's body; of a stream what was read of it.
    pub body: &'e [u8],
}

/// Headers that say something about the answer; others are the transport's.
const TELLING: [&str; 5] = ["etag", "retry-after", "location", "allow", "content-disposition"];
/// Of those that begin with `x-` the one that is on every answer.
const EVERYWHERE: &str = "x-content-type-options";

impl Document {
    /// A document to hold answers against.
    pub fn new(published: Value) -> Self {
        let mut closed = published.clone();
        close(&mut closed);
        Self { published, closed, validators: Mutex::default() }
    }

    /// Whether it says something of this path.
    pub fn knows(&self, path: &str) -> bool {
        self.find(path).is_some()
    }

    /// What the document does not say of an exchange, or says otherwise.
    pub fn check(&self, exchange: &Exchange<'_>) -> Result<(), String> {
        let path = exchange.address.split('?').next().unwrap_or_default();
        let told = |what: String| {
            let Exchange { method, address, status, body, .. } = exchange;
            format!("{method} {address} → {status}: {what}\n{}", String::from_utf8_lossy(body))
        };
        let Some((template, item)) = self.find(path) else {
            let is_unknown = exchange.status == 404;
            return if is_unknown { Ok(()) } else { Err(told("the path is not documented".to_owned())) };
        };
        let method = exchange.method.to_ascii_lowercase();
        if method == "head" || method == "options" {
            return Ok(());
        }
        if item.get(&method).is_none() {
            return refused_verb(item, exchange).map_err(|what| told(what.to_owned()));
        }
        let place = format!("/paths/{}/{method}", escaped(template));
        self.check_answer(&place, exchange).map_err(told)?;
        if (200..300).contains(&exchange.status) {
            self.check_request(&place, exchange).map_err(told)?;
        }
        Ok(())
    }

    /// The template of a path with what is said of it; one without parameters goes before one with.
    fn find(&self, path: &str) -> Option<(&str, &Value)> {
        let segments: Vec<&str> = path.split('/').collect();
        let fits = |template: &str| {
            let template: Vec<&str> = template.split('/').collect();
            template.len() == segments.len()
                && template
                    .iter()
                    .zip(&segments)
                    .all(|(wanted, given)| wanted.starts_with('{') || wanted == given)
        };
        let paths = self.published["paths"].as_object()?;
        let fitting = paths.iter().filter(|(template, _)| fits(template));
        fitting
            .min_by_key(|(template, _)| template.matches('{').count())
            .map(|(path, item)| (path.as_str(), item))
    }

    fn check_answer(&self, place: &str, exchange: &Exchange<'_>) -> Result<(), String> {
        let place = format!("{place}/responses/{}", exchange.status);
        let response = self.closed.pointer(&place).ok_or("the status is not documented")?;
        self.check_headers(&place, response, exchange)?;
        let kind = exchange.header("content-type").map(|kind| kind.split(';').next().unwrap_or(kind).trim());
        let content = response["content"].as_object();
        let (Some(kind), Some(content)) = (kind, content) else {
            let is_empty = kind.is_none() && content.is_none() && exchange.body.is_empty();
            return if is_empty { Ok(()) } else { Err(format!("a body of kind {kind:?}")) };
        };
        let media = content.get(kind).ok_or_else(|| format!("the kind {kind} is not documented"))?;
        let media_place = format!("{place}/content/{}", escaped(kind));
        if kind == "text/event-stream" {
            return self.check_events(&media_place, media, exchange.body);
        }
        if kind.ends_with("json") {
            let body = serde_json::from_slice(exchange.body).map_err(|error| format!("no JSON: {error}"))?;
            return self.validate(&self.closed, &format!("{media_place}/schema"), &body);
        }
        std::str::from_utf8(exchange.body).map(|_| ()).map_err(|error| error.to_string())
    }

    fn check_headers(&self, place: &str, response: &Value, exchange: &Exchange<'_>) -> Result<(), String> {
        let none = Map::new();
        let documented = response["headers"].as_object().unwrap_or(&none);
        let known = |name: &str| documented.keys().find(|known| known.eq_ignore_ascii_case(name));
        for (name, header) in documented {
            if header["required"] == true && exchange.header(&name.to_ascii_lowercase()).is_none() {
                return Err(format!("the header {name} is missing"));
            }
        }
        for (name, value) in exchange.headers {
            let is_ours = name.starts_with("x-") && name != EVERYWHERE;
            if let Some(known) = known(name) {
                let place = format!("{place}/headers/{}/schema", escaped(known));
                self.validate(&self.closed, &place, &self.read_as(&place, value))?;
            } else if is_ours || TELLING.contains(&name.as_str()) {
                return Err(format!("the header {name} is not documented"));
            }
        }
        Ok(())
    }

    /// Each event of a stream; the last one may not have been read as a whole.
    fn check_events(&self, place: &str, media: &Value, body: &[u8]) -> Result<(), String> {
        let text = String::from_utf8_lossy(body);
        let whole = text.rfind("\n\n").map_or("", |end| &text[..end]);
        let events = whole.split("\n\n").filter_map(|event| event.strip_prefix("data: "));
        if media.get("x-events").is_none() {
            return Err("what the events are is not documented".to_owned());
        }
        for event in events.filter(|event| *event != "[DONE]") {
            let event = serde_json::from_str(event).map_err(|error| format!("{error}: {event}"))?;
            self.validate(&self.closed, &format!("{place}/x-events"), &event)?;
        }
        Ok(())
    }

    /// What was accepted must be what may be sent.
    fn check_request(&self, place: &str, exchange: &Exchange<'_>) -> Result<(), String> {
        let query = exchange.address.split_once('?').map_or("", |(_, query)| query);
        let operation = self.published.pointer(place).unwrap_or(&Value::Null);
        let parameters = operation["parameters"].as_array().map_or(&[][..], Vec::as_slice);
        for pair in query.split('&').filter(|pair| !pair.is_empty()) {
            let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
            let is_it = |parameter: &Value| parameter["in"] == "query" && parameter["name"] == name;
            let index = parameters.iter().position(is_it);
            let index = index.ok_or_else(|| format!("the parameter {name} is not documented"))?;
            let place = format!("{place}/parameters/{index}/schema");
            // A list may be written with commas.
            let is_list = self.published.pointer(&place).is_some_and(|schema| schema["type"] == "array");
            let place = if is_list { format!("{place}/items") } else { place };
            let values = value.split(if is_list { ',' } else { '\0' });
            // What is empty counts as not given; what is escaped is not unescaped here.
            for value in values.filter(|value| !value.is_empty() && !value.contains('%')) {
                self.validate(&self.published, &place, &self.read_as(&place, value))?;
            }
        }
        let Some(request) = exchange.request else { return Ok(()) };
        if operation.get("requestBody").is_none() {
            let is_empty = matches!(request, b"" | b"{}");
            return if is_empty { Ok(()) } else { Err("no body is documented".to_owned()) };
        }
        let body: &[u8] = if request.is_empty() { b"{}" } else { request };
        let body = serde_json::from_slice(body).map_err(|error| format!("accepted, but no JSON: {error}"))?;
        let place = format!("{place}/requestBody/content/application~1json/schema");
        self.validate(&self.published, &place, &body).map_err(|error| format!("accepted, but {error}"))
    }

    /// A word of an address or a header as what its schema says that it is.
    fn read_as(&self, place: &str, word: &str) -> Value {
        let mut schema = self.published.pointer(place).unwrap_or(&Value::Null);
        while let Some(name) = schema["$ref"].as_str().and_then(|name| name.strip_prefix('#')) {
            schema = self.published.pointer(name).unwrap_or(&Value::Null);
        }
        let is = |kind: &str| {
            schema["type"] == kind
                || schema["type"].as_array().is_some_and(|kinds| kinds.contains(&kind.into()))
        };
        let read = if is("string") { None } else { serde_json::from_str(word).ok() };
        read.unwrap_or_else(|| Value::from(word))
    }

    fn validate(&self, document: &Value, place: &str, value: &Value) -> Result<(), String> {
        let validator = self.validator(document, place)?;
        let faults = validator.iter_errors(value).map(|fault| format!("{}: {fault}", fault.instance_path()));
        let faults: Vec<String> = faults.take(5).collect();
        if faults.is_empty() { Ok(()) } else { Err(faults.join("\n")) }
    }

    fn validator(&self, document: &Value, place: &str) -> Result<Arc<Validator>, String> {
        let key = format!("{}{place}", std::ptr::from_ref(document).addr());
        let mut validators = self.validators.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(validator) = validators.get(&key) {
            return Ok(Arc::clone(validator));
        }
        let schema = document.pointer(place).ok_or_else(|| format!("there is no schema at {place}"))?;
        let whole = json!({"components": {"schemas": named_in(document, schema)}, "allOf": [schema]});
        let options = jsonschema::draft202012::options().should_validate_formats(true);
        let validator = options.build(&whole).map_err(|error| format!("{place} is no schema: {error}"))?;
        Ok(Arc::clone(validators.entry(key).or_insert_with(|| Arc::new(validator))))
    }
}

impl Exchange<'_> {
    fn header(&self, name: &str) -> Option<&str> {
        self.headers.iter().find(|(given, _)| given == name).map(|(_, value)| value.as_str())
    }
}

/// A verb that is not documented is refused, and told which are.
fn refused_verb(item: &Value, exchange: &Exchange<'_>) -> Result<(), &'static str> {
    if exchange.status != 405 {
        return Err("the verb is not documented");
    }
    let allowed = exchange.header("allow").unwrap_or_default().split(", ").map(str::to_ascii_lowercase);
    let allowed: BTreeSet<String> = allowed.collect();
    let documented = item.as_object().map(|verbs| verbs.keys().cloned().collect());
    if documented == Some(allowed) { Ok(()) } else { Err("`Allow` does not say the documented verbs") }
}

/// The schemas that a schema names, and those that they name: the whole document would be read for each schema.
fn named_in(document: &Value, schema: &Value) -> Map<String, Value> {
    let mut named = Map::new();
    let mut waiting = vec![schema];
    while let Some(value) = waiting.pop() {
        match value {
            Value::Object(fields) => {
                waiting.extend(fields.values());
                let name = fields.get("$ref").and_then(Value::as_str).and_then(|to| to.rsplit('/').next());
                let Some(name) = name.filter(|name| !named.contains_key(*name)) else { continue };
                let component = &document["components"]["schemas"][name];
                named.insert(name.to_owned(), component.clone());
                waiting.push(component);
            }
            Value::Array(items) => waiting.extend(items),
            _ => {}
        }
    }
    named
}

/// As a part of a JSON pointer.
fn escaped(part: &str) -> String {
    part.replace('~', "~0").replace('/', "~1")
}

/// Forbids what is not named, wherever fields are named; not in parts of a whole that others complete.
fn close(schema: &mut Value) {
    match schema {
        Value::Object(fields) => {
            for (name, field) in fields.iter_mut() {
                match (name.as_str(), field) {
                    ("allOf", Value::Array(parts)) => parts.iter_mut().for_each(close_within),
                    (_, field) => close(field),
                }
            }
            if fields.contains_key("properties") && !fields.contains_key("additionalProperties") {
                fields.insert("additionalProperties".to_owned(), Value::Bool(false));
            }
        }
        Value::Array(items) => items.iter_mut().for_each(close),
        _ => {}
    }
}

fn close_within(part: &mut Value) {
    if let Value::Object(fields) = part {
        fields.values_mut().for_each(close);
    }
}
