import type { ErrorCode, Problem, SettingsFault } from '@course-chatbot/chat';
import { LmsRefusal } from './lms-api';

/** Where the chatbot's routes are mounted. */
export const chatbotPrefix = '/api/chatbot/v1';

/** What the chatbot's routes refused, and why. */
export class ChatbotRefusal extends LmsRefusal {
  constructor(
    status: number,
    readonly code: ErrorCode,
    title: string,
    /** Of `invalid_settings`: everything that is wrong with them. */
    readonly faults: SettingsFault[] = [],
  ) {
    super(status, title);
    this.name = 'ChatbotRefusal';
  }
}

/** Throws `ChatbotRefusal` when the server says no. */
export async function sendToChatbot(path: string, init: RequestInit = {}): Promise<Response> {
  const response = await fetch(`${chatbotPrefix}${path}`, init);
  if (response.ok) return response;
  const problem = (await response.json().catch(() => ({}))) as Partial<Problem & { faults: SettingsFault[] }>;
  const { code = 'internal', title = response.statusText, faults = [] } = problem;
  throw new ChatbotRefusal(response.status, code, title, faults);
}

export async function askChatbot<T>(path: string, init?: RequestInit): Promise<T> {
  return (await (await sendToChatbot(path, init)).json()) as T;
}

export function jsonBody(method: 'POST' | 'PUT', body: unknown): RequestInit {
  return { method, headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) };
}
