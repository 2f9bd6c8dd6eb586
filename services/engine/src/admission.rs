//! Who is let in to a course's settings and statistics. What somebody may not even know of does not exist for them; of
//! what they may know of, they are told that it is not for them.

use chatbot_core::{Action, Resource, ToolRequirement};
use chatbot_protocol::{ChatbotId, CourseId, ErrorCode, UserId};
use chatbot_store::chatbots::{self, Chatbot};
use chatbot_store::courses::{self, Course};
use chatbot_store::{PgConnection, StoreError, authorization};

use crate::engine::Engine;
use crate::error::EngineError;

impl Engine {
    /// Refuses who may not do this to the course.
    pub(crate) async fn admit(
        &self,
        conn: &mut PgConnection,
        caller: UserId,
        action: Action,
        course: CourseId,
    ) -> Result<(), EngineError> {
        if self.may(conn, caller, action, course).await? {
            return Ok(());
        }
        let known = self.may(conn, caller, Action::View, course).await?;
        Err(EngineError::refused(if known { ErrorCode::NotAllowed } else { ErrorCode::NotFound }))
    }

    /// A course that the caller may edit.
    pub(crate) async fn editable_course(
        &self,
        conn: &mut PgConnection,
        caller: UserId,
        course: CourseId,
    ) -> Result<Course, EngineError> {
        self.admit(conn, caller, Action::Edit, course).await?;
        courses::find(conn, course).await?.ok_or(EngineError::refused(ErrorCode::NotFound))
    }

    /// A chatbot of a course that the caller may edit, with that course. Others know of it when
    /// they can ask it, or see its statistics.
    pub(crate) async fn editable_chatbot(
        &self,
        conn: &mut PgConnection,
        caller: UserId,
        chatbot: ChatbotId,
    ) -> Result<(Chatbot, Course), EngineError> {
        let not_found = || EngineError::refused(ErrorCode::NotFound);
        let found = chatbots::find(conn, chatbot).await?.ok_or_else(not_found)?;
        let course = found.course_id;
        if !self.may(conn, caller, Action::Edit, course).await? {
            let known = self.may(conn, caller, Action::ViewStats, course).await?
                || found.enabled && self.may(conn, caller, Action::ViewMaterial, course).await?;
            return Err(if known { EngineError::refused(ErrorCode::NotAllowed) } else { not_found() });
        }
        let course = courses::find(conn, course).await?.ok_or_else(not_found)?;
        Ok((found, course))
    }

    async fn may(
        &self,
        conn: &mut PgConnection,
        caller: UserId,
        action: Action,
        course: CourseId,
    ) -> Result<bool, StoreError> {
        let requirement = ToolRequirement::ActionOnResource(action, Resource::Course(course));
        authorization::allows(conn, caller, &requirement, self.parts.clock.now()).await
    }
}
