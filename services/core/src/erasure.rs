//! What stays of a call once the data of its student is erased: how it was judged, and a seal on its arguments. Nothing
//! that stays leads to a person or says a word of theirs.

use std::fmt;

use chatbot_protocol::{ChatbotId, ConversationId, UserId};
use chrono::NaiveDate;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use crate::pipeline::RequirementVerdict;
use crate::{Resource, ToolRequirement, ValidationReject};

/// The secret of the deployment under which erased arguments are sealed.
#[derive(Clone)]
pub struct ErasureKey(Hmac<Sha256>);

impl ErasureKey {
    /// A key out of a secret of any length; short ones are for the host to refuse.
    pub fn new(secret: &[u8]) -> Self {
        // Of no length: HMAC takes any. The fallback is never met.
        Self(Hmac::new_from_slice(secret).unwrap_or_else(|_| Hmac::new(&[0; 64].into())))
    }

    /// HMAC-SHA-256 of arguments as the model sent them.
    pub fn seal(&self, arguments: &str) -> [u8; 32] {
        let mut mac = self.0.clone();
        mac.update(arguments.as_bytes());
        mac.finalize().into_bytes().into()
    }
}

impl ErasureKey {
    /// A student's day with a chatbot: by it is found again what was spent on it, should they come back before it is
    /// over. Nobody who lacks the secret can tell whose it is.
    pub fn seal_day(&self, chatbot: ChatbotId, student: UserId, day: NaiveDate) -> [u8; 32] {
        // No arguments begin with a character that cannot be stored.
        self.seal(&format!("\0student day\0{chatbot}\0{student}\0{day}"))
    }

    /// A student's minute with a chatbot, counted since 1970: by it is found again when they wrote within the last one.
    pub fn seal_minute(&self, chatbot: ChatbotId, student: UserId, minute: i64) -> [u8; 32] {
        self.seal(&format!("\0student minute\0{chatbot}\0{student}\0{minute}"))
    }
}

impl fmt::Debug for ErasureKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("ErasureKey(secret)")
    }
}

/// The requirements with their verdicts, about nobody.
pub fn without_people(mut verdicts: Vec<RequirementVerdict>) -> Vec<RequirementVerdict> {
    for verdict in &mut verdicts {
        let ToolRequirement::ActionOnResource(_, resource) = &mut verdict.requirement else { continue };
        match resource {
            Resource::User { user, .. } => *user = UserId(Uuid::nil()),
            Resource::Conversation(conversation) => *conversation = ConversationId(Uuid::nil()),
            Resource::Course(_)
            | Resource::Page(_)
            | Resource::Chapter(_)
            | Resource::Exercise(_)
            | Resource::Chatbot(_)
            | Resource::Global => {}
        }
    }
    verdicts
}

/// Why a call was rejected, without what stood in it.
pub fn without_words(reject: &ValidationReject, tools: &[String]) -> ValidationReject {
    ValidationReject {
        tool: known_name(&reject.tool, tools).to_owned(),
        reason: reject.reason,
        expected: None,
        got: None,
        pointer: None,
        description: None,
    }
}

/// The name of a tool; nothing of a name that a model made up, which may be of anything.
pub fn known_name<'a>(name: &'a str, tools: &[String]) -> &'a str {
    if name == "done" || tools.iter().any(|tool| tool == name) { name } else { "" }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Action;
    use crate::reject::RejectReason;
    use chatbot_protocol::CourseId;

    #[test]
    fn arguments_are_sealed_as_rfc_4231_has_it() {
        let sealed = ErasureKey::new(b"Jefe").seal("what do ya want for nothing?");
        let hex: String = sealed.iter().fold(String::new(), |hex, byte| format!("{hex}{byte:02x}"));
        assert_eq!(hex, "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843");
        assert_ne!(ErasureKey::new(b"another").seal("{}"), ErasureKey::new(b"Jefe").seal("{}"));
    }

    #[test]
    fn requirements_keep_their_verdict_and_lose_the_person() {
        let (user, course) = (UserId(Uuid::from_u128(1)), CourseId(Uuid::from_u128(2)));
        let on = |resource| ToolRequirement::ActionOnResource(Action::ViewProgress, resource);
        let of = |requirement| RequirementVerdict { requirement, holds: true };
        let kept = without_people(vec![
            of(on(Resource::User { user, course })),
            of(ToolRequirement::CourseMaterial(course)),
        ]);
        let nobody = Resource::User { user: UserId(Uuid::nil()), course };
        assert_eq!(kept, [of(on(nobody)), of(ToolRequirement::CourseMaterial(course))]);
    }

    #[test]
    fn a_reject_keeps_its_reason_and_the_name_of_a_tool_that_there_is() {
        let tools = vec!["course_progress".to_owned()];
        let reject = ValidationReject::unknown_tool("saara_student", tools.clone());
        let kept = without_words(&reject, &tools);
        assert_eq!((kept.tool.as_str(), kept.reason, kept.got), ("", RejectReason::UnknownTool, None));
        assert_eq!(known_name("course_progress", &tools), "course_progress");
    }
}
