//! The house rules that a machine can check: which room may use which, how long files and functions may be, and that
//! the tests that tables name are there.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

/// Which rooms a room may use (`ARCHITECTURE.md` has the picture).
const ARROWS: &[(&str, &[&str])] = &[
    ("chatbot-protocol", &[]),
    ("chatbot-core", &["chatbot-protocol"]),
    ("chatbot-search", &["chatbot-protocol"]),
    ("chatbot-evidence", &["chatbot-core", "chatbot-protocol", "chatbot-search"]),
    ("chatbot-store", &["chatbot-core", "chatbot-protocol", "chatbot-search"]),
    ("chatbot-tools", &["chatbot-core", "chatbot-protocol", "chatbot-store"]),
    ("chatbot-provider", &["chatbot-core", "chatbot-protocol"]),
    ("chatbot-engine", &["chatbot-core", "chatbot-protocol", "chatbot-store", "chatbot-tools"]),
    ("chatbot-http", &["chatbot-engine", "chatbot-protocol"]),
    ("private-postgres", &[]),
    // Knows the server by its wire alone.
    ("chatbot-load", &["private-postgres"]),
];

/// What must not be found in a room that is meant to be pure.
const FORBIDDEN: &[(&str, &[&str])] = &[
    ("chatbot-protocol", &["tokio", "sqlx", "actix-web", "reqwest"]),
    ("chatbot-core", &["tokio", "sqlx", "actix-web", "reqwest", "rand"]),
    ("chatbot-search", &["tokio", "sqlx", "actix-web", "reqwest", "rand"]),
    ("chatbot-evidence", &["tokio", "sqlx", "actix-web", "reqwest", "rand"]),
];

/// No file of ours is longer.
const LONGEST_FILE: usize = 500;
/// No function of ours is longer, from its name to its end.
const LONGEST_FUNCTION: usize = 60;

/// What names the tests of cases.
const TABLES: [&str; 3] = ["tests/README.md", "tests/cases.md", "tests/cases_citations.md"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().unwrap().to_owned()
}

fn dependencies() -> BTreeMap<String, Vec<String>> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--no-deps", "--offline", "--format-version", "1"])
        .current_dir(root())
        .output()
        .unwrap();
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    let packages = metadata["packages"].as_array().unwrap().iter();
    let used = |package: &Value| {
        let dependencies = package["dependencies"].as_array().unwrap().iter();
        let normal = dependencies.filter(|dependency| dependency["kind"].is_null());
        normal.map(|dependency| dependency["name"].as_str().unwrap().to_owned()).collect()
    };
    packages.map(|package| (package["name"].as_str().unwrap().to_owned(), used(package))).collect()
}

#[test]
fn every_arrow_between_rooms_is_in_the_table() {
    let dependencies = dependencies();
    for (room, allowed) in ARROWS {
        let used = dependencies.get(*room).unwrap_or_else(|| panic!("there is no room {room}"));
        for dependency in used {
            let ours = dependencies.contains_key(dependency);
            assert!(!ours || allowed.contains(&dependency.as_str()), "{room} must not use {dependency}");
        }
    }
    for (room, forbidden) in FORBIDDEN {
        for dependency in &dependencies[*room] {
            assert!(!forbidden.contains(&dependency.as_str()), "{room} must not use {dependency}");
        }
    }
    let mut rooms: Vec<&str> = ARROWS.iter().map(|(room, _)| *room).chain(["lms", "chatbot-tests"]).collect();
    rooms.sort_unstable();
    assert_eq!(dependencies.keys().map(String::as_str).collect::<Vec<_>>(), rooms, "a room without arrows");
}

#[test]
fn no_vendor_is_named_outside_the_providers_room() {
    let mut named = Vec::new();
    for file in sources(&root().join("services")).into_iter().filter(|file| is_rust(file)) {
        let path = file.strip_prefix(root()).unwrap().display().to_string();
        let exempt = ["services/provider", "services/lms"].iter().any(|room| path.starts_with(room));
        let code = std::fs::read_to_string(&file).unwrap();
        if !exempt && code.contains("async_openai") {
            named.push(path);
        }
    }
    assert!(named.is_empty(), "{named:?}");
}

/// Where a `begin` of sqlx's own is a savepoint, or none (decision 33).
const MAY_BEGIN: [&str; 2] = ["services/engine/src/carry_turn/wait.rs", "services/engine/src/keep_turns.rs"];

#[test]
fn nobody_begins_a_transaction_that_could_be_lost() {
    let begins = |code: &str| {
        let imports = code.lines().filter(|line| line.starts_with("use sqlx::"));
        imports.into_iter().any(|line| line.contains("Acquire") || line.contains("Connection as"))
            || code.contains("pool.begin()")
    };
    let asked = rust().into_iter().filter(|(file, _)| {
        ["services/engine/src", "services/http/src"].iter().any(|room| file.starts_with(room))
    });
    let mut found: Vec<String> = asked.filter(|(_, code)| begins(code)).map(|(file, _)| file).collect();
    found.sort_unstable();
    assert_eq!(found, MAY_BEGIN);
}

#[test]
fn no_file_is_longer_than_a_reader_bears() {
    let rooms = ["services", "tests", "shared-module", "system-tests", "bin", "migrations"];
    let too_long: Vec<String> = rooms
        .iter()
        .flat_map(|room| sources(&root().join(room)))
        .filter(|file| !is_generated(file))
        .map(|file| (std::fs::read_to_string(&file).unwrap_or_default().lines().count(), file))
        .filter(|(lines, _)| *lines > LONGEST_FILE)
        .map(|(lines, file)| format!("{} has {lines} lines", file.display()))
        .collect();
    assert!(too_long.is_empty(), "{too_long:#?}");
}

