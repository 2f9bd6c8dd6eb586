import { Button } from '../../widgets/button';
import { Field, goToField } from '../../widgets/form/field';
import { useEditor, useFaultOf } from '../editor/editor-context';
import styles from './section.module.css';

const most = 12;

/** Questions to begin with, each in a field of its own. */
export function SuggestedQuestions() {
  const { draft, words } = useEditor();
  const { text } = words;
  const faultOf = useFaultOf();
  const questions = draft.settings.suggestedMessages;
  const set = (suggestedMessages: string[]) => draft.change({ suggestedMessages });
  const turnTo = (name: string) => requestAnimationFrame(() => goToField(name));
  const add = () => {
    set([...questions, '']);
    turnTo(`suggestedMessages.${questions.length}`);
  };
  const remove = (index: number) => {
    set(questions.filter((_, other) => other !== index));
    turnTo(questions.length > 1 ? `suggestedMessages.${Math.max(index - 1, 0)}` : 'suggestedMessages');
  };
  const fault = faultOf('suggestedMessages');
  return (
    <div className={styles.list} role="group" aria-labelledby="suggested-legend" data-field="suggestedMessages">
      <h3 id="suggested-legend" className={styles.legend}>
        {text('field.suggestedMessages')}
      </h3>
      <p className={styles.hint}>{text('identity.suggestedHint')}</p>
      {questions.map((question, index) => (
        <div key={index} className={styles.line}>
          <Field
            name={`suggestedMessages.${index}`}
            label={text('identity.question', { number: index + 1 })}
            labelUnseen
            fault={faultOf(`suggestedMessages.${index}`)}
            value={question}
            onChange={(changed) => set(questions.map((other, place) => (place === index ? changed : other)))}
          />
          <Button aria-label={text('identity.removeQuestion', { number: index + 1 })} onPress={() => remove(index)}>
            <RemoveSign />
          </Button>
        </div>
      ))}
      {fault && <p role="alert">{fault}</p>}
      {questions.length < most && (
        <div>
          <Button kind="quiet" onPress={add}>
            {text('identity.addQuestion')}
          </Button>
        </div>
      )}
    </div>
  );
}

function RemoveSign() {
  return (
    <svg width="16" height="16" viewBox="0 0 20 20" fill="none" stroke="currentColor" strokeWidth="1.6" aria-hidden="true">
      <path d="M5 5l10 10M15 5L5 15" />
    </svg>
  );
}
