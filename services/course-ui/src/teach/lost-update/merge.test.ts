import { expect, test } from 'vitest';
import { newSettings } from '../settings/new-settings';
import { merge, mergedFields } from './merge';

const base = newSettings('Guide', 'Be kind.', []);
const limits = { ...base.limits, turnSeconds: 60 };
const mine = { ...base, name: 'Mine', prompt: 'Be short.', enabled: true, disclaimer: 'Same' };
const theirs = { ...base, name: 'Theirs', limits, disclaimer: 'Same' };

test('it is told who has changed what; what both made the same needs no word', () => {
  expect(mergedFields(base, mine, theirs).map(({ field, by }) => `${field}: ${by}`)).toEqual([
    'name: both',
    'enabled: me',
    'prompt: me',
    'limits.turnSeconds: them',
  ]);
});

test('a merge takes over what only they changed, and of the rest what was chosen', () => {
  const fields = mergedFields(base, mine, theirs);
  const kept = merge(theirs, fields, new Set(['name']));
  expect(kept).toEqual({ ...mine, limits });
  expect(merge(theirs, fields, new Set()).name).toBe('Theirs');
});

test('a value that was taken out stays out', () => {
  const without = { ...base, disclaimer: null };
  const fields = mergedFields({ ...base, disclaimer: 'D' }, without, { ...base, disclaimer: 'D', name: 'N' });
  expect(merge({ ...base, disclaimer: 'D', name: 'N' }, fields, new Set()).disclaimer).toBeNull();
});
