//! How the model should choose tools, in the Vercel AI SDK's wire form.

use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser::SerializeStruct};
use ts_rs::TS;

/// How the model should choose tools.
///
/// On the wire: `"auto"`, `"none"`, `"required"` or `{"type":"tool","toolName":"…"}`. The shape mixes
/// bare strings with a tagged object, so serde is written by hand. Anything else is refused.
#[derive(Clone, Debug, Default, PartialEq, Eq, TS)]
#[ts(type = "\"auto\" | \"none\" | \"required\" | { type: \"tool\", toolName: string }")]
pub enum ToolChoice {
    /// The model decides whether to call a tool.
    #[default]
    Auto,
    /// The model must not call any tool.
    None,
    /// The model must call at least one tool.
    Required,
    /// The model must call the named tool.
    Tool {
        /// The name of a granted tool; never empty.
        tool_name: String,
    },
}

impl Serialize for ToolChoice {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Auto => serializer.serialize_str("auto"),
            Self::None => serializer.serialize_str("none"),
            Self::Required => serializer.serialize_str("required"),
            Self::Tool { tool_name } => {
                let mut tool = serializer.serialize_struct("ToolChoice", 2)?;
                tool.serialize_field("type", "tool")?;
                tool.serialize_field("toolName", tool_name)?;
                tool.end()
            }
        }
    }
}

impl<'de> Deserialize<'de> for ToolChoice {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_any(ToolChoiceVisitor)
    }
}

struct ToolChoiceVisitor;

impl<'de> de::Visitor<'de> for ToolChoiceVisitor {
    type Value = ToolChoice;

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(r#""auto", "none", "required" or {"type":"tool","toolName":"…"}"#)
    }

    fn visit_str<E: de::Error>(self, word: &str) -> Result<ToolChoice, E> {
        match word {
            "auto" => Ok(ToolChoice::Auto),
            "none" => Ok(ToolChoice::None),
            "required" => Ok(ToolChoice::Required),
            other => Err(E::invalid_value(de::Unexpected::Str(other), &self)),
        }
    }

    fn visit_map<A: de::MapAccess<'de>>(self, mut map: A) -> Result<ToolChoice, A::Error> {
        let mut kind: Option<String> = None;
        let mut tool_name: Option<String> = None;
        while let Some(key) = map.next_key::<String>()? {
            let slot = match key.as_str() {
                "type" => &mut kind,
                "toolName" => &mut tool_name,
                other => return Err(de::Error::unknown_field(other, &["type", "toolName"])),
            };
            if slot.replace(map.next_value()?).is_some() {
                return Err(de::Error::custom(format!("`{key}` is given twice")));
            }
        }
        match kind.as_deref() {
            Some("tool") => {}
            Some(other) => return Err(de::Error::invalid_value(de::Unexpected::Str(other), &"\"tool\"")),
            None => return Err(de::Error::missing_field("type")),
        }
        match tool_name {
            Some(tool_name) if !tool_name.is_empty() => Ok(ToolChoice::Tool { tool_name }),
            Some(_) => Err(de::Error::custom("`toolName` is empty")),
            None => Err(de::Error::missing_field("toolName")),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    #[test]
    fn every_choice_keeps_its_wire_form() {
        for (wire, choice) in [
            (json!("auto"), ToolChoice::Auto),
            (json!("none"), ToolChoice::None),
            (json!("required"), ToolChoice::Required),
            (json!({"type": "tool", "toolName": "a"}), ToolChoice::Tool { tool_name: "a".into() }),
        ] {
            assert_eq!(serde_json::to_value(&choice).unwrap(), wire);
            assert_eq!(serde_json::from_value::<ToolChoice>(wire).unwrap(), choice);
        }
    }

    #[test]
    fn anything_else_is_refused() {
        for wire in [
            json!("Auto"),
            json!(""),
            json!(1),
            json!(null),
            json!([]),
            json!({}),
            json!({"type": "tool"}),
            json!({"type": "tool", "toolName": ""}),
            json!({"type": "tool", "toolName": null}),
            json!({"type": "function", "toolName": "a"}),
            json!({"toolName": "a"}),
            json!({"type": "tool", "toolName": "a", "extra": 1}),
        ] {
            assert!(serde_json::from_value::<ToolChoice>(wire.clone()).is_err(), "{wire} was accepted");
        }
    }
}
