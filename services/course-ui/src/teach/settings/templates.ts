import { chooseLanguage, translator } from '@course-chatbot/chat';
import en from '../language/en.json';
import fi from '../language/fi.json';

export const templateNames = ['guide', 'tutor', 'terms', 'empty'] as const;
export type TemplateName = (typeof templateNames)[number];

/** Instructions to begin with, in the language of the course: the model answers its students. */
export function templateText(name: TemplateName, courseLanguage: string): string {
  if (name === 'empty') return '';
  return translator({ en, fi }, chooseLanguage([courseLanguage]))(`template.${name}.text`);
}
