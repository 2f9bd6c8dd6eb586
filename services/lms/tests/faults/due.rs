//! What a server does by itself, without being asked.

use chatbot_load::model_server::ModelServer;

use crate::home::{Home, PATIENCE};
use crate::server::Server;

/// Four conversations, whose anonymous ids end in their number: deleted two hours ago; not gone on with for longer than
/// its chatbot keeps them; waiting for its student since yesterday; answered two days ago, with its log.
const DUE: &str = "
    update chatbot.chatbots set config = jsonb_set(config, '{retention_days}', '30');
    insert into chatbot.conversations
        (id, chatbot_id, student_id, title, title_source, created_at, updated_at, deleted_at)
    select ('00000000-0000-4000-9000-00000000000' || n)::uuid, b.id, '00000000-0000-4000-8000-000000000001', '', 'none',
           now() - interval '60 days', now() - make_interval(days => case n when 2 then 31 else 2 end),
           case n when 1 then now() - interval '2 hours' end
    from generate_series(1, 4) n, chatbot.chatbots b join lms.courses c on c.id = b.course_id
    where c.slug = 'databases';
    insert into chatbot.messages (id, conversation_id, order_number, role, client_id, parts, created_at)
    select md5(c.id::text || place)::uuid, c.id, place, role, md5(c.id::text || place), '[]', c.updated_at
    from chatbot.conversations c, (values (1, 'user'), (2, 'assistant')) m (place, role);
    insert into chatbot.turns (id, conversation_id, user_message_id, assistant_message_id, chatbot_id, chatbot_version,
                               model, state, created_at, waiting_since, ended_at)
    select c.id, c.id, md5(c.id::text || 1)::uuid, md5(c.id::text || 2)::uuid, b.id, b.version, 'model',
           (case when waits then 'awaiting_student' else 'finished' end)::chatbot.turn_state, c.updated_at,
           case when waits then now() - interval '25 hours' end, case when not waits then c.updated_at end
    from chatbot.conversations c join chatbot.chatbots b on b.id = c.chatbot_id,
         lateral (select c.id::text like '%3' as waits) w;
    insert into chatbot.turn_events (turn_id, first_seq, last_seq, epoch, version, events, created_at)
    select id, 1, 1, 1, 1, '[]', created_at from chatbot.turns where id::text like '%4'";

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn what_is_due_when_a_server_starts_is_done_without_anybody_asking() {
    let home = Home::new(1).await;
    let database = home.database("due").await;
    database.execute(DUE).await;
    assert_eq!(database.value::<i64>("select count(*) from chatbot.conversations").await, 4);
    let model = ModelServer::start().await;
    let server = Server::start(&home, &database, &model.base_url(), "one").await;
    for (what, done) in [
        (
            "what was deleted, or kept long enough, is forgotten",
            "select array_agg(right(id::text, 1) order by id) = array['3', '4'] from chatbot.conversations",
        ),
        (
            "a turn that waited for a day has ended",
            "select count(*) = 1 from chatbot.turns where id::text like '%3' and state = 'finished'",
        ),
        ("logs of turns that ended long ago are gone", "select count(*) = 0 from chatbot.turn_events"),
    ] {
        assert!(database.within(PATIENCE, done).await, "{what}");
    }
    assert!(database.value::<bool>("select count(*) = 4 from chatbot.messages").await, "and nothing else is");
    server.stop().await;
    database.close().await;
    home.close().await;
}
