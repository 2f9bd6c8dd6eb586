import type { ChatRefusal, RefusalCode } from '../client/chat-refusal';
import type { ChatText, ChatTextKey } from '../language/language';
import type { ErrorCode } from '../wire';

const keyOfCode: Record<RefusalCode, ChatTextKey> = {
  not_signed_in: 'error.not_signed_in',
  not_allowed: 'error.not_allowed',
  not_found: 'error.not_found',
  invalid_request: 'error.invalid_request',
  invalid_message: 'error.invalid_message',
  message_too_long: 'error.message_too_long',
  body_too_large: 'error.body_too_large',
  request_timeout: 'error.request_timeout',
  files_not_supported: 'error.files_not_supported',
  turn_in_progress: 'error.turn_in_progress',
  message_id_reused: 'error.message_id_reused',
  message_changed: 'error.message_changed',
  limit_reached: 'error.limit_reached',
  invalid_tool_choice: 'error.invalid_tool_choice',
  invalid_tool_answer: 'error.invalid_tool_answer',
  chatbot_disabled: 'error.chatbot_disabled',
  chatbot_not_open: 'error.chatbot_not_open',
  course_closed: 'error.course_closed',
  disclaimer_not_accepted: 'error.disclaimer_not_accepted',
  unknown_tool_call: 'error.unknown_tool_call',
  empty_response: 'error.empty_response',
  request_cap_reached: 'error.request_cap_reached',
  context_exceeded: 'error.context_exceeded',
  model_unavailable: 'error.model_unavailable',
  model_busy: 'error.model_busy',
  model_interrupted: 'error.model_interrupted',
  answer_filtered: 'error.answer_filtered',
  time_limit_reached: 'error.time_limit_reached',
  interrupted: 'error.interrupted',
  storage_unavailable: 'error.storage_unavailable',
  server_restarting: 'error.server_restarting',
  internal: 'error.internal',
  offline: 'error.offline',
  no_chatbot: 'error.no_chatbot',
};

/** One sentence and what to do; a code that this page does not know yet is told as `internal`. */
export function errorSentence(text: ChatText, code: RefusalCode | ErrorCode): string {
  const keys: Partial<Record<string, ChatTextKey>> = keyOfCode;
  return text(keys[code] ?? 'error.internal');
}

/** The same for a refused request; it may have been told when it is worth asking again. */
export function refusalSentence(
  text: ChatText,
  { code, retryAt }: ChatRefusal,
  locale: string,
  now = new Date(),
): string {
  if (code !== 'limit_reached' || !retryAt) return errorSentence(text, code);
  const soon = retryAt.getTime() - now.getTime() < 60 * 60 * 1_000;
  const form = new Intl.RelativeTimeFormat(locale);
  const minutes = Math.max(1, Math.ceil((retryAt.getTime() - now.getTime()) / 60_000));
  const time = soon ? form.format(minutes, 'minute') : form.format(Math.ceil(minutes / 60), 'hour');
  return text('error.limit_reachedUntil', { time });
}
