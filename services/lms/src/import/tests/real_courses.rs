use std::path::PathBuf;

use super::*;

/// Two real courses, whole.
#[sqlx::test(migrations = false)]
async fn real_courses_are_imported_completely(pool: PgPool) {
    let shared = std::env::var_os("SHARED_DATA")
        .map_or_else(|| PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../../shared/data"), PathBuf::from)
        .join("courses");
    if !shared.is_dir() {
        eprintln!("skipped: {} is not there (SHARED_DATA says where the shared data is)", shared.display());
        return;
    }
    database::migrate(&pool).await.unwrap();
    for (folder, language, expected) in [
        ("moocfi-python", "en", 89),
        ("fullstackopen", "en", 8),
        ("fullstackopen", "fi", 8),
        ("fullstackopen", "zh", 8),
        ("fullstackopen", "pt-BR", 8),
    ] {
        let options = CourseOptions {
            title: Some(format!("{folder} {language}")),
            language: Some(language.into()),
            ..CourseOptions::default()
        };
        let summary = import(&pool, &shared.join(folder), &options).await.unwrap();
        assert_eq!(counts(&summary), [expected, 0, 0, 0, 0], "{folder} {language}");
        let again = import(&pool, &shared.join(folder), &options).await.unwrap();
        assert_eq!(counts(&again), [0, 0, expected, 0, 0], "{folder} {language}");
    }
    let bodies: Vec<(String, String)> =
        sqlx::query_as("select url_path, body from lms.pages").fetch_all(&pool).await.unwrap();
    for (url_path, body) in bodies {
        assert_readable(&url_path, &body);
    }
}

/// No course tag is left, neither in what a browser gets nor in the text.
fn assert_readable(url_path: &str, body: &str) {
    let html = crate::markdown::html(body, "markdown");
    for tag in ["<sample-output", "<text-box", "<quiz", "<programming-ex", "<in-browser", "<script", "<img"] {
        assert!(!html.contains(tag), "{tag} in {url_path}");
    }
    let fenced = regex::Regex::new(r"(?s)```.*?```").unwrap();
    let prose = fenced.replace_all(body, "").into_owned();
    for tag in ["<sample-", "</sample-", "<text-box", "<notice", "-exercise "] {
        assert!(!prose.contains(tag), "{tag} in the text of {url_path}");
    }
}
