use chatbot_protocol::InvalidCalls;
use chrono::{TimeZone, Utc};

use super::*;
use crate::config::{ChatbotConfig, DisclaimerConfig};
use crate::settings::{changes, config_of, settings_of, tidied};

fn usual() -> ChatbotSettings {
    let config = ChatbotConfig { allowed_tools: vec!["search".to_owned()], ..ChatbotConfig::default() };
    settings_of("Guide", true, &config)
}

fn tools() -> Vec<KnownTool> {
    let tool = |name: &str, admin_only| KnownTool { name: name.to_owned(), admin_only };
    vec![tool("search", false), tool("reset", true)]
}

/// Field and code of each fault.
fn faults_of(settings: ChatbotSettings) -> Vec<(String, Code)> {
    let known =
        Known { tools: &tools(), models: &["m".to_owned()], is_admin: false, in_force: &["old".to_owned()] };
    let faults = check(&tidied(settings), &known);
    faults.into_iter().map(|fault| (fault.field, fault.code)).collect()
}

#[test]
fn usual_settings_have_no_faults() {
    assert_eq!(faults_of(usual()), []);
}

#[test]
fn each_setting_has_its_bounds_and_all_faults_are_told_at_once() {
    let at = |day| Utc.with_ymd_and_hms(2026, 9, day, 9, 0, 0).single();
    let mut settings = ChatbotSettings {
        name: "  ".into(),
        prompt: "p".repeat(20_001) + " {student_name}",
        initial_message: Some("a\0b".into()),
        suggested_messages: vec!["One?".into(), "One?".into(), " ".into()],
        disclaimer: Some("d".repeat(5_001)),
        model: Some("gone".into()),
        temperature: Some(2.5),
        allowed_tools: vec!["search".into(), "reset".into(), "nothing".into(), "search".into()],
        tool_choice: ToolChoice::Tool { tool_name: "other".into() },
        invalid_calls: InvalidCalls { retries: 6, ..InvalidCalls::NEW_CHATBOT },
        answer_pattern: Some("(".into()),
        languages: vec!["fi".into(), "xx-nowhere-really".into(), "klingon".into()],
        opens_at: at(2),
        closes_at: at(1),
        retention_days: Some(0),
        ..usual()
    };
    settings.limits.turn_seconds = 1;
    settings.limits.requests_per_turn = 51;
    settings.limits.student_tokens_per_day = Some(1);
    let found = faults_of(settings);
    let expected = [
        ("name", Code::Missing),
        ("prompt", Code::TooLong),
        ("prompt", Code::UnknownVariable),
        ("initialMessage", Code::NotStorable),
        ("disclaimer", Code::TooLong),
        ("suggestedMessages.1", Code::Twice),
        ("suggestedMessages.2", Code::Missing),
        ("answerPattern", Code::NotAPattern),
        ("allowedTools.3", Code::Twice),
        ("allowedTools.1", Code::AdminOnly),
        ("allowedTools.2", Code::Unknown),
        ("toolChoice", Code::Conflicts),
        ("invalidCalls.retries", Code::TooLarge),
        ("model", Code::Unknown),
        ("temperature", Code::TooLarge),
        ("languages.1", Code::Unknown),
        ("languages.2", Code::Unknown),
        ("closesAt", Code::WrongOrder),
        ("retentionDays", Code::TooSmall),
        ("limits.requestsPerTurn", Code::TooLarge),
        ("limits.turnSeconds", Code::TooSmall),
        ("limits.studentTokensPerDay", Code::TooSmall),
    ];
    assert_eq!(found, expected.map(|(field, code)| (field.to_owned(), code)));
}

#[test]
fn what_turns_text_around_is_in_no_name() {
    let named = |name: &str| tidied(ChatbotSettings { name: name.into(), ..usual() }).name;
    assert_eq!(named(" \u{202e}Guide\u{202c}\u{7} of\nkeys "), "Guide of keys");
    assert_eq!(faults_of(ChatbotSettings { name: "\u{202e}".into(), ..usual() })[0].1, Code::Missing);
    assert_eq!(faults_of(ChatbotSettings { name: "a\0".into(), ..usual() })[0].1, Code::NotStorable);
}

#[test]
fn a_pattern_that_takes_too_much_memory_is_none() {
    let settings = ChatbotSettings { answer_pattern: Some(r"(\w{1000}){1000}".into()), ..usual() };
    assert_eq!(faults_of(settings), [("answerPattern".to_owned(), Code::NotAPattern)]);
}

#[test]
fn what_an_administrator_switched_on_stays_when_a_teacher_saves() {
    let settings = ChatbotSettings { allowed_tools: vec!["reset".into()], ..usual() };
    let (tools, on) = (tools(), ["reset".to_owned()]);
    let known = Known { tools: &tools, models: &[], is_admin: false, in_force: &[] };
    assert_eq!(check(&settings, &known)[0].code, Code::AdminOnly);
    assert_eq!(check(&settings, &Known { in_force: &on, ..known }), []);
    assert_eq!(check(&settings, &Known { is_admin: true, ..known }), []);
}

#[test]
fn settings_come_back_as_they_went_in_and_the_rest_stays() {
    let before = ChatbotConfig { concurrency: 3, splice_schema_faults: true, ..ChatbotConfig::default() };
    let settings = ChatbotSettings { disclaimer: Some("Mind.".into()), ..usual() };
    let config = config_of(&settings, &before, 4);
    assert_eq!(settings_of("Guide", true, &config), settings);
    assert_eq!((config.concurrency, config.splice_schema_faults), (3, true));
    assert_eq!(config.disclaimer, Some(DisclaimerConfig { text: "Mind.".into(), version: 4 }));
    assert_eq!(config_of(&settings, &config, 9).disclaimer, config.disclaimer, "the same text");
}

#[test]
fn a_diary_names_the_parts_that_differ() {
    let mut after = ChatbotSettings { enabled: false, ..usual() };
    after.limits.turn_seconds = 60;
    let differ: Vec<String> = changes(&usual(), &after).into_iter().map(|change| change.field).collect();
    assert_eq!(differ, ["enabled", "limits.turnSeconds"]);
    assert_eq!(changes(&usual(), &usual()), []);
}
