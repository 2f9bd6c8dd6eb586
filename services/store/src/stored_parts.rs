//! What is stored of a message, as far as it can be read. Another version of the server may have written parts and
//! words that this one does not know, and somebody may have changed a row by hand: what cannot be read is left out, and
//! does not keep everybody from the rest of the conversation.

use chatbot_protocol::Part;
use chatbot_protocol::ui_message::MessageMetadata;
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};

/// The parts that can be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StoredParts(pub(crate) Vec<Part>);

impl<'de> Deserialize<'de> for StoredParts {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let Value::Array(parts) = Value::deserialize(deserializer)? else { return Ok(Self(Vec::new())) };
        Ok(Self(parts.into_iter().filter_map(|part| Part::deserialize(part).ok()).collect()))
    }
}

/// The facts that can be read.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct StoredMetadata(pub(crate) MessageMetadata);

impl<'de> Deserialize<'de> for StoredMetadata {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let stored = Value::deserialize(deserializer)?;
        if let Ok(metadata) = MessageMetadata::deserialize(&stored) {
            return Ok(Self(metadata));
        }
        let Value::Object(facts) = stored else { return Ok(Self(MessageMetadata::default())) };
        let can_be_read = |(name, fact): &(String, Value)| {
            MessageMetadata::deserialize(Value::from_iter([(name.clone(), fact.clone())])).is_ok()
        };
        let known: Map<String, Value> = facts.into_iter().filter(can_be_read).collect();
        Ok(Self(MessageMetadata::deserialize(Value::Object(known)).unwrap_or_default()))
    }
}

#[cfg(test)]
mod tests {
    use chatbot_protocol::ErrorCode;
    use serde_json::json;

    use super::*;

    #[test]
    fn what_cannot_be_read_is_left_out_and_the_rest_stays() {
        let text = json!({"type": "text", "text": "Kept.", "state": "done"});
        for (odd, kept) in [
            (json!({"type": "data-of-tomorrow", "data": {}}), 1),
            (json!({"type": "data-notice", "id": "n", "data": {"code": "of_tomorrow", "text": "?"}}), 1),
            (json!({"type": "tool-search", "state": "of-tomorrow", "toolCallId": "c", "input": {}}), 1),
            (json!({"type": "text"}), 1),
            (json!({}), 1),
            (json!(null), 1),
            (json!({"type": "step-start"}), 2),
        ] {
            let StoredParts(parts) = serde_json::from_value(json!([odd, text])).unwrap();
            assert_eq!(parts.len(), kept, "{odd}");
            assert_eq!(parts.last(), Some(&Part::Text { text: "Kept.".into(), streaming: false }));
        }
        for none in [json!([]), json!({}), json!(null), json!("text")] {
            assert_eq!(serde_json::from_value::<StoredParts>(none).unwrap(), StoredParts(Vec::new()));
        }
        let facts = json!({"model": "m", "state": "of_tomorrow", "errorCode": "internal", "new": [1]});
        let StoredMetadata(metadata) = serde_json::from_value(facts).unwrap();
        assert_eq!((metadata.model.as_deref(), metadata.state), (Some("m"), None));
        assert_eq!(metadata.error_code, Some(ErrorCode::Internal));
        assert_eq!(
            serde_json::from_value::<StoredMetadata>(json!([])).unwrap().0,
            MessageMetadata::default()
        );
    }
}
