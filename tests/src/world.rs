//! The people, courses and pages of every story.

use chatbot_core::ChatbotConfig;
use chatbot_protocol::{ChatbotId, CourseId, PageId, UserId};
use chatbot_store::chatbots::{self, NewChatbot};
use chatbot_store::course_index;
use chrono::{DateTime, Utc};
use sqlx::PgPool;
use uuid::Uuid;

pub const STUDENT: UserId = UserId(Uuid::from_u128(0xa1));
pub const OTHER_STUDENT: UserId = UserId(Uuid::from_u128(0xa2));
pub const TEACHER: UserId = UserId(Uuid::from_u128(0xa3));
/// Teaches the other course only.
pub const OTHER_TEACHER: UserId = UserId(Uuid::from_u128(0xa4));
pub const ASSISTANT: UserId = UserId(Uuid::from_u128(0xa5));
/// Is in no course.
pub const STRANGER: UserId = UserId(Uuid::from_u128(0xa6));
/// Sees the course's numbers, and nothing else of it.
pub const STATS_VIEWER: UserId = UserId(Uuid::from_u128(0xa7));
/// An admin of the whole deployment.
pub const ADMIN: UserId = UserId(Uuid::from_u128(0xa8));

/// Audits the university's courses: both of the world's.
pub const UNIVERSITY_ADMIN: UserId = UserId(Uuid::from_u128(0xa9));
/// Audits another organisation's courses, of which there is none.
pub const SCHOOL_ADMIN: UserId = UserId(Uuid::from_u128(0xaa));
/// Audits the other course alone.
pub const LOGIC_ADMIN: UserId = UserId(Uuid::from_u128(0xab));

pub const COURSE: CourseId = CourseId(Uuid::from_u128(0xc1));
pub const OTHER_COURSE: CourseId = CourseId(Uuid::from_u128(0xc2));

pub const KEYS_PAGE: PageId = PageId(Uuid::from_u128(0xd1));
pub const HIDDEN_PAGE: PageId = PageId(Uuid::from_u128(0xd2));
pub const UNOPENED_PAGE: PageId = PageId(Uuid::from_u128(0xd3));
pub const OTHER_COURSE_PAGE: PageId = PageId(Uuid::from_u128(0xd4));
pub const HOSTILE_PAGE: PageId = PageId(Uuid::from_u128(0xd5));

pub const CHATBOT: ChatbotId = ChatbotId(Uuid::from_u128(0xb1));
pub const OTHER_CHATBOT: ChatbotId = ChatbotId(Uuid::from_u128(0xb2));

const LMS: &str = include_str!("../../services/store/contract/lms.sql");
const PEOPLE_AND_PAGES: &str = include_str!("world.sql");

/// Creates schema, people, pages, chatbots and passages in an empty database.
pub async fn create(pool: &PgPool, config: ChatbotConfig, now: DateTime<Utc>) {
    sqlx::raw_sql(LMS).execute(pool).await.unwrap();
    chatbot_store::migrations::run(pool).await.unwrap();
    sqlx::raw_sql(PEOPLE_AND_PAGES).execute(pool).await.unwrap();
    let mut conn = pool.acquire().await.unwrap();
    for (id, course_id) in [(CHATBOT, COURSE), (OTHER_CHATBOT, OTHER_COURSE)] {
        let new =
            NewChatbot { id, course_id, name: "Guide", is_default: true, config: &config, author: None, now };
        chatbots::insert(&mut conn, new).await.unwrap();
        course_index::refresh(&mut conn, course_id, now, |_| {}).await.unwrap();
    }
}

/// The configuration that stories start from.
pub fn config() -> ChatbotConfig {
    ChatbotConfig {
        allowed_tools: vec!["course_material_search".into(), "course_progress".into()],
        ..ChatbotConfig::default()
    }
}
