import type { ChatbotSettings, SettingChange } from '@course-chatbot/chat';

type Fields = Record<string, unknown>;

/** Settings whose parts are told apart: `limits.turnSeconds`. */
const groups = ['limits', 'invalidCalls'];

/** Everything that differs between two settings. */
export function settingChanges(before: ChatbotSettings, after: ChatbotSettings): SettingChange[] {
  const [older, newer] = [flat(before), flat(after)];
  return [...newer.keys()].flatMap((field) => {
    const [was, is] = [older.get(field), newer.get(field)];
    return isEqual(was, is) ? [] : [{ field, before: was ?? null, after: is ?? null }];
  });
}

/** Settings with some of their fields set to other values. */
export function withFields(settings: ChatbotSettings, values: ReadonlyMap<string, unknown>): ChatbotSettings {
  const changed: Fields = { ...settings };
  for (const [field, value] of values) {
    const [group = '', part] = field.split('.');
    changed[group] = part === undefined ? value : { ...(changed[group] as Fields), [part]: value };
  }
  return changed as unknown as ChatbotSettings;
}

/** Whether two values of a setting say the same. */
export function isEqual(one: unknown, other: unknown): boolean {
  return JSON.stringify(one ?? null) === JSON.stringify(other ?? null);
}

function flat(settings: ChatbotSettings): Map<string, unknown> {
  // The order in which tools were switched on says nothing.
  const fields: Fields = { ...settings, allowedTools: [...settings.allowedTools].sort() };
  const entries = Object.entries(fields).flatMap(([name, value]) =>
    groups.includes(name)
      ? Object.entries(value as Fields).map(([part, inner]) => [`${name}.${part}`, inner] as const)
      : [[name, value] as const],
  );
  return new Map(entries);
}
