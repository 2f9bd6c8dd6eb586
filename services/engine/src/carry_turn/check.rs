//! Holds each sentence of a reply against what it cites, as soon as it is whole, and the whole reply against what
//! is asked of answers. Where everything has to be confirmed, only what stands is shown.

use std::collections::{HashMap, HashSet};

use chatbot_core::ValidationReject;
use chatbot_core::citation::evidence::{CitedSentence, EvidencePassage, Judgement};
use chatbot_core::citation::{Evidence, Source, WholeSentence};
use chatbot_core::pipeline::{CheckedSentence, DoneNext, DonePolicy, DoneReply, done};
use chatbot_protocol::PageId;
use chatbot_protocol::api::CitationPolicy;
use chatbot_protocol::data_part::{NoticeCode, Verdict};
use chatbot_store::{PgConnection, StoreError, citation_rechecks, cited_sentences, pages, rounds};

use super::running::{Carried, Round};
use crate::measures;

/// What was found of a reply so far.
#[derive(Default)]
pub(crate) struct Reply {
    sentences: Vec<CheckedSentence>,
    /// A sentence was held back: what follows waits for the reply's end.
    failed: bool,
    /// What followed it and stands.
    waiting: Vec<(WholeSentence, Option<Judgement>)>,
    /// Which cited pages the student may read, as of this reply.
    open_pages: HashMap<PageId, bool>,
}

impl Carried {
    /// Checks the sentences that became whole.
    pub(super) async fn check_whole(&mut self) -> Result<(), StoreError> {
        for sentence in self.writer.take_whole() {
            Box::pin(self.check(sentence)).await?;
        }
        Ok(())
    }

    /// The text of a reply is over; a fault of the store only leaves its last sentences unchecked.
    pub(super) async fn end_text(&mut self) {
        let events = self.writer.finish();
        self.show(&events);
        if let Err(error) = self.check_whole().await {
            tracing::error!(%error, "the last sentences of a reply could not be checked");
        }
    }

    async fn check(&mut self, sentence: WholeSentence) -> Result<(), StoreError> {
        match self.citation_policy() {
            CitationPolicy::Off => Ok(()),
            CitationPolicy::Annotate => self.annotate(sentence).await,
            CitationPolicy::Enforce => self.enforce(sentence).await,
        }
    }

    async fn annotate(&mut self, sentence: WholeSentence) -> Result<(), StoreError> {
        let judgement = self.judge(&sentence).await?;
        self.reply.sentences.push(self.checked(&sentence, judgement.as_ref()));
        self.tell(&sentence, judgement.as_ref());
        Ok(())
    }

    async fn enforce(&mut self, sentence: WholeSentence) -> Result<(), StoreError> {
        let judgement = self.judge(&sentence).await?;
        let checked = self.checked(&sentence, judgement.as_ref());
        let stands = checked.stands();
        self.reply.sentences.push(checked);
        match (stands, self.reply.failed) {
            (false, _) => self.reply.failed = true,
            (true, true) => self.reply.waiting.push((sentence, judgement)),
            (true, false) => self.release(sentence, judgement.as_ref()),
        }
        Ok(())
    }

    /// Shows a sentence that stands, unless an earlier reply of the round has shown it.
    fn release(&mut self, sentence: WholeSentence, judgement: Option<&Judgement>) {
        if sentence.text.split_whitespace().next().is_some() && self.released.contains(&sentence.text) {
            return;
        }
        self.released.push_str(&sentence.with_markers());
        let (events, sentence) = self.writer.release(sentence);
        self.show(&events);
        self.tell(&sentence, judgement);
    }

    /// Tells the page what was found about a sentence that it shows.
    fn tell(&mut self, sentence: &WholeSentence, judgement: Option<&Judgement>) {
        let Some(judgement) = judgement else { return };
        let open = &self.reply.open_pages;
        let is_hidden = |source: &Source| open.get(&source.citation.page_id) == Some(&false);
        let events = self.writer.judged(sentence, judgement, &is_hidden);
        self.show(&events);
    }

    /// What is found when a sentence is held against what it cites; `None` when it cites nothing.
    async fn judge(&mut self, sentence: &WholeSentence) -> Result<Option<Judgement>, StoreError> {
        if sentence.numbers.is_empty() {
            return Ok(None);
        }
        let pages: HashSet<PageId> =
            self.writer.sources_of(sentence).map(|source| source.citation.page_id).collect();
        self.look_up(&pages).await?;
        let all_closed = pages.iter().all(|page| self.reply.open_pages.get(page) == Some(&false));
        if all_closed {
            measures::cited(Verdict::Hidden);
            return Ok(Some(Judgement { verdict: Verdict::Hidden, ..Judgement::unchecked() }));
        }
        let Evidence { cited, retrieved } = self.writer.evidence(sentence);
        let judgement = self.engine.parts.judge.judge(self.as_cited(sentence), &cited, &retrieved).await;
        measures::cited(judgement.verdict);
        Ok(Some(judgement))
    }

    fn as_cited<'a>(&'a self, sentence: &'a WholeSentence) -> CitedSentence<'a> {
        CitedSentence { text: &sentence.text, language: &self.task.course.language, kind: sentence.kind }
    }

