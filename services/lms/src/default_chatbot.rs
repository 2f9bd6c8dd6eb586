//! Makes courses ready to be asked: gives every course that may have a chatbot its first one, and cuts its
//! pages into passages.

use chatbot_core::ChatbotConfig;
use chatbot_core::clock::{Clock, Ids};
use chatbot_core::config::LimitsConfig;
use chatbot_protocol::{ChatbotId, CourseId};
use chatbot_store::chatbots::{self, NewChatbot};
use chatbot_store::course_index::{self, CourseIndex};
use chatbot_tools::ToolSet;
use sqlx::{Connection, PgConnection};

use crate::LmsError;

/// Creates the missing chatbots and cuts what changed, so that a new course can be asked at once.
pub async fn make_ready(
    db: &mut PgConnection,
    clock: &dyn Clock,
    ids: &dyn Ids,
    progress: &mut (dyn FnMut(CourseIndex) + Send),
) -> Result<(), LmsError> {
    create_missing(db, &chatbot_tools::shipped()?, clock, ids).await?;
    for course in course_index::stale_courses(db).await? {
        course_index::refresh(db, course, clock.now(), &mut *progress).await?;
    }
    Ok(())
}

/// Creates the missing chatbots; gives how many. A course whose teacher deleted its chatbot gets none.
pub async fn create_missing(
    db: &mut PgConnection,
    tools: &dyn ToolSet,
    clock: &dyn Clock,
    ids: &dyn Ids,
) -> Result<usize, LmsError> {
    let courses = sqlx::query!(
        "select id, language from lms.courses c
         where can_add_chatbot and not exists (select from chatbot.chatbots b where b.course_id = c.id)",
    )
    .fetch_all(&mut *db)
    .await?;
    let allowed_tools: Vec<String> = tools.tools().into_iter().map(|tool| tool.spec.name).collect();
    for course in &courses {
        let config = ChatbotConfig { allowed_tools: allowed_tools.clone(), ..greeting(&course.language) };
        let new = NewChatbot {
            id: ChatbotId(ids.new_id()),
            course_id: CourseId(course.id),
            name: if is_finnish(&course.language) { "Kurssiopas" } else { "Course guide" },
            is_default: true,
            config: &config,
            author: None,
            now: clock.now(),
        };
        let mut tx = db.begin().await?;
        chatbots::insert(&mut tx, new).await?;
        tx.commit().await?;
    }
    Ok(courses.len())
}

fn is_finnish(language: &str) -> bool {
    language.split('-').next() == Some("fi")
}

fn greeting(language: &str) -> ChatbotConfig {
    let (initial, suggested): (&str, [&str; 2]) = if is_finnish(language) {
        (
            "Hei! Vastaan kurssin sivujen perusteella ja kerron aina, miltä sivulta vastaus löytyy.",
            ["Mistä tällä kurssilla on kyse?", "Miten olen edennyt?"],
        )
    } else {
        (
            "Hello. I answer from the pages of this course and always say which page an answer comes from.",
            ["What is this course about?", "How am I doing?"],
        )
    };
    ChatbotConfig {
        initial_message: Some(initial.to_owned()),
        suggested_messages: suggested.into_iter().map(str::to_owned).collect(),
        limits: LimitsConfig::NEW_CHATBOT,
        ..ChatbotConfig::default()
    }
}
