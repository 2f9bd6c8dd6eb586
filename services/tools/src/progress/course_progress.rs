//! Tells how far a student is in the chatbot's course: their own progress, or somebody else's for those
//! who may see it.

use chatbot_core::fence::escape;
use chatbot_core::tool::{Action, Resource};
use chatbot_core::{ChatbotTurnContext, ToolRequirement};
use chatbot_protocol::UserId;
use chatbot_store::PgConnection;
use chatbot_store::local_times::LocalTimes;
use chatbot_store::progress::{ChapterProgress, ExerciseProgress, ExerciseStatus, Progress, of_student};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer};
use serde_json::Value;
use uuid::Uuid;

use crate::application::ApplicationConfiguration;
use crate::error::ChatbotResult;
use crate::schema;
use crate::tool::{ChatbotTool, ChatbotToolDeclaration, ToolCategory};

/// Whose progress.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CourseProgressArguments {
    /// Id of the person whose progress is asked for. Leave it out for the student you are talking with.
    #[serde(default, deserialize_with = "optional_user")]
    pub user: Option<UserId>,
}

/// How far somebody is.
#[derive(Debug)]
pub struct CourseProgress {
    own: bool,
    progress: Progress,
    times: LocalTimes,
}

impl ChatbotToolDeclaration for CourseProgress {
    const NAME: &'static str = "course_progress";
    const DESCRIPTION: &'static str = "Tells how far the student is in this course: points and status of every \
        exercise, chapter by chapter, deadlines, and what is completed. Use it when the student asks about \
        their own progress, points, deadlines or what to do next.";
    const CATEGORY: ToolCategory = ToolCategory::Progress;

    fn parameters() -> Value {
        schema::of::<CourseProgressArguments>()
    }

    fn offer_requirements(user_context: &ChatbotTurnContext) -> Vec<ToolRequirement> {
        vec![ToolRequirement::CourseMaterial(user_context.course_id)]
    }

    /// What it tells is true of the moment, and names pages that may be hidden later.
    fn result_lasts() -> bool {
        false
    }
}

impl ChatbotTool for CourseProgress {
    type Arguments = CourseProgressArguments;

    fn call_requirements(
        arguments: &Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> Vec<ToolRequirement> {
        let user = arguments.user.unwrap_or(user_context.user_id);
        let resource = Resource::User { user, course: user_context.course_id };
        vec![ToolRequirement::ActionOnResource(Action::ViewProgress, resource)]
    }

    async fn from_db_and_arguments(
        conn: &mut PgConnection,
        _app_config: &ApplicationConfiguration,
        arguments: Self::Arguments,
        user_context: &ChatbotTurnContext,
    ) -> ChatbotResult<Self> {
        let user = arguments.user.unwrap_or(user_context.user_id);
        let progress = of_student(conn, user, user_context.course_id, user_context.now).await?;
        // Whoever asks reads the times.
        let times = progress.times();
        let times =
            LocalTimes::for_person(conn, user_context.user_id, user_context.course_id, &times).await?;
        Ok(Self { own: user == user_context.user_id, progress, times })
    }

    fn output(&self) -> String {
        let all: Vec<&ExerciseProgress> = self.progress.exercises().collect();
        if all.is_empty() {
            return "There are no exercises in the open part of this course.".to_owned();
        }
        let done = all.iter().filter(|exercise| exercise.status == ExerciseStatus::Graded).count();
        let mut lines = vec![format!(
            "{}: {} of {}. Exercises graded: {done} of {}.",
            if self.own { "Points so far" } else { "Points of the person so far" },
            points(self.progress.points()),
            points(self.progress.max_points()),
            all.len(),
        )];
        for completion in &self.progress.completions {
            let what = completion.module_title.as_deref().map_or("the course".to_owned(), escape);
            let grade = completion.grade.as_deref().map(|grade| format!(", grade {}", escape(grade)));
            let at = self.times.text_of(completion.completed_at);
            lines.push(format!("Completed {what} at {at}{}.", grade.unwrap_or_default()));
        }
        if !self.progress.times().is_empty() {
            lines.push(format!("All times are {} time.", escape(self.times.zone())));
        }
        let chapters = self.progress.chapters.iter().filter(|chapter| !chapter.exercises.is_empty());
        lines.extend(chapters.map(|listed| chapter(listed, &self.times)));
        lines.join("\n")
    }

    fn output_description_instructions(&self) -> Option<String> {
        Some("Say the total first, then only what the question asks for. Encourage, do not judge.".to_owned())
    }
}

fn chapter(chapter: &ChapterProgress, times: &LocalTimes) -> String {
    let title = chapter.title.as_deref().map_or("Other pages".to_owned(), escape);
    let reached: f64 = chapter.exercises.iter().filter_map(|exercise| exercise.points).sum();
    let possible: f64 = chapter.exercises.iter().map(|exercise| exercise.max_points).sum();
    let mut lines = vec![format!("Chapter “{title}”: {} of {} points.", points(reached), points(possible))];
    lines.extend(chapter.exercises.iter().map(|listed| exercise(listed, times)));
    lines.join("\n")
}

fn exercise(exercise: &ExerciseProgress, times: &LocalTimes) -> String {
    let status = match exercise.status {
        ExerciseStatus::NotStarted => "not started",
        ExerciseStatus::InProgress => "in progress",
        ExerciseStatus::Submitted => "submitted, not graded yet",
        ExerciseStatus::Graded => "graded",
    };
    let reached = exercise.points.map_or(String::new(), |reached| format!("{} of ", points(reached)));
    let deadline = exercise.deadline_at.map(|at| format!(", due {}", times.text_of(at)));
    format!(
        "- {} (page “{}”): {status}, {reached}{} points{}",
        escape(&exercise.title),
        escape(&exercise.page_title),
        points(exercise.max_points),
        deadline.unwrap_or_default(),
    )
}

/// Points without needless decimals.
fn points(points: f64) -> String {
    // Nothing at all sums up to minus zero.
    let rounded = (points * 100.0).round() / 100.0 + 0.0;
    format!("{rounded}")
}

/// An id, or nothing; models write nothing in many ways.
fn optional_user<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<UserId>, D::Error> {
    let Some(text) = Option::<String>::deserialize(deserializer)? else { return Ok(None) };
    match text.trim().to_lowercase().as_str() {
        "" | "null" | "none" | "n/a" | "undefined" => Ok(None),
        id => {
            let id =
                Uuid::parse_str(id).map_err(|_| serde::de::Error::custom("`user` must be an id (UUID)"))?;
            Ok(Some(UserId(id)))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_many_ways_to_say_nothing_mean_the_student() {
        for arguments in
            [r"{}", r#"{"user": null}"#, r#"{"user": "null"}"#, r#"{"user": "N/A"}"#, r#"{"user": ""}"#]
        {
            assert_eq!(
                CourseProgress::parse_arguments(arguments.to_owned()).unwrap().user,
                None,
                "{arguments}"
            );
        }
    }

    #[test]
    fn no_points_are_zero_points() {
        assert_eq!(points(std::iter::empty::<f64>().sum()), "0");
        assert_eq!(points(2.5), "2.5");
    }

    #[test]
    fn a_person_that_is_no_id_is_refused_with_the_fields_name() {
        let error = CourseProgress::parse_arguments(r#"{"user": "Maija"}"#.to_owned()).unwrap_err();
        assert!(error.to_model_text().contains("`user`"));
    }
}
