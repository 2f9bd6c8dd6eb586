import { type Language, languages } from '@course-chatbot/chat';

const key = 'language';

/** What was chosen in this browser, whoever is signed in. */
export function readChosenLanguage(): Language | null {
  try {
    return languages.find((language) => language === localStorage.getItem(key)) ?? null;
  } catch {
    // A browser that keeps nothing.
    return null;
  }
}

export function keepChosenLanguage(language: Language): void {
  try {
    localStorage.setItem(key, language);
  } catch {
    // Then it holds until the page is left.
  }
}