    /// Whether pages are open to the student, once per page and reply.
    async fn look_up(&mut self, wanted: &HashSet<PageId>) -> Result<(), StoreError> {
        let known = &mut self.reply.open_pages;
        let unknown: Vec<PageId> = wanted.iter().filter(|page| !known.contains_key(page)).copied().collect();
        if unknown.is_empty() {
            return Ok(());
        }
        let mut conn = self.engine.conn().await?;
        let (student, course, now) = (self.task.student, self.task.course.id, self.engine.parts.clock.now());
        let open = pages::which_visible(&mut conn, student, course, now, &unknown).await?;
        known.extend(unknown.into_iter().map(|page| (page, open.contains(&page))));
        Ok(())
    }

    fn checked(&self, sentence: &WholeSentence, judgement: Option<&Judgement>) -> CheckedSentence {
        let evidence = self.writer.evidence(sentence);
        let nearest = judgement.and_then(|judgement| nearest(judgement, &evidence.cited));
        // Asked for only where a sentence without a citation has to be one.
        let is_small_talk = judgement.is_none()
            && self.citation_policy() == CitationPolicy::Enforce
            && self.engine.parts.judge.is_small_talk(self.as_cited(sentence), &evidence.retrieved);
        CheckedSentence {
            text: sentence.text.clone(),
            kind: sentence.kind,
            verdict: judgement.map(|judgement| judgement.verdict),
            nearest,
            is_small_talk,
        }
    }

    /// Judges a reply without calls; whether the model is to be asked again.
    pub(super) async fn done_pass(&mut self, last: bool) -> Result<bool, StoreError> {
        let Some(round) = self.round.clone() else { return Ok(false) };
        let policy = self.done_policy();
        let reply = DoneReply {
            text: &round.text,
            sentences: &self.reply.sentences,
            retrieved: self.writer.has_sources(),
        };
        let mut budgets = self.budgets;
        if last {
            budgets.validation_splices = 0;
        }
        let decision = done(&reply, &policy, budgets);
        if !decision.rejects.is_empty() {
            tracing::info!(rejects = decision.rejects.len(), "the done pass found faults");
            rounds::add_done_rejects(&mut *self.engine.conn().await?, round.id, &decision.rejects).await?;
        }
        match decision.next {
            DoneNext::Finish => {}
            DoneNext::AskAgain => {
                self.budgets = decision.budgets;
                self.splice = self.re_ask(&decision.rejects);
                self.reply.waiting.clear();
                self.try_again();
                return Ok(true);
            }
            DoneNext::FinishUnconfirmed => {
                for (sentence, judgement) in std::mem::take(&mut self.reply.waiting) {
                    self.release(sentence, judgement.as_ref());
                }
                let text = "The course material did not confirm the rest of this answer, so it is not shown.";
                self.notice(NoticeCode::NotConfirmed, text);
            }
        }
        Ok(false)
    }

    fn re_ask(&self, rejects: &[ValidationReject]) -> Vec<String> {
        let mut lines: Vec<String> = rejects.iter().map(ValidationReject::to_model_message).collect();
        if !self.released.trim().is_empty() {
            let shown = serde_json::Value::String(self.released.trim().to_owned());
            lines.push(format!(
                "{{\"already_shown\":{shown},\"description\":\"go on after it; do not repeat it\"}}"
            ));
        }
        lines
    }

    fn done_policy(&self) -> DonePolicy {
        let config = &self.task.chatbot.config;
        let (policy, problem) = DonePolicy::of(config.citation_policy, config.answer_pattern.as_deref());
        if let Some(problem) = problem {
            tracing::warn!(problem, "the answer pattern is none");
        }
        policy
    }

    fn citation_policy(&self) -> CitationPolicy {
        self.task.chatbot.config.citation_policy
    }

    /// What is kept of a reply as its text: what the model said, or, where that had to be confirmed first, what
    /// was shown of it.
    pub(super) fn text_to_keep<'a>(&'a self, round: &'a Round) -> &'a str {
        match self.citation_policy() {
            CitationPolicy::Enforce => &self.released,
            CitationPolicy::Off | CitationPolicy::Annotate => &round.text,
        }
    }

    /// Stores what was found since this was done last.
    pub(super) async fn write_findings(&self, tx: &mut PgConnection) -> Result<(), StoreError> {
        let now = self.engine.parts.clock.now();
        let turn = self.task.hold.turn;
        let (uses, unresolved) = self.writer.findings();
        if !uses.is_empty() {
            citation_rechecks::hold_pages(tx, turn).await?;
        }
        for used in uses {
            cited_sentences::insert(tx, self.engine.parts.ids.new_id(), turn, used, now).await?;
        }
        if !uses.is_empty() {
            citation_rechecks::queue_outdated_of_turn(tx, turn, now).await?;
        }
        for marker in unresolved {
            measures::cited(Verdict::Unresolved);
            let id = self.engine.parts.ids.new_id();
            cited_sentences::insert_unresolved(tx, id, turn, marker, now).await?;
        }
        Ok(())
    }
}

fn nearest(judgement: &Judgement, cited: &[EvidencePassage<'_>]) -> Option<String> {
    let span = judgement.cited_span.as_ref()?;
    let units: Vec<u16> = cited.get(span.passage)?.text.encode_utf16().collect();
    let stretch = units.get(span.units.start as usize..span.units.end as usize)?;
    Some(String::from_utf16_lossy(stretch))
}
