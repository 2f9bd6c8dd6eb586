//! What each setting may be.

use std::fmt;
use std::net::{IpAddr, Ipv4Addr};
use std::path::PathBuf;

use chatbot_core::price::ModelPrice;

use super::ModelApi;
use super::currency::is_currency;
use super::source::Source;
use super::table::allowed;

/// Why a setting cannot be used.
#[derive(Debug, thiserror::Error)]
pub enum SettingsError {
    /// The value is not one that the setting may have.
    #[error("{name} is {value}, which cannot be used; allowed: {allowed}")]
    Invalid {
        /// The setting.
        name: &'static str,
        /// What was given; secrets are not shown.
        value: String,
        /// What may be given.
        allowed: &'static str,
    },
    /// Two settings that exclude each other.
    #[error("{one} and {other} are both set: only one of them can be, {because}")]
    Both {
        /// One of them.
        one: &'static str,
        /// The other.
        other: &'static str,
        /// Why.
        because: &'static str,
    },
    /// One of two settings that say nothing without each other.
    #[error("{set} is set and {missing} is not: both have to be, or neither")]
    Alone {
        /// The one that is there.
        set: &'static str,
        /// The one that is not.
        missing: &'static str,
    },
    /// A key of the file is no setting.
    #[error("{path}: there is no setting `{key}`; there are: {known}")]
    UnknownKey {
        /// The file.
        path: PathBuf,
        /// The key.
        key: String,
        /// All settings.
        known: String,
    },
    /// The file cannot be read.
    #[error("{path}: {source}")]
    UnreadableFile {
        /// The file.
        path: PathBuf,
        /// What the system said.
        source: std::io::Error,
    },
    /// The file is not TOML.
    #[error("{path} is not valid TOML: {source}")]
    InvalidFile {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        source: Box<toml::de::Error>,
    },
}

impl SettingsError {
    pub(super) fn invalid(name: &'static str, value: &str, allowed: &'static str) -> Self {
        let hidden = matches!(
            name,
            "JWT_SECRET"
                | "ERASURE_SECRET"
                | "METRICS_TOKEN"
                | "OPENAI_API_KEY"
                | "EMBEDDINGS_API_KEY"
                | "DATABASE_URL"
        );
        // A URL may have a password in it.
        let value = if hidden || value.contains('@') {
            "set to a value (not shown)".into()
        } else {
            format!("{value:?}")
        };
        Self::Invalid { name, value, allowed }
    }
}

/// Text that is never shown in logs.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Keeps the text.
    pub fn new(text: String) -> Self {
        Self(text)
    }

    /// The text.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("(secret)")
    }
}

fn parsed<T>(
    source: &Source,
    name: &'static str,
    parse: impl Fn(&str) -> Option<T>,
) -> Result<Option<T>, SettingsError> {
    source
        .text(name)?
        .map(|text| parse(&text).ok_or_else(|| SettingsError::invalid(name, &text, allowed(name))))
        .transpose()
}

pub(super) fn host(source: &Source) -> Result<IpAddr, SettingsError> {
    let host = parsed(source, "HOST", |text| match text {
        "localhost" => Some(IpAddr::V4(Ipv4Addr::LOCALHOST)),
        text => text.trim_matches(['[', ']']).parse().ok(),
    })?;
    Ok(host.unwrap_or(IpAddr::V4(Ipv4Addr::LOCALHOST)))
}

pub(super) fn port(source: &Source) -> Result<u16, SettingsError> {
    Ok(parsed(source, "PORT", |text| text.parse().ok())?.unwrap_or(8080))
}

pub(super) fn database_url(source: &Source) -> Result<Option<Secret>, SettingsError> {
    parsed(source, "DATABASE_URL", |text| {
        let scheme = text.starts_with("postgres://") || text.starts_with("postgresql://");
        (scheme && text.parse::<sqlx::postgres::PgConnectOptions>().is_ok())
            .then(|| Secret::new(text.to_owned()))
    })
}

pub(super) fn database_connections(source: &Source) -> Result<u32, SettingsError> {
    let connections = parsed(source, "DATABASE_CONNECTIONS", |text| {
        text.parse().ok().filter(|connections| (4..=1_000).contains(connections))
    })?;
    Ok(connections.unwrap_or(20))
}

pub(super) fn base_url(source: &Source, name: &'static str) -> Result<Option<String>, SettingsError> {
    parsed(source, name, |text| {
        let uri: actix_web::http::Uri = text.parse().ok()?;
        let web = matches!(uri.scheme_str(), Some("http" | "https"));
        (web && uri.host().is_some_and(|host| !host.is_empty()))
            .then(|| text.trim_end_matches('/').to_owned())
    })
}

/// Keys that came over an open wire could be anybody's.
pub(super) fn jwks_url(source: &Source) -> Result<Option<String>, SettingsError> {
    let url = parsed(source, "JWKS_URL", |text| {
        let url = reqwest::Url::parse(text).ok()?;
        let is_safe = match url.scheme() {
            "https" => url.host_str().is_some(),
            "http" => is_loopback(text),
            _ => false,
        };
        let is_plain = url.username().is_empty() && url.password().is_none() && url.fragment().is_none();
        (is_safe && is_plain).then(|| text.to_owned())
    })?;
    if url.is_some() && source.text("JWT_SECRET")?.is_some() {
        return Err(SettingsError::Both {
            one: "JWT_SECRET",
            other: "JWKS_URL",
            because: "because it decides by which algorithm tokens are signed",
        });
    }
    Ok(url)
}

