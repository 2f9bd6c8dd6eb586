use super::*;

fn read(pairs: &[(&str, &str)]) -> Result<Settings, SettingsError> {
    let environment = pairs.iter().map(|(name, value)| ((*name).into(), (*value).into())).collect();
    Settings::read(&Source::from_environment(environment))
}

fn complaint(name: &str, value: &str) -> String {
    read(&[(name, value)]).unwrap_err().to_string()
}

#[test]
fn without_settings_the_defaults_hold() {
    let settings = Settings::defaults().unwrap();
    assert_eq!(settings.host.to_string(), "127.0.0.1");
    assert_eq!(settings.port, 8080);
    assert_eq!(settings.data_dir, PathBuf::from(".data"));
    assert!(settings.database_url.is_none() && settings.jwt_secret.is_none());
    assert_eq!(settings.ui_dir, PathBuf::from("services/course-ui/dist"));
}

#[test]
fn a_bad_value_names_the_setting_the_value_and_what_is_allowed() {
    for (name, value) in [
        ("HOST", "example.org"),
        ("PORT", "80800"),
        ("PORT", "-1"),
        ("DATABASE_CONNECTIONS", "3"),
        ("CHATBOT_API", "completions"),
        ("CHATBOT_API", "Responses"),
        ("CHATBOT_CONTEXT_TOKENS", "3999"),
        ("CHATBOT_CONTEXT_TOKENS", "128k"),
        ("CHATBOT_PRICE_INPUT", "-1"),
        ("CHATBOT_PRICE_INPUT", "2,5"),
        ("CHATBOT_PRICE_INPUT", "2."),
        ("CHATBOT_PRICE_INPUT", "1e3"),
        ("CHATBOT_PRICE_INPUT", "0.1234567"),
        ("CHATBOT_PRICE_OUTPUT", "1000000.000001"),
        ("CHATBOT_PRICE_OUTPUT", "99999999999999999999"),
        ("CHATBOT_PRICE_OUTPUT", "€ 2"),
        ("CHATBOT_CURRENCY", "€"),
        ("CHATBOT_CURRENCY", "eur"),
        ("CHATBOT_CURRENCY", "EURO"),
        ("CHATBOT_CURRENCY", "ZZZ"),
        ("REPAIR_TOOL_NAMES", "maybe"),
        ("OPENAI_BASE_URL", "localhost:1234"),
        ("OPENAI_BASE_URL", "ftp://example.org"),
        ("SEARCH_INDEX_MB", "much"),
        ("EMBEDDINGS_BASE_URL", "localhost:1234"),
        ("JWKS_URL", "http://id.example/keys"),
        ("JWKS_URL", "http://10.0.0.1/keys"),
        ("JWKS_URL", "http://127.0.0.1.id.example/keys"),
        ("JWKS_URL", "file:///etc/keys.json"),
        ("JWKS_URL", "https://id.example/keys#first"),
        ("ALLOWED_ORIGINS", "https://a.example, b.example"),
        ("ALLOWED_ORIGINS", "https://a.example/path"),
        ("ALLOWED_ORIGINS", "*"),
        ("ALLOWED_ORIGINS", "null"),
        ("ALLOWED_ORIGINS", "a.example"),
        ("ALLOWED_ORIGINS", "https://*.a.example"),
        ("ALLOWED_ORIGINS", "https://a.example:99999"),
        ("ALLOWED_ORIGINS", "https://:443"),
        ("ALLOWED_ORIGINS", "https://ä.example"),
        ("ALLOWED_ORIGINS", "https://a.example; script-src *"),
        ("ALLOWED_ORIGINS", "https://a.example?b"),
        ("ALLOWED_ORIGINS", "ftp://a.example"),
        ("ALLOWED_ORIGINS", "https:a.example"),
    ] {
        let complaint = complaint(name, value);
        assert!(complaint.contains(name) && complaint.contains(value), "{complaint}");
        assert!(complaint.contains(table::allowed(name)), "{complaint}");
    }
}

#[test]
fn prices_are_kept_exactly_and_only_together() {
    let priced = |input: &str, output: &str| {
        let price = read(&[("CHATBOT_PRICE_INPUT", input), ("CHATBOT_PRICE_OUTPUT", output)]).unwrap();
        price.chatbot_price.map(|price| (price.input_micros, price.output_micros))
    };
    assert_eq!(priced("0.15", "0.6"), Some((150_000, 600_000)));
    assert_eq!(priced("10", "0.000001"), Some((10_000_000, 1)));
    assert_eq!(priced("0", "1000000"), Some((0, 1_000_000_000_000)));
    assert_eq!(priced(" ", ""), None);
    for (set, missing) in
        [("CHATBOT_PRICE_INPUT", "CHATBOT_PRICE_OUTPUT"), ("CHATBOT_PRICE_OUTPUT", "CHATBOT_PRICE_INPUT")]
    {
        let complaint = complaint(set, "2.5");
        assert!(complaint.starts_with(set) && complaint.contains(missing), "{complaint}");
    }
    assert_eq!(Settings::defaults().unwrap().chatbot_currency, "EUR");
    assert_eq!(read(&[("CHATBOT_CURRENCY", "SEK")]).unwrap().chatbot_currency, "SEK");
}

