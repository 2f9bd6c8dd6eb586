import { expect, test } from 'vitest';
import { newSettings } from './new-settings';
import { settingChanges, withFields } from './setting-changes';

const settings = newSettings('Guide', 'Be kind.', ['course_material_search', 'page_lookup']);

test('equal settings have no change, whatever the order of their tools', () => {
  const turned = { ...settings, allowedTools: [...settings.allowedTools].reverse() };
  expect(settings.allowedTools).toHaveLength(2);
  expect(settingChanges(settings, turned)).toEqual([]);
});

test('changes are told by field, those of limits and policies by their part', () => {
  const after = withFields(settings, new Map<string, unknown>([['name', 'G'], ['limits.turnSeconds', 60], ['invalidCalls.retries', 1]]));
  expect(settingChanges(settings, after)).toEqual([
    { field: 'name', before: 'Guide', after: 'G' },
    { field: 'invalidCalls.retries', before: 2, after: 1 },
    { field: 'limits.turnSeconds', before: 180, after: 60 },
  ]);
  expect(settings.limits.turnSeconds).toBe(180);
});
