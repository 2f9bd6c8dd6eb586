import { describe, expect, test } from 'vitest';
import { anchorOf, isOnPage } from './passage-target';

const target = { url: '/courses/db/avaimet/p%C3%A4%C3%A4avain#mik%C3%A4-avain', passage: 'x' };

describe('a passage target', () => {
  test('lies on the page of its address, however that is written', () => {
    expect(isOnPage(target, '/courses/db/avaimet/pääavain')).toBe(true);
    expect(isOnPage(target, '/courses/db/avaimet/p%C3%A4%C3%A4avain')).toBe(true);
    expect(isOnPage(target, '/courses/db/avaimet')).toBe(false);
  });

  test('has the anchor as the heading has it', () => {
    expect(anchorOf(target)).toBe('mikä-avain');
    expect(anchorOf({ url: '/courses/db/avaimet', passage: 'x' })).toBeNull();
  });
});
