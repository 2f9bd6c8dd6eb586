import { Radio, RadioGroup } from 'react-aria-components';
import { useEditor } from '../editor/editor-context';
import { Change } from '../settings/change-list';
import { fieldLabel } from '../settings/setting-words';
import styles from './lost-update.module.css';
import type { MergedField } from './merge';

export interface ConflictChoiceProps {
  conflict: MergedField;
  keepsMine: boolean;
  onChoose: (mine: boolean) => void;
}

/** A setting that two people made different: what it was made by each, held against what it was. */
export function ConflictChoice({ conflict: { field, was, mine, theirs }, keepsMine, onChoose }: ConflictChoiceProps) {
  const { words } = useEditor();
  const { text } = words;
  const label = fieldLabel(text, field);
  const sides = [
    { key: 'mine', title: text('lost.keepMine'), value: mine },
    { key: 'theirs', title: text('lost.takeTheirs'), value: theirs },
  ];
  return (
    <RadioGroup
      className={styles.conflict ?? ''}
      aria-label={text('lost.choose', { field: label })}
      value={keepsMine ? 'mine' : 'theirs'}
      onChange={(side) => onChoose(side === 'mine')}
    >
      <h4>{label}</h4>
      {sides.map(({ key, title, value }) => (
        <Radio key={key} value={key} className={styles.side ?? ''}>
          <span className={styles.sign} aria-hidden="true" />
          <div>
            <strong>{title}</strong>
            <Change change={{ field, before: was, after: value }} words={words} />
          </div>
        </Radio>
      ))}
    </RadioGroup>
  );
}
