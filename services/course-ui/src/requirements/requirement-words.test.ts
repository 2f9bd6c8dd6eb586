import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { requirementWords } from './requirement-words';

/** What the server can require: the words of its `Display`. */
const toolSource = readFileSync(join(import.meta.dirname, '../../../core/src/tool.rs'), 'utf8');

const codesOf = (kind: 'Action' | 'Resource') =>
  [...toolSource.matchAll(new RegExp(`${kind}::\\w+[^=\\n]*=> "([a-z_ ]+)"`, 'g'))].map((match) => match[1] ?? '');

test('whatever the server can require has words in both languages', () => {
  const [actions, resources] = [codesOf('Action'), codesOf('Resource')];
  expect([actions.length, resources.length]).toEqual([8, 8]);
  for (const language of ['en', 'fi'] as const) {
    const words = requirementWords(language);
    const untold = actions.flatMap((action) => resources.map((resource) => `${action} on ${resource}`)).filter((code) => words(code) === code);
    expect(untold, language).toEqual([]);
  }
  expect(requirementWords('fi')('view_progress on another person')).toBe('saa nähdä etenemisen (henkilö)');
  expect(requirementWords('en')('view_material on course')).toBe('may read the material (course)');
});

test('what is not known stays as it is', () => {
  for (const code of ['fly on course', 'view on moon', 'constructor on constructor', 'whatever', '']) expect(requirementWords('fi')(code)).toBe(code);
});
