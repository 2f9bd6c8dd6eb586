import { render } from '@testing-library/react';
import { expect, test } from 'vitest';
import { boundedMarkdown, deepest } from './bounded-markdown';
import { SafeMarkdown } from './safe-markdown';

const most = 20_000;

test.each([
  ['quotations', '> '.repeat(most)],
  ['quotations without blanks', '>'.repeat(most)],
  ['lists', '- '.repeat(most)],
  ['numbered lists', '1. '.repeat(most)],
  ['quotations and lists', '> - '.repeat(most)],
  ['quotations on two lines', `${'> '.repeat(most)}a\n${'> '.repeat(most)}`],
])('%s that stand in each other twenty thousand times are drawn at once', (_name, signs) => {
  const begun = performance.now();
  const { container } = render(<SafeMarkdown text={`${signs}The end.\n\nAfter it.`} />);
  expect(performance.now() - begun).toBeLessThan(1_000);
  expect(container.textContent).toContain('The end.');
  expect(container.textContent).toContain('After it.');
  expect(container.querySelectorAll('blockquote, li').length).toBeLessThanOrEqual(2 * deepest);
});

test('what is as deep as people write stays, and every place in a text stays where it is', () => {
  const usual = '> > a\n\n- b\n  - c\n\n1. d\n\n> - e\n> - f';
  expect(boundedMarkdown(usual)).toBe(usual);
  const deep = `Before.\n${'> '.repeat(200)}${'1. '.repeat(3)}words`;
  expect(boundedMarkdown(deep)).toHaveLength(deep.length);
  expect(boundedMarkdown(deep).indexOf('words')).toBe(deep.indexOf('words'));
});
