//! What is wrong with settings, gathered.

use chatbot_protocol::manage::{SettingsFault, SettingsFaultCode as Code};

/// The faults that were found so far.
#[derive(Debug, Default)]
pub(super) struct Faults(Vec<SettingsFault>);

impl Faults {
    pub(super) fn add(&mut self, field: impl Into<String>, code: Code) {
        self.add_bounded(field, code, None);
    }

    pub(super) fn add_bounded(
        &mut self,
        field: impl Into<String>,
        code: Code,
        limit: impl Into<Option<u32>>,
    ) {
        let limit = limit.into();
        self.0.push(SettingsFault { field: field.into(), code, limit, message: sentence(code, limit) });
    }

    /// A text that must have something to say.
    pub(super) fn needed(&mut self, field: &str, text: &str, longest: u32) {
        if text.trim().is_empty() {
            self.add(field, Code::Missing);
        }
        self.text(field, text, longest);
    }

    /// A text of at most so many characters.
    pub(super) fn text(&mut self, field: impl Into<String>, text: &str, longest: u32) {
        let field = field.into();
        if text.contains('\0') {
            self.add(field.clone(), Code::NotStorable);
        }
        if crate::text::first_chars(text, longest as usize).1 {
            self.add_bounded(field, Code::TooLong, longest);
        }
    }

    /// A list of at most so many.
    pub(super) fn count(&mut self, field: &str, count: usize, most: u32) {
        if count > most as usize {
            self.add_bounded(field, Code::TooMany, most);
        }
    }

    /// A number between two others.
    pub(super) fn number(&mut self, field: &str, number: u32, least: u32, most: u32) {
        if number < least {
            self.add_bounded(field, Code::TooSmall, least);
        } else if number > most {
            self.add_bounded(field, Code::TooLarge, most);
        }
    }

    pub(super) fn into_list(self) -> Vec<SettingsFault> {
        self.0
    }
}

fn sentence(code: Code, limit: Option<u32>) -> String {
    let limit = limit.unwrap_or_default();
    match code {
        Code::Missing => "This is needed.".to_owned(),
        Code::TooLong => format!("This may have at most {limit} characters."),
        Code::TooMany => format!("There may be at most {limit}."),
        Code::TooSmall => format!("This must be at least {limit}."),
        Code::TooLarge => format!("This may be at most {limit}."),
        Code::NotStorable => "This holds characters that cannot be stored.".to_owned(),
        Code::Unknown => "There is no such thing.".to_owned(),
        Code::AdminOnly => "Only an administrator may switch this on.".to_owned(),
        Code::Twice => "This is there twice.".to_owned(),
        Code::NotAPattern => "This is no regular expression, or one that takes too much memory.".to_owned(),
        Code::UnknownVariable => "There is no variable of this name.".to_owned(),
        Code::WrongOrder => "It must close after it opens.".to_owned(),
        Code::Conflicts => "This does not go with the other settings.".to_owned(),
    }
}
