import type { ChatbotSettings, ChatbotSummary, ManagedChatbot } from '@course-chatbot/chat';

/** A chatbot as a student's page would know it with these settings. */
export function previewSummary({ id, isDefault }: ManagedChatbot, settings: ChatbotSettings): ChatbotSummary {
  const { name, initialMessage, suggestedMessages, disclaimer, citationPolicy, model } = settings;
  return {
    // Drafts and consent are kept by it: those of the teacher's own conversations stay apart.
    id: `preview-${id}`,
    name,
    isDefault,
    initialMessage,
    suggestedMessages: suggestedMessages.filter((question) => question.trim() !== ''),
    disclaimer: disclaimer === null ? null : { text: disclaimer, version: versionOf(disclaimer) },
    citationPolicy,
    model: model ?? '',
  };
}

/** Another text has to be accepted anew; only the server knows the number that it will get. */
function versionOf(text: string): number {
  return [...text].reduce((hash, character) => (hash * 31 + (character.codePointAt(0) ?? 0)) % 1_000_000_007, 7);
}
