/** What has times of its own, by table; how a row belongs to its turn. */
const times: Array<[table: string, columns: string[], ofTurn: string]> = [
  ['messages', ['created_at'], 'r.conversation_id = m.conversation_id'],
  ['rounds', ['created_at', 'committed_at'], 'r.turn_id = m.turn_id'],
  ['tool_calls', ['created_at', 'started_at', 'ended_at'], 'r.turn_id = m.turn_id'],
  ['citations', ['created_at'], 'r.turn_id = m.turn_id'],
  ['cited_sentences', ['created_at'], 'r.turn_id = m.turn_id'],
  ['feedback', ['created_at', 'updated_at'], 'r.message_id = m.answer_id'],
  ['turns', ['created_at', 'ended_at'], 'r.id = m.turn_id'],
  ['conversations', ['created_at', 'updated_at'], 'r.id = m.conversation_id'],
];

/** Moves conversations of one turn to where they are said to have begun. */
export function move(begun: Array<[conversation: string, at: Date]>): string {
  const values = begun.map(([id, at]) => `('${id}'::uuid, '${at.toISOString()}'::timestamptz)`).join(', ');
  const moved = `create temporary table moved on commit drop as
    select t.conversation_id, t.id as turn_id, t.assistant_message_id as answer_id, v.at - t.created_at as by
    from (values ${values}) as v (conversation_id, at) join chatbot.turns t on t.conversation_id = v.conversation_id`;
  const updates = times.map(([table, columns, ofTurn]) => {
    const set = columns.map((column) => `${column} = r.${column} + m.by`).join(', ');
    return `update chatbot.${table} r set ${set} from moved m where ${ofTurn}`;
  });
  // Whatever was counted by then was counted on the day of the move.
  const uncounted = `delete from chatbot.answer_facts; delete from chatbot.page_uses; update chatbot.turns set counted_at = null;
    delete from chatbot.citation_days; delete from chatbot.models_used;
    update chatbot.citation_days_done set before_day = (select min(created_at)::date from chatbot.cited_sentences)`;
  return [moved, ...updates, uncounted].join('; ');
}

/** What teachers did to pages since: one reads differently, one is gone. */
export const changePages = `
update lms.pages set revision = revision + 1, updated_at = now(),
  body = replace(body, 'returns only the pairs of rows for which the join condition is true', 'gives just those pairs of rows whose join condition holds')
where title = 'Joins';
update lms.pages set deleted_at = now() where title = 'Transactions and ACID'`;

/** How much still waits to be counted or to be held against its page. */
export const waiting = `
select (select count(*) from chatbot.turns where ended_at is not null and counted_at is null)
     + (select count(*) from chatbot.citation_rechecks)
     + (select count(*) from (values ('changed'), ('gone')) as f (freshness)
        where not exists (select from chatbot.cited_sentences s where s.freshness = f.freshness))`;
