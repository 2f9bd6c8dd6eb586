//! chatbot-http