#[test]
fn no_function_is_longer_than_a_reader_bears() {
    let mut counted = 0;
    let mut too_long = Vec::new();
    for (file, code) in rust() {
        let functions = functions(&code);
        counted += functions.len();
        let long = functions.into_iter().filter(|(_, lines)| *lines > LONGEST_FUNCTION);
        too_long.extend(long.map(|(name, lines)| format!("{file}: {name} has {lines} lines")));
    }
    assert!(counted > 2_000, "{counted}");
    assert!(too_long.is_empty(), "{too_long:#?}");
}

/// Each function that has a body of its own lines, and how many it has; `cargo fmt` ends it right below where it began.
fn functions(code: &str) -> Vec<(&str, usize)> {
    let lines: Vec<&str> = code.lines().collect();
    let measured = lines.iter().enumerate().filter_map(|(start, line)| {
        let (before, after) = line.split_once("fn ")?;
        let is_word = |word: &str| {
            word.starts_with("pub") || ["async", "const", "default", "extern", "unsafe"].contains(&word)
        };
        let signature = lines[start..].iter().find(|line| line.ends_with(['{', '}', ';']))?;
        if !before.split_whitespace().all(is_word) || !signature.ends_with('{') {
            return None;
        }
        let end = format!("{}}}", &line[..line.len() - line.trim_start().len()]);
        let below = lines[start..].iter().position(|line| *line == end)?;
        Some((after.split(['(', '<']).next().unwrap_or(after), below + 1))
    });
    measured.collect()
}

#[test]
fn the_tests_that_the_tables_name_exist() {
    let code: String = rust().into_iter().map(|(_, code)| code).collect();
    let mut missing = Vec::new();
    for table in TABLES {
        let text = std::fs::read_to_string(root().join(table)).unwrap();
        let words = text.split(|c: char| c != '_' && !c.is_alphanumeric());
        let names = words.filter(|word| word.matches('_').count() >= 2);
        missing.extend(names.filter(|name| !code.contains(&format!("fn {name}("))).map(str::to_owned));
    }
    assert!(missing.is_empty(), "{missing:#?}");
}

/// Behind a file in TypeScript a table may say between asterisks what tests of it are called.
#[test]
fn the_files_that_the_tables_name_exist_with_the_stories_named_behind_them() {
    let files: Vec<PathBuf> = ["services", "tests", "shared-module", "system-tests"]
        .iter()
        .flat_map(|room| sources(&root().join(room)))
        .collect();
    let mut wrong = Vec::new();
    for table in TABLES {
        let text = std::fs::read_to_string(root().join(table)).unwrap();
        let quoted: Vec<&str> = text.split('`').skip(1).collect();
        for pair in quoted.chunks(2) {
            let (name, behind) = (pair[0], pair.get(1).copied().unwrap_or_default());
            let is_file = [".rs", ".ts", ".tsx"].iter().any(|ending| name.ends_with(ending));
            if !is_file || !name.contains('/') {
                continue;
            }
            let Some(file) = files.iter().find(|file| is_named(file, name)) else {
                wrong.push(name.to_owned());
                continue;
            };
            let code = std::fs::read_to_string(file).unwrap();
            let stories = behind.split('|').next().unwrap_or_default().split('*').skip(1).step_by(2);
            wrong.extend(stories.filter(|story| !code.contains(story)).map(str::to_owned));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

/// Whether a table means this file: `services/` is left out, and `…` stands for folders.
fn is_named(file: &Path, name: &str) -> bool {
    let path = file.strip_prefix(root()).unwrap_or(file).to_str().unwrap_or_default();
    let path = path.strip_prefix("services/").unwrap_or(path);
    let (start, end) = name.split_once('…').unwrap_or((name, name));
    path.starts_with(start) && path.ends_with(end)
}

/// Every file of Rust, with its path.
fn rust() -> Vec<(String, String)> {
    let rooms = ["services", "tests"].into_iter().flat_map(|room| sources(&root().join(room)));
    let read = |file: PathBuf| {
        let code = std::fs::read_to_string(&file).ok()?;
        Some((file.strip_prefix(root()).ok()?.display().to_string(), code))
    };
    rooms.filter(|file| is_rust(file)).filter_map(read).collect()
}

fn is_rust(file: &Path) -> bool {
    file.extension().is_some_and(|extension| extension == "rs")
}

/// Nobody reads these from beginning to end: locks of packages, and samples of each thing that crosses the wire.
fn is_generated(file: &Path) -> bool {
    let name = file.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    name == "package-lock.json" || name.ends_with("-samples.json")
}

fn sources(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Vec::new() };
    let skipped = ["node_modules", "dist", "target", "test-results", ".results"];
    let mut files = Vec::new();
    for entry in entries.flatten() {
        let path = entry.path();
        let name = entry.file_name();
        if path.is_dir() {
            if !skipped.iter().any(|skipped| name == *skipped) {
                files.extend(sources(&path));
            }
        } else {
            let extension = path.extension().and_then(|extension| extension.to_str()).unwrap_or_default();
            if ["rs", "ts", "tsx", "css", "sql", "mjs", "json", ""].contains(&extension) {
                files.push(path);
            }
        }
    }
    files
}
