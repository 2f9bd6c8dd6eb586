drop index chatbot.feedback_by_student;
alter table chatbot.feedback drop constraint feedback_comment, drop column reason;
comment on column chatbot.feedback.comment is null;
