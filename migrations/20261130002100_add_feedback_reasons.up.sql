alter table chatbot.feedback
    add column reason text constraint feedback_reason check (reason in
        ('wrong', 'wrong_source', 'off_topic', 'unclear', 'incomplete', 'other')),
    add constraint feedback_comment check (char_length(comment) between 1 and 2000);
comment on column chatbot.feedback.reason is 'Why the answer did or did not help, of a fixed list.';
comment on column chatbot.feedback.comment is 'In the student''s own words.';
create index feedback_by_student on chatbot.feedback (student_id);
