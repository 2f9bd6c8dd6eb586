import { describe, expect, test } from 'vitest';
import { findPassage } from './find-passage';

function found(page: string, passage: string, from?: number): string | null {
  const range = findPassage(page, passage, from);
  return range && page.slice(range.start, range.end);
}

describe('finding a passage', () => {
  test('white space, list marks and formula signs may differ', () => {
    const page = 'Intro. A key\n  identifies each row of $R$:\n•one\n•two. Rest.';
    expect(found(page, 'A key identifies each row of R: - one - two.')).toBe('A key\n  identifies each row of $R$:\n•one\n•two.');
  });

  test('the search begins at the heading', () => {
    const page = 'A key is unique. Later: a key is unique.';
    expect(findPassage(page, 'A key is unique.', 10)?.start).toBe(24);
  });

  test('letters of any script, and letters that grow in lower case', () => {
    expect(found('x İstanbul ÄÄNI 鍵 y', 'istanbul a\u0308äni 鍵')).toBe('İstanbul ÄÄNI 鍵');
    expect(found('Avain yksilöi rivin.', 'yksilöi')).toBe('yksilöi');
  });

  test('when a sentence was changed, the ones around it are still found', () => {
    const page = 'Before. The first sentence stands here. Another was put in. The third sentence stands as well. After.';
    const passage = 'The first sentence stands here. The second is gone now. The third sentence stands as well.';
    expect(found(page, passage)).toBe('The first sentence stands here. Another was put in. The third sentence stands as well.');
  });

  test('what is not there is not found', () => {
    expect(found('Some page.', 'Quite another text that is long enough.')).toBeNull();
    expect(found('Some page.', '')).toBeNull();
    expect(found('Some page.', 'page', 99)).toBeNull();
  });
});
