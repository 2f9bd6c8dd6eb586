import type { TestQuestion } from '@course-chatbot/chat';
import { useEffect, useRef } from 'react';
import { Button } from '../../widgets/button';
import { goToField } from '../../widgets/form/field';
import { useEditor } from '../editor/editor-context';
import { useRemoveTest } from './test-queries';
import styles from './tests.module.css';

export function TestList({ questions }: { questions: TestQuestion[] }) {
  const { draft, words } = useEditor();
  const { text } = words;
  const remove = useRemoveTest(draft.base.id);
  const list = useRef<HTMLUListElement>(null);
  const gone = useRef<number | null>(null);
  useEffect(() => {
    if (gone.current === null) return;
    // The button that had the focus is gone with its question: on to the next one, or to where one is written.
    const buttons = list.current?.querySelectorAll('button') ?? [];
    const next = buttons[Math.min(gone.current, buttons.length - 1)];
    if (next) next.focus();
    else goToField('new-test');
    gone.current = null;
  }, [questions]);
  const removeAt = (index: number, id: string) => {
    gone.current = index;
    remove.mutate(id, { onError: () => (gone.current = null) });
  };
  return (
    <>
      {questions.length === 0 && <p>{text('tests.none')}</p>}
      <ul ref={list} className={styles.questions}>
        {questions.map(({ id, question }, index) => (
          <li key={id}>
            <span dir="auto">{question}</span>
            <Button kind="quiet" aria-label={text('tests.remove', { question })} onPress={() => removeAt(index, id)}>
              {text('list.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {remove.isError && <p role="alert">{text('teach.failed')}</p>}
    </>
  );
}
