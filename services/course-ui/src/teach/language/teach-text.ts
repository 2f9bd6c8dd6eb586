import { type TextKey, type Translate, translator, useLanguage } from '@course-chatbot/chat';
import { useMemo } from 'react';
import en from './en.json';
import fi from './fi.json';

export type TeachTextKey = TextKey<typeof en>;
export type TeachText = Translate<typeof en>;

/** The teachers' texts in the language of the page; they are loaded with the teachers' pages only. */
export function useTeachText(): TeachText {
  const language = useLanguage();
  return useMemo(() => translator({ en, fi }, language), [language]);
}
