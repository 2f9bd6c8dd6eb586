import type { ChatSession } from '../client/chat-session';
import type { CourseMessage } from '../client/course-message';
import type { SessionView } from '../client/session-state';
import type { ChatText } from '../language/language';
import { errorSentence } from './error-sentence';
import type { Trouble } from './welcome';

/** What is wrong with the conversation as a whole; a failed answer tells of itself. */
export function troubleOf(
  text: ChatText,
  session: ChatSession,
  view: SessionView,
  messages: CourseMessage[],
  error: Error | undefined,
): Trouble | null {
  if (view.phase === 'failed') {
    const sentence = errorSentence(text, view.refusal?.code ?? 'internal');
    return { sentence, action: text('chat.again'), onAction: () => void session.load() };
  }
  if (view.reconnecting) return { sentence: text('state.reconnecting'), action: '' };
  const last = messages.at(-1);
  const told = last?.metadata?.state === 'failed' || last?.metadata?.state === 'interrupted';
  if (!error || told || view.refusal) return null;
  return {
    sentence: text('state.brokeOff'),
    action: text('state.reload'),
    onAction: () => void session.showOpenTurn(),
  };
}
