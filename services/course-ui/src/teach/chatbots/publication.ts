import type { ChatbotSettings } from '@course-chatbot/chat';

export interface Publication {
  state: 'open' | 'off' | 'opens' | 'closed';
  /** When it opens or has closed. */
  at: string | null;
}

/** Whether students can use a chatbot now. */
export function publicationOf({ enabled, opensAt, closesAt }: ChatbotSettings, now: number): Publication {
  if (!enabled) return { state: 'off', at: null };
  if (closesAt !== null && Date.parse(closesAt) <= now) return { state: 'closed', at: closesAt };
  if (opensAt !== null && Date.parse(opensAt) > now) return { state: 'opens', at: opensAt };
  return { state: 'open', at: null };
}
