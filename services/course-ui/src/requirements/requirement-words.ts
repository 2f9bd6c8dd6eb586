import { type Language, type TextKey, translator, useLanguage } from '@course-chatbot/chat';
import { useMemo } from 'react';
import en from './language/en.json';
import fi from './language/fi.json';

type RequirementText = TextKey<typeof en>;

/** What was required of a call, in the language of the page. */
export function useRequirementWords(): (requirement: string) => string {
  const language = useLanguage();
  return useMemo(() => requirementWords(language), [language]);
}

/** The server's code of a requirement (`view_progress on another person`) in words; one without words here as it is. */
export function requirementWords(language: Language): (requirement: string) => string {
  const text = translator({ en, fi }, language);
  const known = (key: string) => {
    const words = text(key as RequirementText);
    return words === key ? null : words;
  };
  return (requirement) => {
    const [, does = '', to = ''] = /^(\w+) on (.+)$/.exec(requirement) ?? [];
    const action = known(`action.${does}`);
    const resource = known(`resource.${to.replaceAll(' ', '_')}`);
    return action === null || resource === null ? requirement : text('may', { action, resource });
  };
}
