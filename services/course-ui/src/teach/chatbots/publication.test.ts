import { expect, test } from 'vitest';
import { newSettings } from '../settings/new-settings';
import { publicationOf } from './publication';

const settings = { ...newSettings('Guide', '', []), enabled: true };
const [may, june] = ['2026-05-01T00:00:00Z', '2026-06-01T00:00:00Z'];

test('a chatbot is open between its dates', () => {
  const at = (now: string) => publicationOf({ ...settings, opensAt: may, closesAt: june }, Date.parse(now));
  expect(at('2026-04-30T00:00:00Z')).toEqual({ state: 'opens', at: may });
  expect(at(may)).toEqual({ state: 'open', at: null });
  expect(at(june)).toEqual({ state: 'closed', at: june });
});

test('one that is switched off is off whatever its dates', () => {
  expect(publicationOf({ ...settings, enabled: false, closesAt: may }, Date.parse(june)).state).toBe('off');
  expect(publicationOf(settings, Date.parse(june)).state).toBe('open');
});
