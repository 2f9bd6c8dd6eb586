/** The languages that the pages are written in. */
export const languages = ['en', 'fi'] as const;
export type Language = (typeof languages)[number];

type Catalogue = Readonly<Record<string, string>>;

/** A key of a catalogue; `found_one` and `found_other` are both asked for as `found`. */
export type TextKey<C> = keyof C extends infer Key
  ? Key extends `${infer Stem}_one` | `${infer Stem}_other`
    ? Stem
    : Key & string
  : never;

export type Values = Readonly<Record<string, string | number>>;
export type Translate<C> = (key: TextKey<C>, values?: Values) => string;

/** The form of each language that dates and numbers are written in. */
export const localeOf: Record<Language, string> = { en: 'en-GB', fi: 'fi-FI' };

/** The first preferred language that there are texts in, or else English. */
export function chooseLanguage(preferred: ReadonlyArray<string | null | undefined>): Language {
  for (const tag of preferred) {
    const found = languages.find((language) => tag?.toLowerCase().split('-')[0] === language);
    if (found) return found;
  }
  return 'en';
}

/** Looks texts up, choosing the plural form by `count` and filling in `{values}`. */
export function translator<C extends Catalogue>(catalogues: Record<Language, C>, language: Language): Translate<C> {
  const catalogue: Catalogue = catalogues[language];
  const plurals = new Intl.PluralRules(language);
  return (key, values = {}) => {
    const form = typeof values.count === 'number' ? `${key}_${plurals.select(values.count)}` : key;
    const template = catalogue[form] ?? catalogue[key] ?? catalogue[`${key}_other`] ?? key;
    return template.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
  };
}
