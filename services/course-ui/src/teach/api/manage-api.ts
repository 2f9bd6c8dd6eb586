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
import { manageRefusalOf } from './manage-refusal';

const prefix = '/api/chatbot/v1';

interface Sent {
  method?: 'POST' | 'PUT' | 'DELETE';
  body?: unknown;
  /** The version that is changed. */
  version?: number;
}

/** The teachers' routes. Every call throws `ManageRefusal` when the server says no. */
export const manageApi = {
  tools: (course: CourseId) => ask<ManagedTool[]>(`/manage/courses/${course}/tools`),
  models: () => ask<ManagedModel[]>('/manage/models'),
  chatbots: (course: CourseId) => ask<ManagedChatbot[]>(`/manage/courses/${course}/chatbots`),
  create: (course: CourseId, body: ChatbotSettings) =>
    ask<ManagedChatbot>(`/manage/courses/${course}/chatbots`, { method: 'POST', body }),
  chatbot: (id: ChatbotId) => ask<ManagedChatbot>(`/manage/chatbots/${id}`),
  save: (id: ChatbotId, version: number, body: ChatbotSettings) =>
    ask<ManagedChatbot>(`/manage/chatbots/${id}`, { method: 'PUT', body, version }),
  remove: (id: ChatbotId) => send(`/manage/chatbots/${id}`, { method: 'DELETE' }),
  makeDefault: (id: ChatbotId) => send(`/manage/chatbots/${id}/default`, { method: 'PUT' }),
  /** What is wrong with settings; what is switched on in the chatbot already may stay so. */
  check: (course: CourseId, chatbotId: ChatbotId, body: ChatbotSettings) =>
    ask<SettingsFault[]>(`/manage/courses/${course}/settings/check${query({ chatbotId })}`, { method: 'POST', body }),

  versions: (id: ChatbotId, cursor: string | null) =>
    ask<ListPage<ChatbotVersion>>(`/manage/chatbots/${id}/versions${query({ cursor })}`),
  restore: (id: ChatbotId, restored: number, version: number) =>
    ask<ManagedChatbot>(`/manage/chatbots/${id}/versions/${restored}/restore`, { method: 'POST', version }),

  preview: (id: ChatbotId, body: NewPreview) =>
    ask<Preview>(`/manage/chatbots/${id}/preview`, { method: 'POST', body }),
  /** What happened in its newest turn. */
  trace: (conversation: ConversationId) => ask<TurnTrace>(`/manage/previews/${conversation}/trace`),

  tests: (id: ChatbotId) => ask<TestQuestion[]>(`/manage/chatbots/${id}/tests`),
  addTest: (id: ChatbotId, body: NewTestQuestion) =>
    ask<TestQuestion>(`/manage/chatbots/${id}/tests`, { method: 'POST', body }),
  removeTest: (id: ChatbotId, test: string) => send(`/manage/chatbots/${id}/tests/${test}`, { method: 'DELETE' }),
  runTests: (id: ChatbotId, body: RunTests) => ask<Job>(`/manage/chatbots/${id}/tests/run`, { method: 'POST', body }),
  testRuns: (id: ChatbotId) => ask<TestRun[]>(`/manage/chatbots/${id}/tests/runs`),
  job: (id: string) => ask<Job>(`/jobs/${id}`),

  insights: (course: CourseId, filter: InsightsFilter) =>
    ask<Insights>(`/manage/courses/${course}/insights${query({ ...filter })}`),
  conversations: (course: CourseId, filter: ConversationsFilter) =>
    ask<ListPage<AnonymousConversation>>(`/manage/courses/${course}/conversations${query({ ...filter })}`),
  conversation: (course: CourseId, id: string) =>
    ask<AnonymousMessages>(`/manage/courses/${course}/conversations/${id}`),
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

async function send(path: string, { method, body, version }: Sent = {}): Promise<Response> {
  const headers = new Headers();
  if (body !== undefined) headers.set('content-type', 'application/json');
  if (version !== undefined) headers.set('if-match', `"${version}"`);
  const response = await fetch(`${prefix}${path}`, {
    method: method ?? 'GET',
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw await manageRefusalOf(response);
  return response;
}

async function ask<T>(path: string, sent?: Sent): Promise<T> {
  return (await (await send(path, sent)).json()) as T;
}

function query(values: Record<string, string | null>): string {
  const given = Object.entries(values).filter((entry): entry is [string, string] => entry[1] !== null);
  return given.length === 0 ? '' : `?${new URLSearchParams(given)}`;
}
