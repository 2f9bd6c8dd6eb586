//! chatbot-tests
