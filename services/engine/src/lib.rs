//! chatbot-engine