/// Whether an address is on this machine, so that nobody on the way can change what it answers.
pub(crate) fn is_loopback(url: &str) -> bool {
    let Ok(url) = reqwest::Url::parse(url) else { return false };
    url.host_str().is_some_and(|host| {
        let address = host.trim_matches(['[', ']']).parse::<IpAddr>();
        host.eq_ignore_ascii_case("localhost") || address.is_ok_and(|address| address.is_loopback())
    })
}

/// Megabytes in the setting, bytes for us.
pub(super) fn search_index_bytes(source: &Source) -> Result<usize, SettingsError> {
    let megabytes = parsed(source, "SEARCH_INDEX_MB", |text| text.parse::<u32>().ok())?;
    let bytes = u64::from(megabytes.unwrap_or(256)) * 1024 * 1024;
    Ok(usize::try_from(bytes).unwrap_or(usize::MAX))
}

pub(super) fn context_tokens(source: &Source) -> Result<Option<u32>, SettingsError> {
    parsed(source, "CHATBOT_CONTEXT_TOKENS", |text| {
        text.parse().ok().filter(|tokens| (4_000..=10_000_000).contains(tokens))
    })
}

/// What 1,000,000 tokens cost that go to the model, and that come from it.
pub(super) fn price(source: &Source) -> Result<Option<ModelPrice>, SettingsError> {
    const NAMES: [&str; 2] = ["CHATBOT_PRICE_INPUT", "CHATBOT_PRICE_OUTPUT"];
    let [input, output] = NAMES.map(|name| parsed(source, name, millionths));
    let alone = |set, missing| Err(SettingsError::Alone { set, missing });
    match (input?, output?) {
        (Some(input_micros), Some(output_micros)) => Ok(Some(ModelPrice { input_micros, output_micros })),
        (None, None) => Ok(None),
        (Some(_), None) => alone(NAMES[0], NAMES[1]),
        (None, Some(_)) => alone(NAMES[1], NAMES[0]),
    }
}

/// A decimal number, exact to its sixth decimal.
fn millionths(text: &str) -> Option<u64> {
    const MOST: u64 = 1_000_000;
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let are_digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !are_digits(whole) || !are_digits(decimals) || decimals.len() > 6 {
        return None;
    }
    format!("{whole}{decimals:0<6}").parse().ok().filter(|price| *price <= MOST * 1_000_000)
}

pub(super) fn currency(source: &Source) -> Result<String, SettingsError> {
    let currency = parsed(source, "CHATBOT_CURRENCY", |text| is_currency(text).then(|| text.to_owned()))?;
    Ok(currency.unwrap_or_else(|| "EUR".to_owned()))
}

pub(super) fn api(source: &Source) -> Result<ModelApi, SettingsError> {
    let api = parsed(source, "CHATBOT_API", |text| match text {
        "chat" => Some(ModelApi::Chat),
        "responses" => Some(ModelApi::Responses),
        _ => None,
    })?;
    Ok(api.unwrap_or_default())
}

/// Yes or no.
pub(super) fn switch(source: &Source, name: &'static str) -> Result<bool, SettingsError> {
    Ok(parsed(source, name, |text| text.parse().ok())?.unwrap_or(false))
}

/// Text that can stand in a header.
pub(super) fn header_text(source: &Source, name: &'static str) -> Result<Option<String>, SettingsError> {
    parsed(source, name, |text| text.bytes().all(|byte| byte.is_ascii_graphic()).then(|| text.to_owned()))
}

pub(super) fn secret(source: &Source, name: &'static str) -> Result<Option<Secret>, SettingsError> {
    parsed(source, name, |text| (text.len() >= 32).then(|| Secret::new(text.to_owned())))
}

pub(super) fn metrics_token(source: &Source) -> Result<Option<Secret>, SettingsError> {
    parsed(source, "METRICS_TOKEN", |text| {
        let can_be_sent = text.bytes().all(|byte| byte.is_ascii_graphic());
        (text.len() >= 16 && can_be_sent).then(|| Secret::new(text.to_owned()))
    })
}

pub(super) fn origins(source: &Source) -> Result<Vec<String>, SettingsError> {
    let origins = parsed(source, "ALLOWED_ORIGINS", |text| {
        text.split([',', ' ']).filter(|origin| !origin.is_empty()).map(origin).collect()
    })?;
    Ok(origins.unwrap_or_default())
}

/// An origin in the form in which browsers send it: punycode, and no port where it is the usual one.
fn origin(text: &str) -> Option<String> {
    let url = reqwest::Url::parse(text).ok()?;
    let (scheme, authority) = text.split_once("://")?;
    let authority = authority.strip_suffix('/').unwrap_or(authority);
    // What stands in a header and in the policy of framing must be nothing but an origin.
    let plain = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'.' | b'-' | b':' | b'[' | b']');
    let is_origin = matches!(url.scheme(), "http" | "https")
        && url.scheme().eq_ignore_ascii_case(scheme)
        && url.username().is_empty()
        && authority.bytes().all(plain)
        && url.has_host();
    is_origin.then(|| url.origin().ascii_serialization())
}
