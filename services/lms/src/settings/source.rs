//! Where settings come from.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use super::table::{SETTINGS, allowed};
use super::value::SettingsError;

/// The environment and `chatbot.toml`.
#[derive(Clone, Debug, Default)]
pub struct Source {
    environment: BTreeMap<String, String>,
    file: toml::Table,
    path: PathBuf,
}

impl Source {
    /// Takes the environment alone.
    pub fn from_environment(environment: BTreeMap<String, String>) -> Self {
        Self { environment, ..Self::default() }
    }

    /// Takes the environment and the file; an absent file is an empty one unless it was `asked_for`.
    pub fn read(
        environment: BTreeMap<String, String>,
        path: &Path,
        asked_for: bool,
    ) -> Result<Self, SettingsError> {
        let text = match std::fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == std::io::ErrorKind::NotFound && !asked_for => String::new(),
            Err(source) => {
                return Err(SettingsError::UnreadableFile { path: path.to_owned(), source });
            }
        };
        let file = text.parse().map_err(|source| SettingsError::InvalidFile {
            path: path.to_owned(),
            source: Box::new(source),
        })?;
        Ok(Self { environment, file, path: path.to_owned() })
    }

    /// A key of the file that is no setting is most likely a slip of the pen.
    pub(super) fn refuse_unknown_keys(&self) -> Result<(), SettingsError> {
        let known = |key: &str| SETTINGS.iter().any(|setting| setting.name.eq_ignore_ascii_case(key));
        match self.file.keys().find(|key| !known(key)) {
            None => Ok(()),
            Some(key) => Err(SettingsError::UnknownKey {
                path: self.path.clone(),
                key: key.clone(),
                known: SETTINGS
                    .iter()
                    .map(|setting| setting.name.to_ascii_lowercase())
                    .collect::<Vec<_>>()
                    .join(", "),
            }),
        }
    }

    /// The value as text. An empty variable counts as absent, as `VAR= command` is the shell's way to unset one.
    pub(super) fn text(&self, name: &'static str) -> Result<Option<String>, SettingsError> {
        if let Some(value) = self.environment.get(name) {
            let value = value.trim();
            return Ok((!value.is_empty()).then(|| value.to_owned()));
        }
        let Some(value) = self.file.get(&name.to_ascii_lowercase()) else {
            return Ok(None);
        };
        match value {
            toml::Value::String(text) => Ok(Some(text.trim().to_owned()).filter(|text| !text.is_empty())),
            toml::Value::Integer(number) => Ok(Some(number.to_string())),
            toml::Value::Float(number) => Ok(Some(number.to_string())),
            toml::Value::Array(items) if items.iter().all(toml::Value::is_str) => {
                Ok(Some(items.iter().filter_map(toml::Value::as_str).collect::<Vec<_>>().join(",")))
            }
            other => Err(SettingsError::invalid(name, &other.to_string(), allowed(name))),
        }
    }
}
