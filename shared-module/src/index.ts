/**
 * The chat of Course Chatbot for React pages. Start at `ChatClient` (one per signed-in person) and
 * `ChatDock` (the chat beside a page); `theme.css` has the tokens to theme it by.
 */
export { ChatApi, type ChatApiOptions } from './client/chat-api';
export { ChatClient } from './client/chat-client';
export { ChatRefusal, type RefusalCode } from './client/chat-refusal';
export { ChatSession } from './client/chat-session';
export { PreviewSession } from './client/preview-session';
export type { ReadPage, Selection, SessionView } from './client/session-state';
export type { CourseMessage } from './client/course-message';
export { useSession } from './client/use-session';
export { type ChatHost, ChatHostProvider } from './components/chat-context';
export { ChatPanel } from './components/chat-panel';
export { PreviewPanel, type PreviewPanelProps } from './components/preview-panel';
export { MarkedAnswer, MarkedPassage } from './components/marked-answer';
export { Transcript } from './components/transcript';
export { VerdictSign, verdictWords } from './components/verdict-sign';
export { ChatDock, type ChatDockHandle, type PanelPlace } from './layout/chat-dock';
export { LanguageProvider, useChatText, useLanguage } from './language/language';
export {
  chooseLanguage,
  type Language,
  languages,
  localeOf,
  type TextKey,
  type Translate,
  translator,
} from './language/text';
export { AskSelection } from './selection/ask-selection';
export { NoChat } from './components/no-chat';
export { findPassage, type TextRange } from './passage/find-passage';
export { markPassage, type PassageMark, sourceAttribute } from './passage/mark-passage';
export { showPassage } from './passage/show-passage';
export type * from './wire';
