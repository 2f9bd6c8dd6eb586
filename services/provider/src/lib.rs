//! chatbot-provider
