import { type FormEvent, useRef, useState } from 'react';
import { Button } from '../../widgets/button';
import { Field } from '../../widgets/form/field';
import { useEditor } from '../editor/editor-context';
import { useAddTest } from './test-queries';
import styles from './tests.module.css';

export function NewTest() {
  const { draft, words } = useEditor();
  const { text } = words;
  const add = useAddTest(draft.base.id);
  const [question, setQuestion] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const asked = question.trim();
    const added = () => {
      setQuestion('');
      // Its button has nothing to add then: the next question is typed.
      form.current?.querySelector('input')?.focus();
    };
    if (asked !== '') add.mutate(asked, { onSuccess: added });
  };
  return (
    <form ref={form} className={styles.new} onSubmit={submit}>
      <Field
        name="new-test"
        label={text('tests.new')}
        value={question}
        onChange={setQuestion}
        fault={add.isError ? text('teach.failed') : undefined}
      />
      <Button type="submit" isPending={add.isPending} isDisabled={question.trim() === ''}>
        {text('tests.add')}
      </Button>
    </form>
  );
}
