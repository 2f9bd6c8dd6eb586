import { faultWords } from '../settings/fault-words';
import { fieldLabel } from '../settings/setting-words';
import { useEditor } from './editor-context';
import styles from './fault-summary.module.css';

/** Everything that is wrong, each a way to its field. It stands in the bar, so that nothing moves while one types. */
export function FaultSummary({ onGo }: { onGo: (field: string) => void }) {
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
                onGo(fault.field);
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
