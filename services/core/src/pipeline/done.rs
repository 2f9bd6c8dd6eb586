//! The done pass: judges a reply without calls, the answer. Whether sentences stand in their passages was found
//! before; here it is decided what follows from it.

use chatbot_protocol::api::CitationPolicy;
use chatbot_protocol::data_part::Verdict;
use regex::{Regex, RegexBuilder};

use super::policy::Budgets;
use crate::citation::SentenceKind;
use crate::reject::{RejectReason, ValidationReject};

/// A sentence of the answer with what was found about it.
#[derive(Clone, Debug, PartialEq)]
pub struct CheckedSentence {
    /// The sentence without markers.
    pub text: String,
    /// What kind it is.
    pub kind: SentenceKind,
    /// What was found; `None` when it cites nothing.
    pub verdict: Option<Verdict>,
    /// The passage's own sentence that comes nearest.
    pub nearest: Option<String>,
    /// Whether it is small talk: nothing in it that the material could confirm or deny.
    pub is_small_talk: bool,
}

impl CheckedSentence {
    /// Whether it may reach the student when the material has to confirm everything.
    pub const fn stands(&self) -> bool {
        match self.verdict {
            Some(Verdict::Supported | Verdict::Partly | Verdict::Unchecked) => true,
            Some(Verdict::Unsupported | Verdict::Misquoted | Verdict::Hidden | Verdict::Unresolved) => false,
            None => self.is_small_talk,
        }
    }
}

/// An answer as it came.
#[derive(Clone, Debug, PartialEq)]
pub struct DoneReply<'a> {
    /// Its text, markers included.
    pub text: &'a str,
    /// Its sentences.
    pub sentences: &'a [CheckedSentence],
    /// Whether the turn brought any passage.
    pub retrieved: bool,
}

/// What is asked of answers.
#[derive(Clone, Debug, Default)]
pub struct DonePolicy {
    /// How strictly answers cite.
    pub citations: CitationPolicy,
    /// What a finished answer must match.
    pub pattern: Option<Regex>,
}

impl DonePolicy {
    /// What a configuration asks for. A pattern that is none asks for nothing; what is wrong with it comes beside.
    pub fn of(citations: CitationPolicy, pattern: Option<&str>) -> (Self, Option<String>) {
        match pattern.map(answer_pattern).transpose() {
            Ok(pattern) => (Self { citations, pattern }, None),
            Err(problem) => (Self { citations, pattern: None }, Some(problem)),
        }
    }
}

/// How much memory a compiled pattern may take, in bytes.
const LARGEST_PATTERN: usize = 1 << 20;

/// Compiles what a finished answer must match.
///
/// # Errors
/// Why it is no pattern, or one that takes too much memory.
pub fn answer_pattern(pattern: &str) -> Result<Regex, String> {
    RegexBuilder::new(pattern)
        .size_limit(LARGEST_PATTERN)
        .dfa_size_limit(LARGEST_PATTERN)
        .build()
        .map_err(|problem| problem.to_string())
}

/// What is decided about an answer.
#[derive(Clone, Debug, PartialEq)]
pub struct DoneDecision {
    /// What is wrong with it, for the record.
    pub rejects: Vec<ValidationReject>,
    /// What happens next.
    pub next: DoneNext,
    /// What is left of the budgets.
    pub budgets: Budgets,
}

/// What happens next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DoneNext {
    /// It is the answer.
    Finish,
    /// The model is asked again and shown what was wrong.
    AskAgain,
    /// Asking again is spent: the student gets what stands, and is told that the rest was not confirmed.
    FinishUnconfirmed,
}

/// Judges an answer.
pub fn done(reply: &DoneReply<'_>, policy: &DonePolicy, budgets: Budgets) -> DoneDecision {
    let rejects = rejects(reply, policy);
    let enforced = policy.citations == CitationPolicy::Enforce;
    let (next, budgets) = match budgets.validation_splices.checked_sub(1) {
        _ if rejects.is_empty() || !enforced => (DoneNext::Finish, budgets),
        Some(left) => (DoneNext::AskAgain, Budgets { validation_splices: left, ..budgets }),
        None => (DoneNext::FinishUnconfirmed, budgets),
    };
    DoneDecision { rejects, next, budgets }
}

fn rejects(reply: &DoneReply<'_>, policy: &DonePolicy) -> Vec<ValidationReject> {
    use RejectReason as Reason;
    let mut rejects = Vec::new();
    if let Some(pattern) = policy.pattern.as_ref().filter(|pattern| !pattern.is_match(reply.text)) {
        let expected = Some(pattern.as_str().to_owned());
        let why = "the whole answer must match the expected pattern";
        rejects.push(ValidationReject::done(Reason::DoneReasonMismatch, None, expected, why));
    }
    if policy.citations == CitationPolicy::Off {
        return rejects;
    }
    rejects.extend(reply.sentences.iter().filter(|sentence| has_unreadable_marker(sentence)).map(
        |sentence| {
            let why = "write a marker exactly as it stands in the source, for example 【3】";
            ValidationReject::done(Reason::DoneReasonMismatch, Some(sentence.text.clone()), None, why)
        },
    ));
    if reply.retrieved && reply.sentences.iter().all(|sentence| sentence.verdict.is_none()) {
        let why = "the answer cites nothing; write the marker of its source after each sentence";
        rejects.push(ValidationReject::done(Reason::DoneEvidenceMissing, None, None, why));
    } else if policy.citations == CitationPolicy::Enforce {
        let uncited =
            reply.sentences.iter().filter(|sentence| sentence.verdict.is_none() && !sentence.stands());
        rejects.extend(uncited.map(|sentence| {
            let why = "this sentence needs the marker of its source, or has to go";
            ValidationReject::done(Reason::DoneEvidenceMissing, Some(sentence.text.clone()), None, why)
        }));
    }
    rejects.extend(reply.sentences.iter().filter_map(mismatch));
    rejects
}

