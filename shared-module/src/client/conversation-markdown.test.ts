import { describe, expect, test } from 'vitest';
import type { CitationData } from '../wire';
import { conversationMarkdown, fileName } from './conversation-markdown';
import type { CourseMessage } from './course-message';

const source = (number: number, end: number, part: Partial<CitationData> = {}): CourseMessage['parts'][number] => ({
  type: 'data-citation',
  id: `c${number}${end}`,
  data: {
    number,
    pageId: 'p',
    title: 'Keys',
    chapter: 'Tables',
    url: '/courses/db/keys#primary',
    snippet: 's',
    spans: [{ part: 0, start: 0, end }],
    ...part,
  },
});
const question = (text: string): CourseMessage => ({ id: 'q', role: 'user', parts: [{ type: 'text', text }] });
const answer = (text: string, ...parts: CourseMessage['parts']): CourseMessage => ({
  id: 'a',
  role: 'assistant',
  parts: [{ type: 'text', text }, ...parts],
});
const words = { you: 'You', answer: 'Answer', hidden: 'page no longer open', date: '1 March 2026', verdict: (verdict: string) => `it is ${verdict}` };
const written = (...messages: CourseMessage[]) =>
  conversationMarkdown({ title: 'What is a *key*?', messages, origin: 'https://lms.example', words });

describe('a conversation as Markdown', () => {
  test('a question says what it was about', () => {
    const about = { ...question('Why?'), metadata: { selection: 'A key\nidentifies.' } };
    expect(written(about)).toContain('> > A key\n> > identifies.\n> \n> Why?\n');
  });

  test('questions are quoted, answers keep their Markdown, sources are footnotes with whole addresses', () => {
    expect(written(question('What is\na key?'), answer('A **key** it is. More.', source(1, 16)))).toBe(
      `# What is a \\*key\\*?

1 March 2026

## You

> What is
> a key?

## Answer

A **key** it is.[^1] More.

[^1]: [Keys](https://lms.example/courses/db/keys#primary), Tables
`,
    );
  });

  test('the same source has one number in the whole document, another one the next', () => {
    const text = written(
      answer('One.', source(1, 4)),
      answer('Two. Three.', source(1, 4, { title: 'Joins', url: '/j' }), source(2, 11)),
    );
    expect(text).toContain('One.[^1]');
    expect(text).toContain('Two.[^2] Three.[^1]');
    expect(text.match(/^\[\^\d\]:/gm)).toHaveLength(2);
  });

  test('a footnote says what was found; the same source with another verdict is another footnote', () => {
    const checked = (end: number, verdict: 'supported' | 'partly') => source(1, end, { spans: [{ part: 0, start: 0, end, verdict }] });
    const text = written(answer('One. Two. Three.', checked(4, 'supported'), checked(9, 'partly')), answer('Two.', checked(4, 'supported')));
    expect(text).toContain('One.[^1]');
    expect(text).toContain('[^1]: [Keys](https://lms.example/courses/db/keys#primary), Tables — it is supported');
  });

  test('a number never breaks code, links or formulas', () => {
    expect(written(answer('Run `a. b` now', source(1, 7)))).toContain('Run `a. b`[^1] now');
    expect(written(answer('```\nx. y\n```\n\nz', source(1, 6)))).toContain('```\nx. y\n```\n\n[^1]\n\nz');
    expect(written(answer('See [a. b](/x).', source(1, 7)))).toContain('[a. b](/x)[^1].');
  });

  test('a page that is no longer open is said to be so, without an address', () => {
    const text = written(answer('One.', source(1, 4, { title: '—', url: '', verdict: 'hidden' })));
    expect(text).toContain('[^1]: page no longer open');
    expect(text).not.toContain('](');
  });

  test('an answer without text is left out', () => {
    expect(written(answer('  '))).not.toContain('## Answer');
  });
});

test('the file has a name that every system takes', () => {
  expect(fileName('What is a/b: "c"?')).toBe('What is a b c.md');
  expect(fileName('  ...  ')).toBe('conversation.md');
  expect(fileName('Mikä on pääavain?')).toBe('Mikä on pääavain.md');
});
