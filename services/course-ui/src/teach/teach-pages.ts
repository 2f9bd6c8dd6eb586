/** The teachers' pages but those that need the chat: one piece that is loaded when a teacher comes. */
export { ChatbotsPage } from './chatbots/chatbots-page';
export { ConversationsPage } from './conversations/conversations-page';
export { VersionsPage } from './diary/versions-page';
export { ChatbotEditor } from './editor/chatbot-editor';
export { TeachLayout } from './frame/teach-layout';
export { InsightsPage } from './insights/insights-page';
export { SettingsPage } from './sections/settings-page';
export { TestsPage } from './tests/tests-page';