#[test]
fn prices_of_the_file_may_be_numbers_and_texts() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chatbot.toml");
    std::fs::write(&path, "chatbot_price_input = 0.15\nchatbot_price_output = \"0.60\"\n").unwrap();
    let settings = Settings::read(&Source::read([].into(), &path, true).unwrap()).unwrap();
    let price = settings.chatbot_price.unwrap();
    assert_eq!((price.input_micros, price.output_micros), (150_000, 600_000));
}

#[test]
fn origins_are_kept_as_browsers_send_them() {
    let origins = |text: &str| read(&[("ALLOWED_ORIGINS", text)]).unwrap().allowed_origins;
    assert_eq!(
        origins("HTTPS://A.Example:443/, http://b.example:8080"),
        ["https://a.example", "http://b.example:8080"]
    );
    assert_eq!(
        origins("http://[::1]:80 https://xn--4ca.example"),
        ["http://[::1]", "https://xn--4ca.example"]
    );
    assert_eq!(origins(" , "), [""; 0]);
}

#[test]
fn the_model_is_asked_by_the_api_that_is_named() {
    for (named, api) in [("", ModelApi::Chat), ("chat", ModelApi::Chat), ("responses", ModelApi::Responses)] {
        assert_eq!(read(&[("CHATBOT_API", named)]).unwrap().chatbot_api, api, "{named}");
    }
}

#[test]
fn keys_are_read_over_a_wire_that_nobody_can_change_only() {
    for url in [
        "https://id.example/.well-known/jwks.json",
        "http://127.0.0.1:9/k",
        "http://[::1]/k",
        "http://localhost/k",
    ] {
        assert_eq!(read(&[("JWKS_URL", url)]).unwrap().jwks_url.as_deref(), Some(url));
    }
}

#[test]
fn tokens_are_signed_by_us_or_by_somebody_else_and_never_by_both() {
    let secret = "a secret of at least thirty-two bytes";
    let url = "https://id.example/keys";
    let error = read(&[("JWT_SECRET", secret), ("JWKS_URL", url)]).unwrap_err().to_string();
    assert!(error.contains("JWT_SECRET") && error.contains("JWKS_URL") && !error.contains(secret), "{error}");
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chatbot.toml");
    std::fs::write(&path, format!("jwks_url = \"{url}\"\n")).unwrap();
    let environment = [("JWT_SECRET".to_owned(), secret.to_owned())].into();
    let error = Settings::read(&Source::read(environment, &path, true).unwrap()).unwrap_err().to_string();
    assert!(error.contains("JWT_SECRET") && error.contains("JWKS_URL"), "{error}");
}

#[test]
fn secrets_are_shown_nowhere() {
    assert!(!complaint("JWKS_URL", "https://me:hunter2@id.example/keys").contains("hunter2"));
    let short = "hunter2hunter2";
    assert!(!complaint("JWT_SECRET", short).contains(short));
    assert!(!complaint("DATABASE_URL", "mysql://u:hunter2@h/d").contains("hunter2"));
    let settings =
        read(&[("OPENAI_API_KEY", "sk-hidden"), ("DATABASE_URL", "postgres://u:hidden@h/d")]).unwrap();
    assert!(!format!("{settings:?}").contains("hidden"));
}

#[test]
fn an_empty_variable_is_an_absent_one() {
    assert_eq!(read(&[("PORT", " ")]).unwrap().port, 8080);
}

#[test]
fn the_environment_overrides_the_file_and_the_file_the_defaults() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chatbot.toml");
    std::fs::write(&path, "port = 9000\nhost = \"::1\"\nallowed_origins = [\"https://a.example\"]\n")
        .unwrap();
    let environment = [("PORT".to_owned(), "9001".to_owned())].into();
    let settings = Settings::read(&Source::read(environment, &path, true).unwrap()).unwrap();
    assert_eq!((settings.port, settings.host.to_string().as_str()), (9001, "::1"));
    assert_eq!(settings.allowed_origins, ["https://a.example"]);
}

#[test]
fn an_unknown_key_of_the_file_is_named() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("chatbot.toml");
    std::fs::write(&path, "prot = 9000\n").unwrap();
    let error = Settings::read(&Source::read([].into(), &path, true).unwrap()).unwrap_err().to_string();
    assert!(error.contains("`prot`") && error.contains("port"), "{error}");
    std::fs::write(&path, "port = \n").unwrap();
    assert!(Source::read([].into(), &path, true).unwrap_err().to_string().contains("not valid TOML"));
    assert!(Source::read([].into(), &folder.path().join("none.toml"), false).is_ok());
    assert!(Source::read([].into(), &folder.path().join("none.toml"), true).is_err());
}

#[test]
fn help_lists_every_setting() {
    let help = help();
    assert!(SETTINGS.iter().all(|setting| help.contains(setting.name)));
}
