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
        ("REPAIR_TOOL_NAMES", "maybe"),
        ("OPENAI_BASE_URL", "localhost:1234"),
        ("OPENAI_BASE_URL", "ftp://example.org"),
        ("SEARCH_INDEX_MB", "much"),
        ("EMBEDDINGS_BASE_URL", "localhost:1234"),
        ("ALLOWED_ORIGINS", "https://a.example, b.example"),
        ("ALLOWED_ORIGINS", "https://a.example/path"),
    ] {
        let complaint = complaint(name, value);
        assert!(complaint.contains(name) && complaint.contains(value), "{complaint}");
        assert!(complaint.contains(table::allowed(name)), "{complaint}");
    }
}

#[test]
fn secrets_are_shown_nowhere() {
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
