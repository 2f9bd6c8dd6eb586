//! What settings may be. Everything that is wrong is told at once.

use std::collections::HashSet;

use chatbot_protocol::ToolChoice;
use chatbot_protocol::manage::{ChatbotSettings, SettingsFault, SettingsFaultCode as Code};
use language_tags::LanguageTag;

use super::faults::Faults;
use crate::pipeline::answer_pattern;
use crate::prompt_variables;

/// The longest texts, in characters.
const LONGEST_NAME: u32 = 200;
const LONGEST_PROMPT: u32 = 20_000;
const LONGEST_MESSAGE: u32 = 2_000;
const LONGEST_SUGGESTION: u32 = 200;
const LONGEST_DISCLAIMER: u32 = 5_000;
const LONGEST_PATTERN: u32 = 1_000;
/// The longest lists.
const MOST_SUGGESTIONS: u32 = 12;
const MOST_LANGUAGES: u32 = 20;
const MOST_TOOLS: u32 = 200;

/// What settings are held against.
#[derive(Clone, Copy, Debug)]
pub struct Known<'a> {
    /// The tools that there are.
    pub tools: &'a [KnownTool],
    /// The models that there are.
    pub models: &'a [String],
    /// Whether whoever saves may switch on what is for administrators.
    pub is_admin: bool,
    /// The tools that are switched on now; they may stay so whoever saves.
    pub in_force: &'a [String],
}

/// A tool that there is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownTool {
    /// Its name.
    pub name: String,
    /// Whether only an administrator may switch it on.
    pub admin_only: bool,
}

/// Everything that is wrong with settings; [`super::tidied`] comes first.
pub fn check(settings: &ChatbotSettings, known: &Known<'_>) -> Vec<SettingsFault> {
    let mut faults = Faults::default();
    check_texts(settings, &mut faults);
    check_tools(settings, known, &mut faults);
    check_model(settings, known, &mut faults);
    check_languages(&settings.languages, &mut faults);
    check_times(settings, &mut faults);
    check_limits(settings, &mut faults);
    faults.into_list()
}

fn check_texts(settings: &ChatbotSettings, faults: &mut Faults) {
    faults.needed("name", &settings.name, LONGEST_NAME);
    faults.text("prompt", &settings.prompt, LONGEST_PROMPT);
    if !prompt_variables::unknown(&settings.prompt).is_empty() {
        faults.add("prompt", Code::UnknownVariable);
    }
    faults.text("initialMessage", settings.initial_message.as_deref().unwrap_or_default(), LONGEST_MESSAGE);
    faults.text("disclaimer", settings.disclaimer.as_deref().unwrap_or_default(), LONGEST_DISCLAIMER);
    faults.count("suggestedMessages", settings.suggested_messages.len(), MOST_SUGGESTIONS);
    let suggestions = settings.suggested_messages.iter().take(MOST_SUGGESTIONS as usize);
    each_once("suggestedMessages", suggestions.clone(), faults);
    for (index, suggestion) in suggestions.enumerate() {
        faults.needed(&format!("suggestedMessages.{index}"), suggestion, LONGEST_SUGGESTION);
    }
    if let Some(pattern) = &settings.answer_pattern {
        faults.text("answerPattern", pattern, LONGEST_PATTERN);
        let is_short = pattern.len() <= LONGEST_PATTERN as usize * 4;
        if is_short && answer_pattern(pattern).is_err() {
            faults.add("answerPattern", Code::NotAPattern);
        }
    }
}

fn check_tools(settings: &ChatbotSettings, known: &Known<'_>, faults: &mut Faults) {
    faults.count("allowedTools", settings.allowed_tools.len(), MOST_TOOLS);
    let allowed = settings.allowed_tools.iter().take(MOST_TOOLS as usize);
    each_once("allowedTools", allowed.clone(), faults);
    for (index, name) in allowed.enumerate() {
        let field = format!("allowedTools.{index}");
        match known.tools.iter().find(|tool| tool.name == *name) {
            None => faults.add(field, Code::Unknown),
            Some(tool) if tool.admin_only && !known.is_admin && !known.in_force.contains(name) => {
                faults.add(field, Code::AdminOnly);
            }
            Some(_) => {}
        }
    }
    let can_choose = match &settings.tool_choice {
        ToolChoice::Tool { tool_name } => settings.allowed_tools.contains(tool_name),
        ToolChoice::Required => !settings.allowed_tools.is_empty(),
        ToolChoice::Auto | ToolChoice::None => true,
    };
    if !can_choose {
        faults.add("toolChoice", Code::Conflicts);
    }
    faults.number("invalidCalls.retries", settings.invalid_calls.retries, 0, 5);
}

fn check_model(settings: &ChatbotSettings, known: &Known<'_>, faults: &mut Faults) {
    if settings.model.as_ref().is_some_and(|model| !known.models.contains(model)) {
        faults.add("model", Code::Unknown);
    }
    match settings.temperature {
        Some(temperature) if temperature < 0.0 => faults.add_bounded("temperature", Code::TooSmall, 0),
        Some(temperature) if temperature > 2.0 => faults.add_bounded("temperature", Code::TooLarge, 2),
        _ => {}
    }
}

fn check_languages(languages: &[String], faults: &mut Faults) {
    faults.count("languages", languages.len(), MOST_LANGUAGES);
    let languages = languages.iter().take(MOST_LANGUAGES as usize);
    each_once("languages", languages.clone(), faults);
    for (index, language) in languages.enumerate() {
        if !LanguageTag::parse(language).is_ok_and(|tag| tag.is_valid()) {
            faults.add(format!("languages.{index}"), Code::Unknown);
        }
    }
}

fn check_times(settings: &ChatbotSettings, faults: &mut Faults) {
    if let (Some(opens), Some(closes)) = (settings.opens_at, settings.closes_at)
        && closes <= opens
    {
        faults.add("closesAt", Code::WrongOrder);
    }
    if let Some(days) = settings.retention_days {
        faults.number("retentionDays", days, 1, 3_650);
    }
}

fn check_limits(settings: &ChatbotSettings, faults: &mut Faults) {
    let limits = &settings.limits;
    faults.number("limits.messageCharacters", limits.message_characters, 1, 100_000);
    faults.number("limits.requestsPerTurn", limits.requests_per_turn, 1, 50);
    faults.number("limits.turnSeconds", limits.turn_seconds, 10, 600);
    faults.number("limits.outputTokens", limits.output_tokens, 64, 100_000);
    if let Some(messages) = limits.messages_per_minute {
        faults.number("limits.messagesPerMinute", messages, 1, 1_000);
    }
    if let Some(tokens) = limits.student_tokens_per_day {
        faults.number("limits.studentTokensPerDay", tokens, 1_000, u32::MAX);
    }
    if let Some(tokens) = limits.course_tokens_per_month {
        faults.number("limits.courseTokensPerMonth", tokens, 1_000, u32::MAX);
    }
}

fn each_once<'a>(field: &str, items: impl Iterator<Item = &'a String>, faults: &mut Faults) {
    let mut seen = HashSet::new();
    for (index, item) in items.enumerate() {
        if !seen.insert(item) {
            faults.add(format!("{field}.{index}"), Code::Twice);
        }
    }
}

#[cfg(test)]
#[path = "tests.rs"]
mod tests;
