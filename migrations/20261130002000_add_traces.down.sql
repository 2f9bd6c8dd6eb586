alter table chatbot.rounds drop column offered;

drop index chatbot.tool_calls_refused;
drop index chatbot.tool_calls_of_course;
drop index chatbot.tool_calls_newest;
alter table chatbot.tool_calls
    reset (autovacuum_vacuum_insert_scale_factor, autovacuum_vacuum_scale_factor),
    drop column refused,
    drop column tool,
    drop column chatbot_id,
    drop column course_id,
    drop column created_at;