fn mismatch(sentence: &CheckedSentence) -> Option<ValidationReject> {
    let (reason, why) = match sentence.verdict? {
        Verdict::Unsupported => (
            RejectReason::DoneEvidenceMismatch,
            "the cited source does not say this; say what it says, or leave it out",
        ),
        Verdict::Misquoted => (
            RejectReason::DoneEvidenceMismatch,
            "the quotation does not stand in the cited source; quote word for word or not at all",
        ),
        Verdict::Hidden => {
            (RejectReason::NodeDisabled, "the cited page is not open to this student any more")
        }
        Verdict::Supported | Verdict::Partly | Verdict::Unchecked | Verdict::Unresolved => return None,
    };
    Some(ValidationReject::done(reason, Some(sentence.text.clone()), sentence.nearest.clone(), why))
}

/// Brackets of a marker that were left in the text, because nothing could be read out of them.
fn has_unreadable_marker(sentence: &CheckedSentence) -> bool {
    sentence.kind != SentenceKind::Code && sentence.text.contains(['【', '】'])
}

#[cfg(test)]
mod tests {
    use super::*;
    use Verdict::{Hidden, Misquoted, Partly, Supported, Unchecked, Unsupported};

    fn sentence(text: &str, verdict: Option<Verdict>) -> CheckedSentence {
        CheckedSentence {
            text: text.to_owned(),
            kind: SentenceKind::Prose,
            verdict,
            nearest: verdict.map(|_| "The page's own words.".to_owned()),
            is_small_talk: text == "Sure!",
        }
    }

    fn decide(citations: CitationPolicy, sentences: &[CheckedSentence], splices: u32) -> DoneDecision {
        let reply = DoneReply { text: "text", sentences, retrieved: true };
        let policy = DonePolicy { citations, pattern: None };
        done(&reply, &policy, Budgets { validation_splices: splices, ..Budgets::of_round(0) })
    }

    #[test]
    fn each_verdict_has_its_reject() {
        use RejectReason::{DoneEvidenceMismatch, DoneEvidenceMissing, DoneReasonMismatch, NodeDisabled};
        let cited = sentence("Fine.", Some(Supported));
        for (sentences, wanted) in [
            (vec![cited.clone()], vec![]),
            (vec![sentence("Sure!", None), cited.clone()], vec![]),
            (vec![sentence("a", Some(Partly)), sentence("b", Some(Unchecked))], vec![]),
            (vec![sentence("Sure!", None)], vec![DoneEvidenceMissing]),
            (vec![cited.clone(), sentence("A claim.", None)], vec![DoneEvidenceMissing]),
            (vec![sentence("a", Some(Unsupported))], vec![DoneEvidenceMismatch]),
            (vec![cited.clone(), sentence("b", Some(Misquoted))], vec![DoneEvidenceMismatch]),
            (vec![sentence("a", Some(Hidden))], vec![NodeDisabled]),
            (vec![sentence("a 【x】", Some(Supported))], vec![DoneReasonMismatch]),
        ] {
            let decision = decide(CitationPolicy::Enforce, &sentences, 3);
            let reasons: Vec<RejectReason> = decision.rejects.iter().map(|reject| reject.reason).collect();
            assert_eq!(reasons, wanted, "{sentences:?}");
            let next = if wanted.is_empty() { DoneNext::Finish } else { DoneNext::AskAgain };
            assert_eq!(decision.next, next);
        }
    }

    #[test]
    fn only_enforce_asks_again_and_only_as_long_as_it_may() {
        let wrong = [sentence("a", Some(Unsupported))];
        let annotated = decide(CitationPolicy::Annotate, &wrong, 3);
        assert_eq!((annotated.next, annotated.rejects.len()), (DoneNext::Finish, 1), "it is on record");
        assert_eq!(decide(CitationPolicy::Off, &wrong, 3).rejects, []);
        let enforced = decide(CitationPolicy::Enforce, &wrong, 1);
        assert_eq!((enforced.next, enforced.budgets.validation_splices), (DoneNext::AskAgain, 0));
        assert_eq!(decide(CitationPolicy::Enforce, &wrong, 0).next, DoneNext::FinishUnconfirmed);
    }

    #[test]
    fn an_answer_that_misses_the_pattern_is_rejected_with_it() {
        let reply = DoneReply { text: "No.", sentences: &[], retrieved: false };
        let pattern = Regex::new("(?i)^yes").ok();
        let policy = DonePolicy { citations: CitationPolicy::Enforce, pattern };
        let decision = done(&reply, &policy, Budgets::of_round(0));
        assert_eq!(decision.rejects[0].reason, RejectReason::DoneReasonMismatch);
        assert_eq!(decision.rejects[0].expected.as_deref(), Some(&["(?i)^yes".to_owned()][..]));
    }
}
