import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import en from '../language/en.json';

const engine = join(import.meta.dirname, '../../../../engine/src');
const sources = readdirSync(engine, { recursive: true, encoding: 'utf8' })
  .filter((path) => path.endsWith('.rs'))
  .map((path) => readFileSync(join(engine, path), 'utf8'));

/** Every way in which the engine writes down what somebody did, and to what. */
const deeds = [/\baction: "(\w+)"/g, /let action = "(\w+)"/g, /action: if [^{]+\{ "(\w+)" \}/g, /action: if .* else \{ "(\w+)" \}/g, /caller, "(\w+)", \(/g, /&base, "(\w+)"\)/g, /\("(\w+)", "\w+", \w+\.0\)/g];
const subjects = [/subject_kind: "(\w+)"/g, /\("\w+", "(\w+)", \w+\.0\)/g];

function words(patterns: RegExp[]): string[] {
  const found = patterns.flatMap((pattern) => sources.flatMap((source) => [...source.matchAll(pattern)].map((match) => match[1] ?? '')));
  return [...new Set(found)].sort();
}

test('whatever the access log tells has words', () => {
  const [done, to] = [words(deeds), words(subjects)];
  expect(done).toEqual(expect.arrayContaining(['citation_viewed', 'citation_review_taken_back', 'chatbot_made_default', 'read_conversation', 'erase_data']));
  expect(done.filter((action) => !(`action.${action}` in en))).toEqual([]);
  expect(to.filter((subject) => !(`subject.${subject}` in en))).toEqual([]);
  const told = Object.keys(en).flatMap((key) => /^action\.(\w+)$/.exec(key)?.[1] ?? []);
  expect(told.filter((action) => !done.includes(action)), 'and tells nothing else').toEqual([]);
});
