//! chatbot-tools
