import type { RoundTrace } from '@course-chatbot/chat';

export type ReplyFate = 'taken' | 'askedAgain' | 'sentBack';

/**
 * What became of the replies of a round against which something was found. Asked once, the model has nothing sent back.
 * Of a round that ended with an answer after several replies it is not on record which one a finding is about.
 */
export function replyFate({ attempts, disposition }: Pick<RoundTrace, 'attempts' | 'disposition'>): ReplyFate {
  if (attempts <= 1) return 'taken';
  return disposition === 'answer' || disposition === null ? 'askedAgain' : 'sentBack';
}
