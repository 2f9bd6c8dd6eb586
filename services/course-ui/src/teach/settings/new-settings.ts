import type { ChatbotSettings } from '@course-chatbot/chat';

/** Tools that read what every student may read anyhow. */
const firstTools = ['course_material_search', 'page_lookup', 'glossary_lookup'];

/** The settings of a chatbot that nobody but its teachers sees yet: it searches the material and cites it. */
export function newSettings(name: string, prompt: string, toolNames: string[]): ChatbotSettings {
  return {
    name,
    enabled: false,
    prompt,
    initialMessage: null,
    suggestedMessages: [],
    disclaimer: null,
    model: null,
    temperature: null,
    allowedTools: firstTools.filter((tool) => toolNames.includes(tool)),
    toolChoice: 'auto',
    studentToolChoice: false,
    invalidCalls: { retries: 2, unhandled: 'retry' },
    citationPolicy: 'annotate',
    style: 'direct',
    nextQuestions: false,
    answerPattern: null,
    languages: [],
    opensAt: null,
    closesAt: null,
    retentionDays: null,
    limits: {
      messageCharacters: 8_000,
      requestsPerTurn: 12,
      turnSeconds: 180,
      outputTokens: 4_096,
      messagesPerMinute: null,
      studentTokensPerDay: null,
      courseTokensPerMonth: null,
    },
  };
}
