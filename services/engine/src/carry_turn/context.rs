//! What the model is sent: the history out of the database, and the tools that are granted.

use std::sync::Arc;

use chatbot_core::budget::{Room, SHORT_REPLY};
use chatbot_core::history::{self, History, PastTurn};
use chatbot_core::model::ModelRequest;
use chatbot_core::pipeline::{Budgets, RequirementVerdict, RoundPolicy, choice_of_round};
use chatbot_core::{ChatbotTurnContext, ToolRequirement};
use chatbot_protocol::ToolChoice;
use chatbot_store::local_times::LocalTimes;
use chatbot_store::{PgConnection, StoreError, authorization, in_force, past_turns};
use chatbot_tools::ToolInfo;

use super::running::{Carried, Frozen};
use crate::engine::Offer;
use crate::prompt::system_prompt;

/// How many turns of a conversation are read at most; older ones would not fit any model.
const LONGEST_HISTORY: usize = 200;

/// A request, and whether older turns did not fit.
pub(super) struct Prepared {
    pub request: ModelRequest,
    pub shortened: bool,
}

impl Carried {
    /// Whether the student may read the course now: who was taken out of it while a turn runs is told nothing more. Who
    /// was let in a moment ago is not asked again.
    pub(super) async fn may_still_ask(&self) -> Result<bool, StoreError> {
        if self.just_let_in {
            return Ok(true);
        }
        let (student, course) = (self.task.student, self.task.course.id);
        let now = self.engine.parts.clock.now();
        let mut conn = self.engine.conn().await?;
        authorization::allows(&mut conn, student, &ToolRequirement::CourseMaterial(course), now).await
    }

    /// Freezes what the next round is judged by: the configuration as it is now, and the granted tools. `false` where
    /// conversation or chatbot were deleted meanwhile.
    pub(super) async fn freeze_policy(&mut self) -> Result<bool, StoreError> {
        let mut conn = self.engine.conn().await?;
        // A turn begins under the settings that it was let in by.
        if !self.just_let_in {
            let found = in_force::find(&mut conn, self.task.conversation).await?;
            let Some(found) = found else { return Ok(false) };
            self.task.chatbot = Arc::new(found.chatbot);
        }
        let chosen = self.task.tool_choice.as_ref().unwrap_or(&self.task.chatbot.config.tool_choice);
        let choice = choice_of_round(chosen, self.committed);
        let granted = match (self.task.model.profile().tools, &choice) {
            (false, _) | (_, ToolChoice::None) => Vec::new(),
            (true, _) => self.granted(&mut conn, &choice).await?,
        };
        let config = &self.task.chatbot.config;
        self.budgets = Budgets::of_round(self.budgets.retries);
        self.policy = Frozen {
            tools: granted.iter().map(|info| info.spec.clone()).collect(),
            policy: Arc::new(RoundPolicy {
                granted: granted.into_iter().map(|info| (info.spec.name, info.schema)).collect(),
                choice,
                invalid_calls: config.invalid_calls,
                splice_schema_faults: config.splice_schema_faults,
            }),
        };
        Ok(true)
    }

    /// Builds the next request. `last` means that no tool may be called any more.
    pub(super) async fn prepare_request(&mut self, last: bool) -> Result<Prepared, StoreError> {
        let mut conn = self.engine.conn().await?;
        let (turns, left_out) = self.past_turns(&mut conn).await?;
        let today = self.today(&mut conn).await?;
        drop(conn);
        self.remember(&turns);
        let config = &self.task.chatbot.config;
        let page = self.task.page.as_ref().map(|(_, page)| page);
        let system = system_prompt(&self.task.chatbot, &self.task.course, &today, page, &self.splice);
        let profile = self.task.model.profile();
        let tools = if last { Vec::new() } else { self.policy.tools.clone() };
        let tool_choice = if tools.is_empty() { ToolChoice::None } else { self.policy.policy.choice.clone() };
        let longest = if self.short_of_budget { SHORT_REPLY } else { u32::MAX };
        let context = profile.context_tokens / if self.halved { 2 } else { 1 };
        let room = Room::of(context, &tools, config.limits.output_tokens.min(longest));
        let History { messages, shortened } = history::build(&system, &turns, room.history);
        let request = ModelRequest {
            messages,
            tools,
            tool_choice,
            max_output_tokens: Some(room.reply),
            temperature: config.temperature.filter(|_| profile.temperature),
            language: self.task.course.language.clone(),
        };
        Ok(Prepared { request, shortened: shortened || left_out })
    }

