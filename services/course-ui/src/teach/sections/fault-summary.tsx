import { goToField } from '../../widgets/form/field';
import { useEditor } from '../editor/editor-context';
import { faultWords } from '../settings/fault-words';
import { fieldLabel } from '../settings/setting-words';
import styles from './fault-summary.module.css';

/** Everything that is wrong, each a way to its field. */
export function FaultSummary() {
  const { faults, words } = useEditor();
  const { text, locale } = words;
  if (faults.length === 0) return null;
  return (
    <section className={styles.faults} aria-labelledby="faults-title">
      <h2 id="faults-title">{text('faults.title', { count: faults.length })}</h2>
      <ul>
        {faults.map((fault) => (
          <li key={fault.field}>
            <a
              href={`#${fault.field}`}
              onClick={(event) => {
                event.preventDefault();
                goToField(fault.field);
              }}
            >
              {fieldLabel(text, fault.field)}
            </a>
            {': '}
            {faultWords(text, fault, locale)}
          </li>
        ))}
      </ul>
    </section>
  );
}
