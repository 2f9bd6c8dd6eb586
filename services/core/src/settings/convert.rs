//! Settings to a configuration and back.

use chatbot_protocol::manage::{ChatbotLimits, ChatbotSettings};

use crate::config::{ChatbotConfig, DisclaimerConfig, LimitsConfig};
use crate::text;

/// A configuration as its teachers see it.
pub fn settings_of(name: &str, enabled: bool, config: &ChatbotConfig) -> ChatbotSettings {
    let config = config.clone();
    ChatbotSettings {
        name: name.to_owned(),
        enabled,
        prompt: config.prompt,
        initial_message: config.initial_message,
        suggested_messages: config.suggested_messages,
        disclaimer: config.disclaimer.map(|disclaimer| disclaimer.text),
        model: config.model,
        temperature: config.temperature,
        allowed_tools: config.allowed_tools,
        tool_choice: config.tool_choice,
        student_tool_choice: config.student_tool_choice,
        invalid_calls: config.invalid_calls,
        citation_policy: config.citation_policy,
        style: config.style,
        next_questions: config.next_questions,
        answer_pattern: config.answer_pattern,
        languages: config.languages,
        opens_at: config.opens_at,
        closes_at: config.closes_at,
        retention_days: config.retention_days,
        limits: limits_of(&config.limits),
    }
}

fn limits_of(limits: &LimitsConfig) -> ChatbotLimits {
    ChatbotLimits {
        message_characters: limits.message_characters,
        requests_per_turn: limits.requests_per_turn,
        turn_seconds: limits.turn_seconds,
        output_tokens: limits.output_tokens,
        messages_per_minute: limits.messages_per_minute,
        student_tokens_per_day: limits.student_tokens_per_day,
        course_tokens_per_month: limits.course_tokens_per_month,
    }
}

/// The configuration that settings ask for. What no teacher sets stays as it is in `before`; a disclaimer whose
/// text is another than in `before` gets the version `next_disclaimer`.
pub fn config_of(settings: &ChatbotSettings, before: &ChatbotConfig, next_disclaimer: u32) -> ChatbotConfig {
    let settings = settings.clone();
    let limits = settings.limits;
    ChatbotConfig {
        prompt: settings.prompt,
        initial_message: settings.initial_message,
        suggested_messages: settings.suggested_messages,
        disclaimer: settings.disclaimer.map(|text| disclaimer(text, before, next_disclaimer)),
        model: settings.model,
        temperature: settings.temperature,
        allowed_tools: settings.allowed_tools,
        tool_choice: settings.tool_choice,
        student_tool_choice: settings.student_tool_choice,
        invalid_calls: settings.invalid_calls,
        citation_policy: settings.citation_policy,
        style: settings.style,
        next_questions: settings.next_questions,
        answer_pattern: settings.answer_pattern,
        languages: settings.languages,
        opens_at: settings.opens_at,
        closes_at: settings.closes_at,
        retention_days: settings.retention_days,
        limits: LimitsConfig {
            message_characters: limits.message_characters,
            requests_per_turn: limits.requests_per_turn,
            turn_seconds: limits.turn_seconds,
            output_tokens: limits.output_tokens,
            rounds_per_turn: before.limits.rounds_per_turn,
            messages_per_minute: limits.messages_per_minute,
            student_tokens_per_day: limits.student_tokens_per_day,
            course_tokens_per_month: limits.course_tokens_per_month,
        },
        splice_schema_faults: before.splice_schema_faults,
        concurrency: before.concurrency,
    }
}

fn disclaimer(text: String, before: &ChatbotConfig, next: u32) -> DisclaimerConfig {
    match &before.disclaimer {
        Some(before) if before.text == text => before.clone(),
        _ => DisclaimerConfig { text, version: next },
    }
}

/// Settings without blanks around what is said, and with nothing where nothing is said.
pub fn tidied(mut settings: ChatbotSettings) -> ChatbotSettings {
    let said = |given: Option<String>| given.filter(|given| !given.trim().is_empty());
    // One with NUL is refused, not mended.
    if !settings.name.contains('\0') {
        settings.name = text::line_of(&settings.name);
    }
    settings.initial_message = said(settings.initial_message);
    settings.disclaimer = said(settings.disclaimer);
    settings.model = said(settings.model);
    settings.answer_pattern = said(settings.answer_pattern);
    for text in settings.suggested_messages.iter_mut().chain(&mut settings.languages) {
        *text = text.trim().to_owned();
    }
    settings
}
