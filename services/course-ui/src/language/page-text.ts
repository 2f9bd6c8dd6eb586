import { type TextKey, type Translate, translator, useLanguage } from '@course-chatbot/chat';
import { useMemo } from 'react';
import en from './en.json';
import fi from './fi.json';

export type PageTextKey = TextKey<typeof en>;

/** The pages' texts in the language of the page. */
export function usePageText(): Translate<typeof en> {
  const language = useLanguage();
  return useMemo(() => translator({ en, fi }, language), [language]);
}
