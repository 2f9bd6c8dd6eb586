import type { ChatbotSettings } from '@course-chatbot/chat';
import { isEqual, settingChanges, withFields } from '../settings/setting-changes';

/** A setting that two people have changed from the same version. */
export interface MergedField {
  field: string;
  was: unknown;
  mine: unknown;
  theirs: unknown;
  /** `both`: to different values, so that one has to be chosen. */
  by: 'both' | 'me' | 'them';
}

/** Who has changed what since the version that both began from. */
export function mergedFields(base: ChatbotSettings, mine: ChatbotSettings, theirs: ChatbotSettings): MergedField[] {
  const [own, other] = [settingChanges(base, mine), settingChanges(base, theirs)];
  const fields = [...new Set([...own, ...other].map(({ field }) => field))];
  return fields.flatMap((field): MergedField[] => {
    const [ofMine, ofTheirs] = [own, other].map((changes) => changes.find((change) => change.field === field));
    if (ofMine && ofTheirs && isEqual(ofMine.after, ofTheirs.after)) return [];
    const was = (ofMine ?? ofTheirs)?.before;
    const by = ofMine && ofTheirs ? 'both' : ofMine ? 'me' : 'them';
    return [{ field, was, mine: ofMine ? ofMine.after : was, theirs: ofTheirs ? ofTheirs.after : was, by }];
  });
}

/** Their settings with what only I have changed, and with mine where I chose that. */
export function merge(theirs: ChatbotSettings, fields: MergedField[], keptMine: ReadonlySet<string>): ChatbotSettings {
  const mine = fields.filter(({ field, by }) => by === 'me' || (by === 'both' && keptMine.has(field)));
  return withFields(theirs, new Map(mine.map((field) => [field.field, field.mine])));
}
