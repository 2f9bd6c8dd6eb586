drop function chatbot.visible_pages;
drop function chatbot.effective_roles;
