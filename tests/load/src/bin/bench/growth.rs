//! A database as it is after years: a million messages, and one conversation with a thousand of them.

use std::io;

use chatbot_load::stage::{Stage, Student};

/// Makes turns with question, answer and round: so many per conversation, in new conversations or in one that
/// is there.
const TURNS: &str = "
with places as (
    select coalesce($3::uuid, md5('grown' || c)::uuid) as conversation, t as turn
    from generate_series(1, $1) c, generate_series(1, $2) t
), rows as (
    select conversation, turn, now() - interval '30 days' + turn * interval '1 minute' as at,
           md5('q' || conversation || turn)::uuid as question, md5('a' || conversation || turn)::uuid as answer,
           md5('t' || conversation || turn)::uuid as turn_id
    from places
), texts as (
    select 'A key names each row of a table once and for all, so that other tables can point to it. ' as text
), messages as (
    insert into chatbot.messages (id, conversation_id, order_number, role, client_id, parts, created_at)
    select question, conversation, $4 + 2 * turn - 1, 'user', question::text,
           jsonb_build_array(jsonb_build_object('type', 'text', 'text', text)), at from rows, texts
    union all
    select answer, conversation, $4 + 2 * turn, 'assistant', answer::text,
           jsonb_build_array(jsonb_build_object('type', 'text', 'text', repeat(text, 5))), at from rows, texts
), turns as (
    insert into chatbot.turns (id, conversation_id, user_message_id, assistant_message_id, chatbot_id,
                               chatbot_version, model, state, created_at, ended_at)
    select r.turn_id, r.conversation, r.question, r.answer, b.id, b.version, 'fake', 'finished', r.at, r.at
    from rows r, (select c.chatbot_id as id, max(v.version) as version
                  from chatbot.conversations c join chatbot.chatbot_versions v on v.chatbot_id = c.chatbot_id
                  where c.id = $5 group by 1) b
)
insert into chatbot.rounds (id, turn_id, round_number, state, reply_text, disposition, created_at, committed_at)
select md5('r' || conversation || turn)::uuid, turn_id, 1, 'committed', repeat(text, 5), null, at, at
from rows, texts";

const CONVERSATIONS: &str = "
insert into chatbot.conversations (id, chatbot_id, student_id, title, title_source, created_at, updated_at)
select md5('grown' || c)::uuid, o.chatbot_id, o.student_id, 'Grown', 'question', now(), now()
from generate_series(1, $1) c, chatbot.conversations o where o.id = $2";

/// A thousand messages in the student's conversation.
pub async fn one_long_conversation(stage: &Stage, student: &Student) -> io::Result<()> {
    turns(stage, student, 1, 500, true).await
}

/// A million messages in the database, fifty a conversation.
pub async fn many_messages(stage: &Stage, student: &Student) -> io::Result<()> {
    sqlx::query(CONVERSATIONS)
        .bind(20_000)
        .bind(id_of(student))
        .execute(&stage.database)
        .await
        .map_err(io::Error::other)?;
    turns(stage, student, 20_000, 25, false).await
}

async fn turns(
    stage: &Stage,
    student: &Student,
    conversations: i32,
    turns: i32,
    here: bool,
) -> io::Result<()> {
    // A conversation that is there has messages already.
    let first = if here { 10_000 } else { 0 };
    let made = sqlx::query(TURNS)
        .bind(conversations)
        .bind(turns)
        .bind(here.then(|| id_of(student)))
        .bind(first)
        .bind(id_of(student))
        .execute(&stage.database)
        .await;
    made.map_err(io::Error::other)?;
    let analyzed = sqlx::query("analyze").execute(&stage.database).await;
    analyzed.map(drop).map_err(io::Error::other)
}

fn id_of(student: &Student) -> uuid::Uuid {
    student.conversation.parse().expect("a conversation has an id")
}
