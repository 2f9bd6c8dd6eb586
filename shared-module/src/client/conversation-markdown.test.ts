import type { Nodes } from 'mdast';
import remarkGfm from 'remark-gfm';
import remarkParse from 'remark-parse';
import { unified } from 'unified';
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
/** What would be loaded or run where a document is drawn, by readers who know more of Markdown and by those who know less. */
const harmOf = (document: string) => {
  const found: string[] = [];
  const visit = (node: Nodes): void => {
    const foreign = (node.type === 'link' || node.type === 'definition') && !/^(?:https?:|\/|\[)/.test(node.url);
    if (['image', 'imageReference', 'html'].includes(node.type) || foreign) found.push(node.type);
    if ('children' in node) node.children.forEach(visit);
  };
  visit(unified().use(remarkParse).parse(document));
  visit(unified().use(remarkParse).use(remarkGfm).parse(document));
  return found;
};
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

  const elsewhere = 'https://evil.example/?q=1';
  test.each([
    ['a picture', `One. ![seen](${elsewhere})`, 'One.[^1] seen'],
    ['a picture without words', `One. ![](${elsewhere}) Two.`, 'One.[^1]  Two.'],
    ['a picture by reference', `One. ![seen][a] ![b]\n\n[a]: ${elsewhere}\n[b]: ${elsewhere}`, 'One.[^1] seen b'],
    ['a picture within a link', `One. [![seen](${elsewhere})](https://a.example/)`, '[seen](https://a.example/)'],
    ['a picture in a list, a quotation and a table', `One. \n\n- ![a](${elsewhere})\n\n> ![b](${elsewhere})\n\n| x |\n|---|\n| ![c](${elsewhere}) |`, '- a\n\n> b\n\n| x |\n|---|\n| c |'],
    ['a picture in HTML', `One. <img src="${elsewhere}"> <svg onload=x>`, 'One.[^1] &lt;img src='],
    ['a block of HTML', `One. \n\n<div style="background: url(${elsewhere})">\n![a](${elsewhere})\n</div>`, '&lt;div style='],
    ['a comment around a picture', `One. \n\n<!--\n\n![a](${elsewhere})\n\n-->`, '&lt;!--\n\na\n\n-->'],
    ['words that become a picture once the HTML is none', `One. !<b>[a](${elsewhere})</b>`, '!&lt;b>[a]('],
    ['a picture whose words are one', `One. ![\\![a\\](${elsewhere})](${elsewhere})`, 'One.[^1]'],
    ['a script as a link', 'One. [press](javascript:alert(1)) <javascript:alert(1)>', 'One.[^1] press javascript:alert(1)'],
    ['a script by reference', 'One. [press][a]\n\n[a]: javascript:alert(1)', 'One.[^1] [press][a]'],
    ['a picture in a formula', `One. $![a](${elsewhere})$ \\(![b](${elsewhere})\\)`, 'One.[^1] $a$ \\(b\\)'],
    ['a picture by a footnote', `One. ![^a]\n\n[^a]: ${elsewhere}`, 'One.[^1]'],
    ['data as a link', 'One. [press](data:text/html,<script>x</script>)', 'One.[^1] press'],
  ])('nothing that a model writes is loaded or run where the document is drawn: %s', (_name, text, told) => {
    for (const document of [written(answer(text, source(1, 4))), written(question(text)), written({ ...question('Why?'), metadata: { selection: text } })]) {
      expect(harmOf(document)).toEqual([]);
    }
    expect(written(answer(text, source(1, 4)))).toContain(told);
  });

  test('what one message names no other one shows', () => {
    expect(harmOf(written(question(`[a]: ${elsewhere}`), answer('One. ![seen][a]')))).toEqual([]);
  });

  test('code, formulas and links of the web stand as they were written', () => {
    const text = 'One. `<img src=x>` $a < b$ [out](https://a.example/?a=1:2) [here](/courses/db) [there](page#a:b)\n\n```html\n<img src="https://a.example/">\n![a](b)\n```';
    expect(written(answer(text))).toContain(text);
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
