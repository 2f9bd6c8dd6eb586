import { type TextKey, type Translate, translator, useLanguage } from '@course-chatbot/chat';
import { useMemo } from 'react';
import en from './en.json';
import fi from './fi.json';

export type AuditTextKey = TextKey<typeof en>;
export type AuditText = Translate<typeof en>;

/** The admins' texts in the language of the page; they are loaded with the admins' pages only. */
export function useAuditText(): AuditText {
  const language = useLanguage();
  return useMemo(() => translator({ en, fi }, language), [language]);
}

/** The words of a stable word of the server, where there are some (`reject.schema_invalid`); else that word itself. */
export function wordsFor(text: AuditText, key: `${'action' | 'subject' | 'disposition' | 'status' | 'reject'}.${string}`): string {
  const words = text(key as AuditTextKey);
  return words === key ? key.slice(key.indexOf('.') + 1) : words;
}
