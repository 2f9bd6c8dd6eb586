import type { SettingChange } from '@course-chatbot/chat';
import { Diff } from '../../widgets/diff/diff';
import styles from './change-list.module.css';
import { fieldLabel, isProse, toolName, valueWords, type Words } from './setting-words';

/** What differs between two settings, in words. */
export function ChangeList({ changes, words }: { changes: SettingChange[]; words: Words }) {
  return (
    <dl className={styles.changes}>
      {changes.map((change) => (
        <div key={change.field} className={styles.change}>
          <dt>{fieldLabel(words.text, change.field)}</dt>
          <dd>
            <Change change={change} words={words} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One difference: long texts word by word, others as they were and as they are. */
export function Change({ change: { field, before, after }, words }: { change: SettingChange; words: Words }) {
  if (field === 'allowedTools') return <ToolsChange before={toList(before)} after={toList(after)} words={words} />;
  if (isProse(field)) return <Diff before={toText(before)} after={toText(after)} />;
  return <ValueChange before={valueWords(words, field, before)} after={valueWords(words, field, after)} />;
}

function ValueChange({ before, after }: { before: string; after: string }) {
  return (
    <p className={styles.value}>
      <del>{before}</del> → <ins>{after}</ins>
    </p>
  );
}

function ToolsChange({ before, after, words }: { before: string[]; after: string[]; words: Words }) {
  const names = (list: string[], without: string[]) =>
    list.flatMap((name) => (without.includes(name) ? [] : [toolName(words, name)])).join(', ');
  const [on, off] = [names(after, before), names(before, after)];
  return (
    <>
      {on && <p>{words.text('value.switchedOn', { tools: on })}</p>}
      {off && <p>{words.text('value.switchedOff', { tools: off })}</p>}
    </>
  );
}

function toList(value: unknown): string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

function toText(value: unknown): string {
  return Array.isArray(value) ? value.join('\n') : String(value ?? '');
}
