//! Every setting: its name, what it is for, what it may be.

use std::fmt::Write as _;

/// One setting, as `--help` shows it.
#[derive(Clone, Copy, Debug)]
pub struct Setting {
    /// Name of the environment variable; in `chatbot.toml` the same in lower case.
    pub name: &'static str,
    /// The default, in words.
    pub default: &'static str,
    /// What may be given.
    pub allowed: &'static str,
    /// What it is for.
    pub about: &'static str,
}

const fn setting(
    name: &'static str,
    default: &'static str,
    allowed: &'static str,
    about: &'static str,
) -> Setting {
    Setting { name, default, allowed, about }
}

/// All settings.
pub const SETTINGS: &[Setting] = &[
    setting("HOST", "127.0.0.1", "an IP address, or localhost", "address to listen on"),
    setting("PORT", "8080", "a number from 0 to 65535; 0 takes any free port", "port to listen on"),
    setting("DATA_DIR", ".data", "a path", "where the private Postgres and generated secrets live"),
    setting(
        "DATABASE_URL",
        "a private Postgres",
        "postgres://user:password@host:port/database",
        "the database",
    ),
    setting(
        "DATABASE_CONNECTIONS",
        "20",
        "a number from 4 to 1000",
        "connections to the database at a time; one more is held to listen with",
    ),
    setting("OPENAI_API_KEY", "none", "visible ASCII characters", "key of the model's vendor"),
    setting("OPENAI_BASE_URL", "the vendor's own", "an http:// or https:// URL", "an OpenAI-compatible API"),
    setting("CHATBOT_MODEL", "none; needed with a key or a base URL", "a model's name", "model that answers"),
    setting(
        "CHATBOT_CONTEXT_TOKENS",
        "32000",
        "a number from 4000 to 10000000",
        "what a request to the model and its reply may be together, in tokens; what is longer is left out",
    ),
    setting(
        "CHATBOT_API",
        "chat",
        "chat or responses",
        "by which of OpenAI's APIs the model is asked: Chat Completions, which most servers know, or Responses",
    ),
    setting(
        "CHATBOT_PRICE_INPUT",
        "none: no cost is told",
        "a number from 0 to 1000000 with at most 6 decimals, such as 0.15; together with CHATBOT_PRICE_OUTPUT",
        "what 1,000,000 tokens cost that go to CHATBOT_MODEL; the offline model costs nothing",
    ),
    setting(
        "CHATBOT_PRICE_OUTPUT",
        "none: no cost is told",
        "a number from 0 to 1000000 with at most 6 decimals, such as 0.6; together with CHATBOT_PRICE_INPUT",
        "what 1,000,000 tokens cost that come from it",
    ),
    setting(
        "CHATBOT_CURRENCY",
        "EUR",
        "the ISO 4217 code of money that is in use",
        "currency of these prices",
    ),
    setting(
        "REPAIR_TOOL_NAMES",
        "false",
        "true or false",
        "whether a tool's name that a model nearly hit is repaired",
    ),
    setting(
        "SEARCH_INDEX_MB",
        "256",
        "a number; 0 searches in the database only",
        "memory for the search indexes of courses",
    ),
    setting(
        "EMBEDDINGS_BASE_URL",
        "none: search by words alone",
        "an http:// or https:// URL",
        "an OpenAI-compatible API with /embeddings; it is sent the text of all pages, and questions",
    ),
    setting("EMBEDDINGS_API_KEY", "none", "visible ASCII characters", "its key"),
    setting("EMBEDDINGS_MODEL", "none", "a model's name", "model that makes vectors of texts"),
    setting(
        "JWT_SECRET",
        "generated under DATA_DIR",
        "at least 32 bytes",
        "secret by which tokens are signed (HS256)",
    ),
    setting(
        "JWKS_URL",
        "none: tokens are signed with JWT_SECRET",
        "an https:// URL, or http:// on this machine; not together with JWT_SECRET",
        "where the keys are published of whoever signs tokens (RS256, ES256, EdDSA)",
    ),
    setting(
        "ERASURE_SECRET",
        "generated under DATA_DIR",
        "at least 32 bytes",
        "secret under which arguments of erased tool calls are sealed; the same on all instances",
    ),
    setting("JWT_AUDIENCE", "none", "text", "`aud` of tokens, checked when set"),
    setting("JWT_ISSUER", "none", "text", "`iss` of tokens, checked when set"),
    setting(
        "ALLOWED_ORIGINS",
        "none",
        "origins such as https://lms.example.org, separated by commas or spaces",
        "other hosts that may call the API and frame the pages",
    ),
    setting(
        "METRICS_TOKEN",
        "none: only this machine may read /metrics",
        "at least 16 visible ASCII characters",
        "bearer token that /metrics asks for, from whichever machine",
    ),
    setting("UI_DIR", "services/course-ui/dist", "a path", "the built pages"),
];

/// What may be given for a setting.
pub(super) fn allowed(name: &str) -> &'static str {
    SETTINGS.iter().find(|setting| setting.name == name).map_or("text", |setting| setting.allowed)
}

/// The text under `--help`.
pub fn help() -> String {
    let mut text = String::from(
        "Settings (environment variables; or the same names in lower case in chatbot.toml, \
         which the environment overrides):\n",
    );
    for Setting { name, default, allowed, about } in SETTINGS {
        let _ = write!(text, "  {name:<22} {about}\n{:25}{allowed} [default: {default}]\n", "");
    }
    text
}
