import { createContext, type ReactNode, useContext, useMemo } from 'react';
import { I18nProvider } from 'react-aria-components';
import en from './en.json';
import fi from './fi.json';
import { type Language, localeOf, type Translate, type TextKey, translator } from './text';

const LanguageContext = createContext<Language>('en');

/** Sets the language of everything inside, the widgets' own words too. */
export function LanguageProvider({ language, children }: { language: Language; children: ReactNode }) {
  return (
    <LanguageContext value={language}>
      <I18nProvider locale={localeOf[language]}>{children}</I18nProvider>
    </LanguageContext>
  );
}

export function useLanguage(): Language {
  return useContext(LanguageContext);
}

export type ChatTextKey = TextKey<typeof en>;
export type ChatText = Translate<typeof en>;

/** The chat's own texts in the language of the page. */
export function useChatText(): ChatText {
  const language = useLanguage();
  return useMemo(() => translator({ en, fi }, language), [language]);
}
