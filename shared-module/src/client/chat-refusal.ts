import type { ErrorCode, TurnId } from '../wire';

/** Why a request was refused; `offline`: the server could not be reached at all; `no_chatbot`: there is none now. */
export type RefusalCode = Exclude<ErrorCode, ManagementCode> | 'offline' | 'no_chatbot';

/** What only those who configure chatbots are told. */
type ManagementCode =
  | 'invalid_settings'
  | 'precondition_required'
  | 'version_changed'
  | 'default_needed'
  | 'too_many'
  | 'tests_running';

/** A request that the server refused before it began to answer. */
export class ChatRefusal extends Error {
  constructor(
    readonly code: RefusalCode,
    sentence: string,
    /** The turn that is still being answered (`x-open-turn` of a 409). */
    readonly openTurnId: TurnId | null = null,
    /** When it is worth asking again (`retry-after`). */
    readonly retryAt: Date | null = null,
  ) {
    super(sentence);
    this.name = 'ChatRefusal';
  }
}

/** Whether it may pass by itself: the server was not reached, or cannot answer at the moment. */
export function mayPass(error: unknown): boolean {
  return error instanceof ChatRefusal && ['offline', 'storage_unavailable', 'server_restarting', 'internal'].includes(error.code);
}

const codeOfStatus: Record<number, ErrorCode> = {
  400: 'invalid_request',
  401: 'not_signed_in',
  403: 'not_allowed',
  404: 'not_found',
  409: 'turn_in_progress',
  413: 'body_too_large',
  429: 'limit_reached',
  503: 'storage_unavailable',
};

/** Reads the refusal from a response: the header first, then a problem body, then the status alone. */
export async function refusalOf(response: Response): Promise<ChatRefusal> {
  const body = await response.text().catch(() => '');
  const problem = problemOf(body);
  const code = response.headers.get('x-error-code') ?? problem?.code ?? codeOfStatus[response.status] ?? 'internal';
  const { headers } = response;
  const sentence = problem?.title ?? body;
  return new ChatRefusal(
    code as RefusalCode,
    sentence,
    headers.get('x-open-turn'),
    retryTime(headers.get('retry-after')),
  );
}

/** `Retry-After` is a number of seconds or a date. */
export function retryTime(header: string | null, now = Date.now()): Date | null {
  if (!header) return null;
  const time = /^\d+$/.test(header) ? now + Number(header) * 1_000 : Date.parse(header);
  return Number.isNaN(time) || time <= now ? null : new Date(time);
}

function problemOf(body: string): { code?: string; title?: string } | null {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === 'object' ? value : null;
  } catch {
    return null;
  }
}

/** Any thrown value as a refusal. A failed `fetch` is a `TypeError`. */
export function asRefusal(error: unknown): ChatRefusal {
  if (error instanceof ChatRefusal) return error;
  return new ChatRefusal(error instanceof TypeError ? 'offline' : 'internal', String(error));
}
