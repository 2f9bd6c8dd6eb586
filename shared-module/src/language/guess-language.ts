/** Words that only one of the languages has, and that hardly a sentence does without. */
const commonWords: Record<string, string[]> = {
  en: ['the', 'is', 'are', 'of', 'and', 'what', 'how', 'which', 'does', 'this', 'with', 'for', 'that', 'why'],
  fi: [
    'on',
    'ja',
    'mikä',
    'miten',
    'miksi',
    'ei',
    'että',
    'ovat',
    'kuin',
    'mitä',
    'voi',
    'tämä',
    'sen',
    'joka',
    'ovatko',
  ],
  sv: ['är', 'och', 'vad', 'hur', 'varför', 'inte', 'att', 'som', 'det', 'ett', 'vilken', 'för', 'kan', 'den'],
};
/** Scripts that stand for a language well enough for a voice to be chosen. */
const scripts: Array<[string, RegExp]> = [
  ['ar', /\p{Script=Arabic}/u],
  ['he', /\p{Script=Hebrew}/u],
  ['ru', /\p{Script=Cyrillic}/u],
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/u],
  ['zh', /\p{Script=Han}/u],
];

const longestLook = 2_000;

/** The language of a text for a screen reader's voice, or undefined where it is not clear enough. */
export function guessLanguage(text: string): string | undefined {
  // The beginning tells; an answer that grows is not looked through again and again.
  const letters = text
    .slice(0, longestLook)
    .replace(/```[\s\S]*?(?:```|$)/g, ' ')
    .replace(/[^\p{L}\p{M}]+/gu, ' ')
    .trim();
  const script = scripts.find(
    ([, letter]) => letters.split('').filter((one) => letter.test(one)).length > letters.length / 3,
  );
  if (script) return script[0];
  const words = letters.toLowerCase().split(' ');
  const counts = Object.entries(commonWords)
    .map(([language, common]) => ({ language, count: words.filter((word) => common.includes(word)).length }))
    .sort((a, b) => b.count - a.count);
  const [first, second] = counts;
  return first && first.count > 0 && first.count > (second?.count ?? 0) ? first.language : undefined;
}