    /// What was said before and is asked now, as far as the model may still be told; and whether there is more.
    async fn past_turns(&self, conn: &mut PgConnection) -> Result<(Vec<PastTurn>, bool), StoreError> {
        let now = self.engine.parts.clock.now();
        let (conversation, student) = (self.task.conversation, self.task.student);
        let one_more = i64::try_from(LONGEST_HISTORY + 1).unwrap_or(i64::MAX);
        let mut turns = past_turns::list(conn, conversation, student, one_more, now).await?;
        let more = turns.len().saturating_sub(LONGEST_HISTORY);
        turns.drain(..more);
        history::expire(&mut turns, |name| {
            self.engine.tool(name).is_none_or(|offer| offer.info.result_lasts)
        });
        Ok((turns, more > 0))
    }

    /// The day where the course is, if the prompt asks for it.
    async fn today(&self, conn: &mut PgConnection) -> Result<String, StoreError> {
        if !self.task.chatbot.config.prompt.contains("{today}") {
            return Ok(String::new());
        }
        let now = self.engine.parts.clock.now();
        Ok(LocalTimes::find(conn, &self.task.course.time_zone, &[now]).await?.day_of(now))
    }

    /// What tools are told of this question and of the conversation before it.
    fn remember(&mut self, turns: &[PastTurn]) {
        let Some((current, before)) = turns.split_last() else { return };
        self.question.clone_from(&current.question);
        self.earlier_questions = before.iter().map(|turn| turn.question.clone()).collect();
        self.last_answer = before.last().and_then(|turn| turn.rounds.last()).map(|round| round.text.clone());
    }

    /// Configuration ∩ offer requirements ∩ choice, by name.
    async fn granted(
        &self,
        conn: &mut PgConnection,
        choice: &ToolChoice,
    ) -> Result<Vec<ToolInfo>, StoreError> {
        let context = self.tool_context(1);
        // What was asked right before the round, and held.
        let requirement = ToolRequirement::CourseMaterial(self.task.course.id);
        let mut known = vec![RequirementVerdict { requirement, holds: true }];
        let mut granted = Vec::new();
        for Offer { set, info } in self.engine.tools() {
            let name = &info.spec.name;
            let chosen = match choice {
                ToolChoice::Tool { tool_name } => tool_name == name,
                ToolChoice::Auto | ToolChoice::Required | ToolChoice::None => true,
            };
            if !chosen || !self.task.chatbot.config.allowed_tools.contains(name) {
                continue;
            }
            let Some(requirements) = set.offer_requirements(name, &context) else { continue };
            if self.all_hold(conn, &requirements, &mut known).await? {
                granted.push(info.clone());
            }
        }
        granted.sort_by(|a, b| a.spec.name.cmp(&b.spec.name));
        Ok(granted)
    }

    /// Whether the chatbot as it is configured now offers a tool to its student.
    pub(super) async fn is_offered(&self, conn: &mut PgConnection, name: &str) -> Result<bool, StoreError> {
        let is_on = self.task.chatbot.config.allowed_tools.iter().any(|on| on == name);
        let Some(Offer { set, .. }) = self.engine.tool(name).filter(|_| is_on) else { return Ok(false) };
        let Some(requirements) = set.offer_requirements(name, &self.tool_context(1)) else {
            return Ok(false);
        };
        self.all_hold(conn, &requirements, &mut Vec::new()).await
    }

    /// Whether all requirements hold; many tools have the same, so that what is known is not asked again.
    async fn all_hold(
        &self,
        conn: &mut PgConnection,
        requirements: &[ToolRequirement],
        known: &mut Vec<RequirementVerdict>,
    ) -> Result<bool, StoreError> {
        for requirement in requirements {
            let told = known.iter().find(|verdict| verdict.requirement == *requirement);
            let holds = if let Some(verdict) = told {
                verdict.holds
            } else {
                let now = self.engine.parts.clock.now();
                let holds = authorization::allows(conn, self.task.student, requirement, now).await?;
                known.push(RequirementVerdict { requirement: *requirement, holds });
                holds
            };
            if !holds {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// What a tool is told, with the first of its source numbers.
    pub(super) fn tool_context(&self, first_source_number: u32) -> ChatbotTurnContext {
        ChatbotTurnContext {
            user_id: self.task.student,
            course_id: self.task.course.id,
            chatbot_id: self.task.chatbot.id,
            conversation_id: self.task.conversation,
            turn_id: self.task.hold.turn,
            language: self.task.course.language.clone(),
            page_id: self.task.page.as_ref().map(|(id, _)| *id),
            question: self.question.clone(),
            earlier_questions: self.earlier_questions.clone(),
            last_answer: self.last_answer.clone(),
            now: self.engine.parts.clock.now(),
            first_source_number,
        }
    }
}
