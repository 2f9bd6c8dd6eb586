import { LoadState } from '../../pages/load-state';
import { useEditor } from '../editor/editor-context';
import { NewTest } from './new-test';
import { RunResults } from './run-results';
import { RunTestsPart } from './run-tests';
import { useTestQuestions, useTestRuns } from './test-queries';
import { TestList } from './test-list';
import styles from './tests.module.css';

/** Questions that are asked again after each change, and what came of them. */
export function TestsPage() {
  const { draft, words } = useEditor();
  const { text } = words;
  const { id } = draft.base;
  const questions = useTestQuestions(id);
  const runs = useTestRuns(id);
  if (!questions.isSuccess) return <LoadState query={questions} />;
  if (!runs.isSuccess) return <LoadState query={runs} />;
  const ended = runs.data.filter(({ endedAt }) => endedAt !== null);
  return (
    <div className={styles.page}>
      <section className={styles.part} aria-labelledby="tests-title">
        <h2 id="tests-title">{text('tests.title')}</h2>
        <p className={styles.lead}>{text('tests.lead')}</p>
        <TestList questions={questions.data} />
        <NewTest />
        {questions.data.length > 0 && (
          <RunTestsPart going={runs.data.find(({ endedAt }) => endedAt === null)} count={questions.data.length} />
        )}
      </section>
      {ended[0] ? <RunResults run={ended[0]} before={ended[1]} /> : <p className={styles.lead}>{text('tests.noRun')}</p>}
    </div>
  );
}
