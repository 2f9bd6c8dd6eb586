import type { CallTrace } from '@course-chatbot/chat';
import type { TeachText, TeachTextKey } from '../language/teach-text';

/** Whether a call ran, ran and failed, or was refused before it could. */
export function outcomeOf({ disposition, status, reject, requirements, requirementsAtRun }: CallTrace) {
  const refused = [...requirements, ...(requirementsAtRun ?? [])].some(({ met }) => !met);
  const accepted = disposition === 'accept' || disposition === 'edit';
  if (refused || !accepted || (reject !== null && reject !== undefined)) return 'refused';
  return /fail|error/.test(status) ? 'failed' : 'ran';
}

/** Why a call or a reply was not taken, in plain words. */
export function rejectWords(text: TeachText, reject: unknown): string {
  const reason = reject !== null && typeof reject === 'object' && 'reason' in reject ? String(reject.reason) : '';
  const key = `reject.${reason}`;
  const words = text(key as TeachTextKey);
  return words === key ? text('reject.other') : words;
}
