import { expect, test } from 'vitest';
import { citationsPath, isNarrowed, noFilter, readFilter, wishOf, writeFilter } from './citation-filter';

const address = 'show=all&courseId=c1&tool=course_material_search&verdict=misquoted%2Cunsupported&reviewed=false&q=key&from=2026-11-23&to=2026-11-29';

test('a filter stands in the address and is read from it again', () => {
  const filter = readFilter(new URLSearchParams(address));
  expect(filter).toMatchObject({ verdict: ['misquoted', 'unsupported'], reviewed: false, cited: null, from: '2026-11-23' });
  expect(String(writeFilter(filter))).toBe(address);
});

test('what cannot be read in an address is no filter', () => {
  const filter = readFilter(new URLSearchParams('verdict=wrong&freshness=,&cited=maybe&from=2026-02-31&to=soon&show=none&q=%20'));
  expect(filter).toEqual(noFilter);
  expect(isNarrowed(filter)).toBe(false);
});

test('without a word the list opens on what needs a look', () => {
  expect(String(wishOf(noFilter))).toBe('needsLook=true');
  expect(String(wishOf({ ...noFilter, show: 'all' }))).toBe('');
  expect(citationsPath({})).toBe('/audit');
  expect(citationsPath({ show: 'all', verdict: ['misquoted'] })).toBe('/audit?show=all&verdict=misquoted');
});

test('days are the reader’s own, from the first moment of the first to the last of the last', () => {
  const wish = wishOf({ ...noFilter, show: 'all', from: '2026-11-23', to: '2026-11-29' });
  expect(wish.get('from')).toBe(new Date(2026, 10, 23).toISOString());
  expect(wish.get('to')).toBe(new Date(2026, 10, 30).toISOString());
});

test('days of rates stay days of UTC', () => {
  const filter = readFilter(new URLSearchParams('from=2026-11-23&to=2026-11-29&zone=UTC'));
  expect(String(wishOf(filter))).toBe('needsLook=true&from=2026-11-23&to=2026-11-29');
  expect(String(writeFilter(filter))).toBe('from=2026-11-23&to=2026-11-29&zone=UTC');
});
