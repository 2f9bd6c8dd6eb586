import type { TestQuestion } from '@course-chatbot/chat';
import { useRef } from 'react';
import { Button } from '../../widgets/button';
import { useEditor } from '../editor/editor-context';
import { useRemoveTest } from './test-queries';
import styles from './tests.module.css';

export function TestList({ questions }: { questions: TestQuestion[] }) {
  const { draft, words } = useEditor();
  const { text } = words;
  const remove = useRemoveTest(draft.base.id);
  const list = useRef<HTMLUListElement>(null);
  const removeAt = async (index: number, id: string) => {
    await remove.mutateAsync(id).catch(() => undefined);
    // The button that had the focus is gone with its question.
    const buttons = list.current?.querySelectorAll('button');
    (buttons?.[Math.min(index, buttons.length - 1)] ?? document.querySelector<HTMLElement>('[data-field="new-test"] input'))?.focus();
  };
  return (
    <>
      {questions.length === 0 && <p>{text('tests.none')}</p>}
      <ul ref={list} className={styles.questions}>
        {questions.map(({ id, question }, index) => (
          <li key={id}>
            <span dir="auto">{question}</span>
            <Button kind="quiet" aria-label={text('tests.remove', { question })} onPress={() => void removeAt(index, id)}>
              {text('list.remove')}
            </Button>
          </li>
        ))}
      </ul>
      {remove.isError && <p role="alert">{text('teach.failed')}</p>}
    </>
  );
}
