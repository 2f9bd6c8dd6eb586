import { expect, test } from 'vitest';
import { highlightCode } from './highlight-code';

test('code comes in pieces that tell their role and leave out nothing', () => {
  const code = "SELECT 'a' -- b\nFROM t WHERE n = 1;";
  const pieces = highlightCode(code, 'sql') ?? [];
  expect(pieces.map(({ text }) => text).join('')).toBe(code);
  expect(pieces).toContainEqual({ text: 'SELECT', role: 'keyword' });
  expect(pieces).toContainEqual({ text: "'a'", role: 'string' });
  expect(pieces).toContainEqual({ text: '1', role: 'number' });
});

test('short names of languages are known, others leave the code plain', () => {
  expect(highlightCode('x = 1', 'py')).not.toBeNull();
  expect(highlightCode('x = 1', 'brainfog')).toBeNull();
});
