//! What must hold of a database, of the model and of the stored conversation when all is over.

use std::time::Duration;

use chatbot_load::model_server::ModelServer;
use serde_json::Value;

use crate::home::Database;
use crate::page::Page;

/// Conditions on the database, and what is wrong when one does not hold.
const RULES: &[(&str, &str)] = &[
    ("a turn is open", "select not exists (select from chatbot.turns where ended_at is null)"),
    (
        "a lease outlives its turn",
        "select not exists (select from chatbot.turns where ended_at is not null and lease_instance is not null)",
    ),
    (
        "the messages of a conversation are not numbered from 1 on",
        "select coalesce(bool_and(numbers), true) from (
             select min(order_number) = 1 and max(order_number) = count(*) as numbers
             from chatbot.messages group by conversation_id) c",
    ),
    (
        "a message has several turns that count, or none",
        "select not exists (
             select m.id from chatbot.messages m left join chatbot.turns t on t.user_message_id = m.id
             where m.role = 'user' and m.superseded_at is null group by m.id having count(t.id) <> 1)",
    ),
    (
        "a call is not over",
        "select not exists (select from chatbot.tool_calls where status in ('pending', 'running', 'waiting'))",
    ),
    (
        "a call stands there twice",
        "select not exists (select from chatbot.tool_calls group by round_id, call_index, attempt having count(*) > 1)",
    ),
    ("a reply is still coming", "select not exists (select from chatbot.rounds where state = 'streaming')"),
    (
        "a page would show something that goes on",
        "select not exists (select from chatbot.messages where role = 'assistant'
             and (parts::text like '%\"streaming\"%' or parts::text like '%\"input-available\"%'
                  or metadata ->> 'state' = 'running'))",
    ),
];

/// No connection of a server is in a transaction or waits for anything.
const AT_REST: &str = "select not exists (select from pg_stat_activity
    where datname = current_database() and application_name <> 'tests' and backend_type = 'client backend'
      and (state <> 'idle' or wait_event_type = 'Lock'))";

/// Longer than a session may do nothing in a transaction: one of a server that was frozen in it is ended then.
const GIVEN_BACK_WITHIN: Duration = Duration::from_secs(15);

/// Those that are not at rest, for a failure.
const NOT_AT_REST: &str =
    "select coalesce(string_agg(concat_ws(' ', state, wait_event_type, wait_event, query), '; '), '')
    from pg_stat_activity
    where datname = current_database() and application_name <> 'tests' and state <> 'idle'";

/// Checks all of it.
pub async fn all(database: &Database, model: &ModelServer, page: &Page, conversation: &str, name: &str) {
    rules(database, name).await;
    assert_eq!(model.invalid(), Vec::<String>::new(), "{name}: every provider takes the requests");
    model.wait_until(|counts| counts.open_streams == 0).await;
    let stored = page.read(conversation).await;
    assert_eq!(stored["openTurnId"], Value::Null, "{name}");
    for message in
        stored["messages"].as_array().unwrap().iter().filter(|message| message["role"] == "assistant")
    {
        let state = message["metadata"]["state"].as_str().unwrap_or_default();
        assert!(["finished", "stopped", "failed", "interrupted"].contains(&state), "{name}: {message}");
    }
}

/// Those of the database.
pub async fn rules(database: &Database, name: &str) {
    for (fault, rule) in RULES {
        assert!(database.value::<bool>(rule).await, "{name}: {fault}");
    }
    let is_at_rest = database.within(GIVEN_BACK_WITHIN, AT_REST).await;
    assert!(
        is_at_rest,
        "{name}: a connection is not given back: {}",
        database.value::<String>(NOT_AT_REST).await
    );
}
