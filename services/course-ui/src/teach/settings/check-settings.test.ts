import type { ChatbotSettings, ManagedModel } from '@course-chatbot/chat';
import { expect, test } from 'vitest';
import { checkSettings, mergeFaults } from './check-settings';
import { newSettings } from './new-settings';

const model: ManagedModel = { id: 'm', label: 'M', isDefault: true, tools: true, temperature: true, contextTokens: 8_000 };
const settings = newSettings('Guide', '', ['course_material_search']);
const limits = (part: Partial<ChatbotSettings['limits']>) => ({ limits: { ...settings.limits, ...part } });

const found = (part: Partial<ChatbotSettings>, models = [model]) =>
  checkSettings({ ...settings, ...part }, { tools: [], models }).map(({ field, code }) => `${field}: ${code}`);

test.each<[Partial<ChatbotSettings>, string[]]>([
  [{}, []],
  [{ name: '  ' }, ['name: missing']],
  [{ name: 'n'.repeat(201) }, ['name: too_long']],
  [{ suggestedMessages: ['Why?', ' '] }, ['suggestedMessages.1: missing']],
  [{ opensAt: '2026-09-02T00:00:00Z', closesAt: '2026-09-01T00:00:00Z' }, ['closesAt: wrong_order']],
  [{ temperature: 3 }, ['temperature: too_large']],
  [{ retentionDays: 0 }, ['retentionDays: too_small']],
  [{ toolChoice: 'required', allowedTools: [] }, ['toolChoice: conflicts']],
  [{ toolChoice: { type: 'tool', toolName: 'page_lookup' } }, ['toolChoice: conflicts']],
  [limits({ turnSeconds: Number.NaN }), ['limits.turnSeconds: not_storable']],
  [limits({ studentTokensPerDay: null }), []],
])('%j: %j', (part, faults) => expect(found(part)).toEqual(faults));

test('a number that is needed and was deleted is missing', () => {
  expect(found(limits({ turnSeconds: null as unknown as number }))).toEqual(['limits.turnSeconds: missing']);
});

test('a model that cannot look things up does not go with what is switched on', () => {
  expect(found({}, [{ ...model, tools: false }])).toEqual(['model: conflicts']);
});

test('of a field that the page and the server found at fault, one fault is told', () => {
  const fault = (field: string) => ({ field, code: 'missing' as const, message: '' });
  expect(mergeFaults([fault('name')], [fault('name'), fault('prompt')])).toEqual([fault('name'), fault('prompt')]);
});
