import { render, screen } from '@testing-library/react';
import { describe, expect, test } from 'vitest';
import { citationsOf } from '../citation/citation-points';
import type { CourseMessage } from '../client/course-message';
import { AnswerText } from '../components/answer-text';
import { CitationsProvider } from '../components/citations';
import type { CitationData } from '../wire';
import { directionOf, withoutTurns } from './text-direction';

const citation: CitationData = {
  number: 1,
  pageId: 'p',
  title: 'Invoice \u202Efdp.exe',
  chapter: '\u2066Keys\u2069',
  url: '/p',
  snippet: 'A key.',
  spans: [],
};

function show(text: string, offset?: number) {
  const points = offset === undefined ? [] : [{ offset, numbers: [1] }];
  const { container } = render(
    <CitationsProvider citations={[citation]} texts={[text]} checking={false}>
      <AnswerText text={text} points={points} part={0} />
    </CitationsProvider>,
  );
  return container;
}

/** Each block with its direction. */
function directions(text: string, offset?: number): string[] {
  return [...show(text, offset).querySelectorAll('p, ul, ol, li, blockquote, table, th, td, h3, h4, h5, h6')].map(
    (block) => `${block.tagName.toLowerCase()} ${block.getAttribute('dir') ?? '–'}`,
  );
}

describe('the direction of a text', () => {
  test.each([
    ['a Hebrew word', 'שלום world', 'rtl'],
    ['a leading mark from the right', '\u200FSQL שלום', 'rtl'],
    ['a leading mark from the left', '\u200Eשלום', 'ltr'],
    ['one Arabic word in English', 'See الفصل 2 first.', 'ltr'],
    ['numbers and signs before the first letter', '12. (٣) – الفصل', 'rtl'],
    ['Greek, Cyrillic, Chinese', 'Ключ', 'ltr'],
    ['no letter at all', '12 + 3 = 15 😀', undefined],
  ])('%s', (_name, text, expected) => {
    expect(directionOf(text)).toBe(expected);
  });

  test('what turns it is taken out, and nothing else', () => {
    expect(withoutTurns('a\u202Eb\u202Cc\u2067d\u2069')).toBe('abcd');
    expect(withoutTurns('שלום\u200F, 👩‍🏫')).toBe('שלום\u200F, 👩‍🏫');
  });
});

describe('an answer', () => {
  test.each([
    ['paragraphs, each for itself', 'A key.\n\nמפתח.\n\n12 + 3', ['p ltr', 'p rtl', 'p –']],
    ['headings', '# מפתח\n\n## Key', ['h3 rtl', 'h4 ltr']],
    ['code first', '`SELECT` מחזיר שורות.', ['p rtl']],
    ['a formula first', '$x$ הוא מפתח.', ['p rtl']],
    ['a list, and each of its items', '- מפתח\n- Key', ['ul rtl', 'li rtl', 'li ltr']],
    ['a list of paragraphs', '1. מפתח\n\n2. Key', ['ol rtl', 'li rtl', 'p rtl', 'li ltr', 'p ltr']],
    ['a quotation', '> מפתח', ['blockquote rtl', 'p rtl']],
    ['a table, and each of its cells', '| מפתח | Key |\n|---|---|\n| 1 | SQL |', ['table rtl', 'th rtl', 'th ltr', 'td –', 'td ltr']],
  ])('is read block by block: %s', (_name, text, expected) => {
    expect(directions(text)).toEqual(expected);
  });

  test('does not turn for the number of a source', () => {
    expect(directions('מפתח. Key.', 5)).toEqual(['p rtl']);
    expect(directions('\u200F12.', 4)).toEqual(['p rtl']);
  });

  test('has its code from the left, in the line and in blocks', () => {
    const container = show('המפתח `a[1]` כאן.\n\n```\nSELECT 1\n```');
    expect(container.querySelector('p code')?.getAttribute('dir')).toBe('ltr');
    expect(container.querySelector('pre')?.closest('[dir]')?.getAttribute('dir')).toBe('ltr');
  });

  test('cannot be turned by what it is written with, and its links stand apart', () => {
    const container = show('See \u202E[\u202Eelpmaxe](https://evil.example/) here.');
    expect(container.textContent).toBe('See elpmaxe here.');
    expect(screen.getByRole('link').getAttribute('dir')).toBe('auto');
  });
});

test('titles of sources are read as their letters say', () => {
  const message = { id: 'a', role: 'assistant', parts: [{ type: 'data-citation', data: citation }] } as CourseMessage;
  expect(citationsOf(message)[0]).toMatchObject({ title: 'Invoice fdp.exe', chapter: 'Keys' });
});
