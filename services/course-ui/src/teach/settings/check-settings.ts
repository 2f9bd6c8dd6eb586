import type { ChatbotSettings, ManagedModel, ManagedTool, SettingsFault } from '@course-chatbot/chat';

/** What a teacher may choose from. */
export interface Known {
  tools: ManagedTool[];
  models: ManagedModel[];
}

type Fault = Omit<SettingsFault, 'message'>;

const longestName = 200;
const hottest = 2;

/**
 * What can be told at once, before the server has looked: the server's word counts. Its sentences are not needed,
 * as the page has its own for each code.
 */
export function checkSettings(settings: ChatbotSettings, known: Known): SettingsFault[] {
  const faults = [
    ...nameFaults(settings),
    ...numberFaults(settings),
    ...dateFaults(settings),
    ...choiceFaults(settings, known),
  ];
  return faults.map((fault) => ({ ...fault, message: '' }));
}

function nameFaults({ name, suggestedMessages }: ChatbotSettings): Fault[] {
  const questions = suggestedMessages.flatMap((question, index): Fault[] =>
    question.trim() === '' ? [{ field: `suggestedMessages.${index}`, code: 'missing' }] : [],
  );
  if (name.trim() === '') return [{ field: 'name', code: 'missing' }, ...questions];
  if ([...name].length > longestName) return [{ field: 'name', code: 'too_long', limit: longestName }, ...questions];
  return questions;
}

const needed = ['messageCharacters', 'requestsPerTurn', 'turnSeconds', 'outputTokens'];

function numberFaults({ limits, retentionDays, temperature }: ChatbotSettings): Fault[] {
  const counts = [...Object.entries(limits).map(([name, value]) => [`limits.${name}`, value] as const), ['retentionDays', retentionDays] as const];
  const faults = counts.flatMap(([field, value]): Fault[] => {
    if (value === null) return needed.includes(field.slice('limits.'.length)) ? [{ field, code: 'missing' }] : [];
    if (Number.isNaN(value)) return [{ field, code: 'not_storable' }];
    return value < 1 ? [{ field, code: 'too_small', limit: 1 }] : [];
  });
  if (temperature === null) return faults;
  if (Number.isNaN(temperature)) faults.push({ field: 'temperature', code: 'not_storable' });
  else if (temperature > hottest) faults.push({ field: 'temperature', code: 'too_large', limit: hottest });
  return faults;
}

function dateFaults({ opensAt, closesAt }: ChatbotSettings): Fault[] {
  const wrong = opensAt !== null && closesAt !== null && Date.parse(closesAt) <= Date.parse(opensAt);
  return wrong ? [{ field: 'closesAt', code: 'wrong_order' }] : [];
}

function choiceFaults({ model, toolChoice, allowedTools }: ChatbotSettings, { models }: Known): Fault[] {
  const faults: Fault[] = [];
  const chosen = models.find(({ id, isDefault }) => (model === null ? isDefault : id === model));
  if (chosen && !chosen.tools && allowedTools.length > 0) faults.push({ field: 'model', code: 'conflicts' });
  const forced = typeof toolChoice === 'object' ? toolChoice.toolName : null;
  if (forced !== null && !allowedTools.includes(forced)) faults.push({ field: 'toolChoice', code: 'conflicts' });
  if (toolChoice === 'required' && allowedTools.length === 0) faults.push({ field: 'toolChoice', code: 'conflicts' });
  return faults;
}

/** What either has found; of a field that both found, the first word. */
export function mergeFaults(own: SettingsFault[], server: SettingsFault[]): SettingsFault[] {
  return [...own, ...server.filter(({ field }) => !own.some((fault) => fault.field === field))];
}
