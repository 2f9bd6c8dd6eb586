import type { Job, TestRun } from '@course-chatbot/chat';
import { useState } from 'react';
import { Button } from '../../widgets/button';
import { Notice } from '../../widgets/notice';
import { Progress } from '../../widgets/progress';
import { useEditor } from '../editor/editor-context';
import { useRunJob, useRunTests } from './test-queries';
import styles from './tests.module.css';

export interface RunTestsPartProps {
  /** A run that was begun before this page was opened. */
  going: TestRun | undefined;
  count: number;
}

/** Asks all test questions, with what is not saved too, and says how far it is. */
export function RunTestsPart({ going, count }: RunTestsPartProps) {
  const { draft, faults, words } = useEditor();
  const { text } = words;
  const run = useRunTests(draft.base.id);
  const [begun, setBegun] = useState<Job | null>(null);
  const found: Job | null = going ? { id: going.id, kind: 'test_run', state: 'running', done: 0, total: count } : null;
  const job = useRunJob(draft.base.id, begun ?? found);
  const shown = job.data ?? begun ?? found;
  const unsaved = draft.changes.length > 0;
  const begin = () => run.mutate(unsaved ? { settings: draft.settings } : {}, { onSuccess: setBegun });
  const running = shown?.state === 'running';
  return (
    <div className={styles.run}>
      <Button kind="main" isDisabled={faults.length > 0} isPending={run.isPending || running} onPress={begin}>
        {text(unsaved ? 'tests.runUnsaved' : 'tests.run')}
      </Button>
      {shown && running && (
        <Progress
          label={text('tests.running')}
          done={shown.done}
          total={shown.total}
          words={text('tests.progress', { done: shown.done, total: shown.total })}
        />
      )}
      <p className={styles.lead} role="status">
        {shown?.state === 'done' && text('tests.runDone')}
      </p>
      {(shown?.state === 'failed' || run.isError || job.isError) && (
        <div role="alert">
          <Notice kind="bad">{text(run.isError ? 'teach.failed' : 'tests.runFailed')}</Notice>
        </div>
      )}
    </div>
  );
}
