import type { ManagedModel, ManagedTool, ToolChoice } from '@course-chatbot/chat';
import type { TeachText, TeachTextKey } from '../language/teach-text';

/** What values of settings are told with. */
export interface Words {
  text: TeachText;
  /** Of dates and numbers. */
  locale: string;
  /** The course's time zone. */
  zone: string;
  tools: ManagedTool[];
  models: ManagedModel[];
}

const inWords = ['name', 'prompt', 'initialMessage', 'disclaimer', 'answerPattern', 'suggestedMessages'];

/** Whether two values of this field are best told by what differs in their words. */
export function isProse(field: string): boolean {
  return inWords.includes(field);
}

/** The name of a setting, as the form has it; of a part of a list, that of the list. */
export function fieldLabel(text: TeachText, field: string): string {
  const known = text(`field.${field}` as TeachTextKey);
  if (known !== `field.${field}`) return known;
  const shorter = field.slice(0, Math.max(field.lastIndexOf('.'), 0));
  return shorter === '' ? field : fieldLabel(text, shorter);
}

/** The value of a setting in words. */
export function valueWords(words: Words, field: string, value: unknown): string {
  const { text, locale } = words;
  if (value === null || value === undefined || value === '') return text('value.none');
  if (typeof value === 'boolean') return text(value ? 'value.yes' : 'value.no');
  if (field === 'allowedTools') return listWords(words, (value as string[]).map((name) => toolName(words, name)));
  if (field === 'languages') return listWords(words, (value as string[]).map((tag) => languageName(tag, locale)));
  if (field === 'toolChoice') return toolChoiceWords(words, value as ToolChoice);
  if (field === 'citationPolicy') return text(`citations.${value}` as TeachTextKey);
  if (field === 'style') return text(`style.${value}` as TeachTextKey);
  if (field === 'invalidCalls.unhandled') return text(`invalid.${value}` as TeachTextKey);
  if (field === 'opensAt' || field === 'closesAt') return dateWords(words, String(value));
  if (field === 'retentionDays') return text('value.days', { count: Number(value) });
  if (field === 'model') return words.models.find(({ id }) => id === value)?.label ?? String(value);
  if (Array.isArray(value)) return value.length === 0 ? text('value.none') : value.join('\n');
  return typeof value === 'number' ? value.toLocaleString(locale) : String(value);
}

/** A tool's name in the page's words, or else in its own. */
export function toolName({ text, tools }: Pick<Words, 'text' | 'tools'>, name: string): string {
  const key = `tool.${name}.name`;
  const known = text(key as TeachTextKey);
  return known === key ? (tools.find((tool) => tool.name === name)?.label ?? name) : known;
}

/** A moment in the course's time zone, with the zone's name. */
export function dateWords({ locale, zone }: Pick<Words, 'locale' | 'zone'>, at: string): string {
  return new Date(at).toLocaleString(locale, {
    day: 'numeric',
    month: 'long',
    year: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
    timeZone: zone,
  });
}

export function languageName(tag: string, locale: string): string {
  try {
    return new Intl.DisplayNames([locale], { type: 'language' }).of(tag) ?? tag;
  } catch {
    return tag;
  }
}

function toolChoiceWords(words: Words, choice: ToolChoice): string {
  if (typeof choice === 'string') return words.text(`choice.${choice}`);
  return `${words.text('choice.tool')}: ${toolName(words, choice.toolName)}`;
}

function listWords({ text, locale }: Words, items: string[]): string {
  if (items.length === 0) return text('value.none');
  return new Intl.ListFormat(locale, { type: 'conjunction' }).format(items);
}

/** The first two names, and how many more there are. */
export function fieldNames(text: TeachText, locale: string, fields: string[]): string {
  const names = [...new Set(fields.map((field) => fieldLabel(text, field)))];
  if (names.length <= 3) return new Intl.ListFormat(locale, { type: 'conjunction' }).format(names);
  return text('save.andMore', { fields: names.slice(0, 2).join(', '), count: names.length - 2 });
}
