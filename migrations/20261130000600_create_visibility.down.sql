drop function chatbot.visible_pages;
drop function chatbot.may_read_course;
drop function chatbot.effective_roles;
