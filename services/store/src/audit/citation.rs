//! One citation: the turn it is of, its place in the answer, and the passage as it was.

use chatbot_core::ChatbotConfig;
use chatbot_protocol::data_part::Span;
use chatbot_protocol::{CallId, CitationId, ConversationId, PageId, TurnId, UiMessage, UserId};
use sqlx::PgConnection;
use sqlx::types::Json;
use uuid::Uuid;

use crate::StoreError;
use crate::messages;
use crate::passages::hash_from;

/// Who asked what, and what was answered; of somebody whose data was erased nothing.
#[derive(Clone, Debug, PartialEq)]
pub struct TurnContext {
    /// Who asked, and their name where the host still has it.
    pub student: Option<(UserId, Option<String>)>,
    /// Where.
    pub conversation: Option<ConversationId>,
    /// The question.
    pub question: Option<UiMessage>,
    /// The answer.
    pub answer: Option<UiMessage>,
    /// The configuration's version in force.
    pub version: i32,
    /// That configuration.
    pub config: ChatbotConfig,
}

/// What a turn was about.
pub async fn find_turn_context(
    conn: &mut PgConnection,
    turn: TurnId,
) -> Result<Option<TurnContext>, StoreError> {
    let row = sqlx::query!(
        r#"select c.student_id as "student?", u.name as "student_name?", c.id as "conversation?",
                  t.user_message_id as "question?", t.assistant_message_id as "answer?", t.chatbot_version, v.config
           from chatbot.turns t
           join chatbot.chatbot_versions v on v.chatbot_id = t.chatbot_id and v.version = t.chatbot_version
           left join chatbot.conversations c on c.id = t.conversation_id
           left join lms.users u on u.id = c.student_id
           where t.id = $1"#,
        turn.0,
    )
    .fetch_optional(&mut *conn)
    .await?;
    let Some(row) = row else { return Ok(None) };
    Ok(Some(TurnContext {
        student: row.student.map(|student| (UserId(student), row.student_name)),
        conversation: row.conversation.map(ConversationId),
        question: messages::find_wire(&mut *conn, row.question).await?,
        answer: messages::find_wire(conn, row.answer).await?,
        version: row.chatbot_version,
        config: serde_json::from_value(row.config)?,
    }))
}

/// Where a cited sentence stands in its answer, and where what it cites stands now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CitedPlace {
    /// The passage; none when the marker named no source.
    pub citation: Option<CitationId>,
    /// The sentence in the answer; none when it was never shown.
    pub span: Option<Span>,
    /// The stretch of the passage that says most of it.
    pub cited_text: Option<String>,
    /// The page that the text stands on now, when that is another place than it was.
    pub now_page: Option<PageId>,
}

/// The place of a cited sentence.
pub async fn find_place(conn: &mut PgConnection, sentence: Uuid) -> Result<Option<CitedPlace>, StoreError> {
    let row = sqlx::query!(
        r#"select s.citation_id, s.text_part, s.start_unit, s.end_unit, s.cited_text, s.now_page_id,
                  c.spans as "spans?: Json<Vec<Span>>"
           from chatbot.cited_sentences s
           left join chatbot.citations c on c.id = s.citation_id
           where s.id = $1"#,
        sentence,
    )
    .fetch_optional(conn)
    .await?;
    let unit = |number: i32| u32::try_from(number).unwrap_or(0);
    Ok(row.map(|row| {
        let place = row.text_part.zip(row.start_unit).zip(row.end_unit);
        let bare = place.map(|((part, start), end)| Span::unchecked(unit(part), unit(start), unit(end)));
        let whole = row.spans.map(|spans| spans.0).unwrap_or_default();
        let span = bare.map(|bare| whole.into_iter().find(|span| span.is_at(&bare)).unwrap_or(bare));
        CitedPlace {
            citation: row.citation_id.map(CitationId),
            span,
            cited_text: row.cited_text,
            now_page: row.now_page_id.map(PageId),
        }
    }))
}

/// A passage as it was when it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassageThenRow {
    /// The call that brought it.
    pub call: CallId,
    /// Its page.
    pub page: PageId,
    /// The page's revision.
    pub revision: i64,
    /// The page's title.
    pub title: String,
    /// The chapter's.
    pub chapter: Option<String>,
    /// The heading above it.
    pub section: Option<String>,
    /// The id of that heading.
    pub anchor: String,
    /// Its text.
    pub text: String,
    /// SHA-256 of it.
    pub hash: [u8; 32],
}

/// The passage of a citation.
pub async fn find_passage(
    conn: &mut PgConnection,
    citation: CitationId,
) -> Result<Option<PassageThenRow>, StoreError> {
    let row = sqlx::query!(
        "select call_id, page_id, page_revision, title, chapter, section, anchor, snippet, passage_hash
         from chatbot.citations where id = $1",
        citation.0,
    )
    .fetch_optional(conn)
    .await?;
    Ok(row.map(|row| PassageThenRow {
        call: row.call_id.into(),
        page: row.page_id.into(),
        revision: row.page_revision,
        title: row.title,
        chapter: row.chapter,
        section: row.section,
        anchor: row.anchor,
        text: row.snippet,
        hash: hash_from(&row.passage_hash),
    }))
}
