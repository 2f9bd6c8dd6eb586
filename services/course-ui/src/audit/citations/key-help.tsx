import { Button } from '../../widgets/button';
import { Dialog } from '../../widgets/dialog/dialog';
import { SwitchRow } from '../../widgets/form/switch-row';
import { useAuditText } from '../language/audit-text';
import styles from './key-help.module.css';

const keys = [
  { keys: ['↓', 'j'], what: 'keys.next' },
  { keys: ['↑', 'k'], what: 'keys.previous' },
  { keys: ['Enter'], what: 'keys.enter' },
  { keys: ['r'], what: 'keys.review' },
  { keys: ['Esc'], what: 'keys.close' },
  { keys: ['?'], what: 'keys.help' },
] as const;

export interface KeyHelpProps {
  isOpen: boolean;
  letters: boolean;
  onLetters: (on: boolean) => void;
  onClose: () => void;
}

/** The keys of the list, and a way to do without its letters. */
export function KeyHelp({ isOpen, letters, onLetters, onClose }: KeyHelpProps) {
  const text = useAuditText();
  return (
    <Dialog
      title={text('keys.title')}
      isOpen={isOpen}
      onClose={onClose}
      actions={
        <Button autoFocus onPress={onClose}>
          {text('keys.done')}
        </Button>
      }
    >
      <dl className={styles.keys}>
        {keys.map(({ keys: names, what }) => (
          <div key={what}>
            <dt>
              {names.map((name) => (
                <kbd key={name}>{name}</kbd>
              ))}
            </dt>
            <dd>{text(what)}</dd>
          </div>
        ))}
      </dl>
      <SwitchRow name="letters" label={text('keys.letters')} isSelected={letters} onChange={onLetters}>
        {text('keys.lettersAbout')}
      </SwitchRow>
    </Dialog>
  );
}
