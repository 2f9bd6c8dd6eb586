import { type Language, languages, useLanguage } from '@course-chatbot/chat';
import { Button } from 'react-aria-components';
import { usePageText } from '../language/page-text';
import styles from './site-header.module.css';

/** Each by its own name, for those who read no other. */
const names: Record<Language, string> = { en: 'English', fi: 'Suomi' };

/** Leads to the other languages. */
export function LanguageSwitch({ onLanguage }: { onLanguage: (language: Language) => void }) {
  const text = usePageText();
  const current = useLanguage();
  return languages
    .filter((language) => language !== current)
    .map((language) => (
      <Button
        key={language}
        className={styles.language ?? ''}
        aria-label={text('site.language', { language: names[language] })}
        onPress={() => onLanguage(language)}
      >
        <span lang={language}>{names[language]}</span>
      </Button>
    ));
}
