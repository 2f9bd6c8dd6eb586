import type {
  AnonymousConversation,
  AnonymousMessages,
  ChatbotId,
  ChatbotSettings,
  ChatbotVersion,
  ConversationId,
  CourseId,
  Insights,
  Job,
  ListPage,
  ManagedChatbot,
  ManagedModel,
  ManagedTool,
  NewPreview,
  NewTestQuestion,
  Preview,
  RunTests,
  SettingsFault,
  TestQuestion,
  TestRun,
  TurnTrace,
} from '@course-chatbot/chat';
import { askChatbot, ChatbotRefusal, jsonBody, sendToChatbot } from '../../lms/chatbot-request';

/** The teachers' routes. Every call throws `ChatbotRefusal` when the server says no. */
export const manageApi = {
  tools: (course: CourseId) => askChatbot<ManagedTool[]>(`/manage/courses/${course}/tools`),
  models: () => askChatbot<ManagedModel[]>('/manage/models'),
  chatbots: (course: CourseId) => askChatbot<ManagedChatbot[]>(`/manage/courses/${course}/chatbots`),
  create: (course: CourseId, body: ChatbotSettings) =>
    askChatbot<ManagedChatbot>(`/manage/courses/${course}/chatbots`, jsonBody('POST', body)),
  chatbot: (id: ChatbotId) => askChatbot<ManagedChatbot>(`/manage/chatbots/${id}`),
  save: (id: ChatbotId, version: number, body: ChatbotSettings) =>
    askChatbot<ManagedChatbot>(`/manage/chatbots/${id}`, changing(version, jsonBody('PUT', body))),
  remove: (id: ChatbotId) => sendToChatbot(`/manage/chatbots/${id}`, { method: 'DELETE' }),
  makeDefault: (id: ChatbotId) => sendToChatbot(`/manage/chatbots/${id}/default`, { method: 'PUT' }),
  /** What is wrong with settings; what is switched on in the chatbot already may stay so. */
  check: (course: CourseId, chatbotId: ChatbotId, body: ChatbotSettings) =>
    askChatbot<SettingsFault[]>(`/manage/courses/${course}/settings/check${query({ chatbotId })}`, jsonBody('POST', body)),

  versions: (id: ChatbotId, cursor: string | null) =>
    askChatbot<ListPage<ChatbotVersion>>(`/manage/chatbots/${id}/versions${query({ cursor })}`),
  restore: (id: ChatbotId, restored: number, version: number) =>
    askChatbot<ManagedChatbot>(`/manage/chatbots/${id}/versions/${restored}/restore`, changing(version, { method: 'POST' })),

  preview: (id: ChatbotId, body: NewPreview) =>
    askChatbot<Preview>(`/manage/chatbots/${id}/preview`, jsonBody('POST', body)),
  /** What happened in its newest turn. */
  trace: (conversation: ConversationId) => askChatbot<TurnTrace>(`/manage/previews/${conversation}/trace`),

  tests: (id: ChatbotId) => askChatbot<TestQuestion[]>(`/manage/chatbots/${id}/tests`),
  addTest: (id: ChatbotId, body: NewTestQuestion) =>
    askChatbot<TestQuestion>(`/manage/chatbots/${id}/tests`, jsonBody('POST', body)),
  removeTest: (id: ChatbotId, test: string) => sendToChatbot(`/manage/chatbots/${id}/tests/${test}`, { method: 'DELETE' }),
  runTests: (id: ChatbotId, body: RunTests) => askChatbot<Job>(`/manage/chatbots/${id}/tests/run`, jsonBody('POST', body)),
  testRuns: (id: ChatbotId) => askChatbot<TestRun[]>(`/manage/chatbots/${id}/tests/runs`),
  job: (id: string) => askChatbot<Job>(`/jobs/${id}`),

  insights: (course: CourseId, filter: InsightsFilter) =>
    askChatbot<Insights>(`/manage/courses/${course}/insights${query({ ...filter })}`),
  conversations: (course: CourseId, filter: ConversationsFilter) =>
    askChatbot<ListPage<AnonymousConversation>>(`/manage/courses/${course}/conversations${query({ ...filter })}`),
  conversation: (course: CourseId, id: string) =>
    askChatbot<AnonymousMessages>(`/manage/courses/${course}/conversations/${id}`),
};

/** Days and a chatbot to count. */
export interface InsightsFilter {
  from: string | null;
  to: string | null;
  chatbotId: ChatbotId | null;
}

export interface ConversationsFilter {
  chatbotId: ChatbotId | null;
  cursor: string | null;
}

/** A change of the version that one began from; another one in between is told as a lost update. */
function changing(version: number, init: RequestInit): RequestInit {
  return { ...init, headers: { ...init.headers, 'if-match': `"${version}"` } };
}

/** Whether somebody else has saved in the meantime. */
export function isLostUpdate(error: unknown): boolean {
  return error instanceof ChatbotRefusal && error.status === 412;
}

function query(values: Record<string, string | null>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
