//! Different messages for one conversation at two instances at the same time: one is answered, the others are refused,
//! and nothing is left of these.

use chatbot_engine::keep_turns;
use chatbot_store::conversations;
use chatbot_tests::app::{Setup, TestApp};
use chatbot_tests::model::Step::{Gate, Text};
use chatbot_tests::wire::{Sse, text_of};
use chatbot_tests::world::STUDENT;
use futures_util::future::join_all;
use sqlx::PgPool;

/// Of each conversation: its messages are numbered from 1 without a gap, and stand in pairs.
pub const IN_ORDER: &str = "select bool_and(from_one and in_pairs) from (
    select min(order_number) = 1 and max(order_number) = count(*) as from_one,
           bool_and((role = 'user') = (order_number % 2 = 1)) as in_pairs
    from chatbot.messages group by conversation_id) c";

#[sqlx::test(migrations = false)]
async fn of_different_messages_at_two_instances_at_once_one_is_answered_and_numbers_have_no_gap(
    pool: PgPool,
) {
    let one = TestApp::start(pool).await;
    let other = one.second_instance(Setup::default());
    let both = [&one, &other];
    for app in both {
        keep_turns::start(&app.engine);
    }
    for (round, messages) in [2, 20, 2, 20].into_iter().enumerate() {
        let conversation = one.begin(STUDENT).await;
        for app in both {
            app.model.forget_replies();
            app.model.will([vec![Gate, Text("One.")]]);
        }
        let ids: Vec<String> = (0..messages).map(|number| format!("q{number}")).collect();
        let sends = ids.iter().enumerate();
        // Each comes first at its instance now and then.
        let sends = sends.map(|(at, id)| both[(at + round / 2) % 2].send(STUDENT, &conversation, id, "Hi"));
        let mut accepted = Vec::new();
        let mut refused = Vec::new();
        for (at, response) in join_all(sends).await.into_iter().enumerate() {
            match response.status().as_u16() {
                200 => accepted.push((at, response)),
                status => {
                    assert_eq!(status, 409);
                    assert_eq!(response.headers()["x-error-code"], "turn_in_progress");
                    refused.push((at, response.headers()["x-open-turn"].to_str().unwrap().to_owned()));
                }
            }
        }
        assert_eq!((accepted.len(), refused.len()), (1, messages - 1));
        let (at, response) = accepted.remove(0);
        let open = one.read(STUDENT, &conversation).await["openTurnId"].clone();
        assert!(
            refused.iter().all(|(_, turn)| open == turn.as_str()),
            "they are told of the one that is open"
        );
        both[(at + round / 2) % 2].model.open_gate();
        assert_eq!(text_of(&Sse::new(response).rest().await), "One.");
        assert!(one.value::<bool>(IN_ORDER).await);
        // Of a refused one nothing is stored: sent once more, it is the next.
        let (again, app) = (&ids[refused[0].0], both[round % 2]);
        app.model.forget_replies();
        app.model.will([vec![Text("Two.")]]);
        assert_eq!(text_of(&app.ask(STUDENT, &conversation, again, "Hi").await), "Two.");
        let read = one.read(STUDENT, &conversation).await["messages"].clone();
        let said: Vec<&str> =
            read.as_array().unwrap().iter().filter_map(|message| message["id"].as_str()).collect();
        assert_eq!((said.len(), said[0], said[2]), (4, ids[at].as_str(), again.as_str()));
        assert!(one.value::<bool>(IN_ORDER).await);
    }
    assert_eq!(one.model.requests().len() + other.model.requests().len(), 8, "nobody else asked the model");
}

#[sqlx::test(migrations = false)]
async fn a_message_that_is_being_accepted_does_not_lock_out_the_answer_before_it(pool: PgPool) {
    let app = TestApp::start(pool).await;
    let conversation = app.begin(STUDENT).await;
    app.model.will([vec![Gate, Text("One.")]]);
    let response = app.send(STUDENT, &conversation, "q1", "Hi").await;
    let mut accepting = app.pool.begin().await.unwrap();
    let id = conversation.parse::<uuid::Uuid>().unwrap().into();
    conversations::lock_own(&mut accepting, id, STUDENT).await.unwrap().expect("it is there");
    // As a round is committed: its turn is changed twice, whereupon the database looks for the conversation again.
    let mut committing = app.pool.begin().await.unwrap();
    for statement in [
        "set local lock_timeout = '10s'",
        "update chatbot.turns set next_source_number = next_source_number + 1 where ended_at is null",
        "update chatbot.turns set next_source_number = next_source_number + 1 where ended_at is null",
    ] {
        sqlx::query(statement).execute(&mut *committing).await.expect(statement);
    }
    committing.commit().await.unwrap();
    accepting.rollback().await.unwrap();
    app.model.open_gate();
    assert_eq!(text_of(&Sse::new(response).rest().await), "One.");
}
