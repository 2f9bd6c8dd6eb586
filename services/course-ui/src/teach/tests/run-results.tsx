import type { TestResult, TestRun } from '@course-chatbot/chat';
import { type Column, DataTable } from '../../widgets/table/data-table';
import { Fold } from '../../widgets/fold';
import { useEditor } from '../editor/editor-context';
import { toolName, type Words } from '../settings/setting-words';
import { citesNothing, type ComparedResult, compareRuns, sumsOf, supportOf } from './compare';
import { ComparedValue } from './compared-value';
import styles from './tests.module.css';

export interface RunResultsProps {
  run: TestRun;
  /** The run before, to compare with. */
  before: TestRun | undefined;
}

/** What came of the questions of a run, beside what came of them before. */
export function RunResults({ run, before }: RunResultsProps) {
  const { words, draft } = useEditor();
  const { text } = words;
  return (
    <section className={styles.part} aria-labelledby="results-title">
      <h2 id="results-title">{text('tests.results', { date: momentOf(run, words) })}</h2>
      <p className={styles.lead}>
        {runWords(run, words)}.{' '}
        {before
          ? text('tests.compared', { date: momentOf(before, words), what: runWords(before, words) })
          : text('tests.first')}
      </p>
      <DataTable
        caption={text('tests.results', { date: momentOf(run, words) })}
        captionUnseen
        stacked
        columns={columnsOf(words, draft.settings.citationPolicy !== 'off')}
        rows={compareRuns(run, before)}
        rowKey={({ now }) => now.testId}
        empty={text('tests.none')}
      />
      <RunSum run={run} before={before} />
    </section>
  );
}

/** The columns; where answers are to cite, one that cites nothing is something to look at. */
function columnsOf(words: Words, citing: boolean): Array<Column<ComparedResult>> {
  const { text, locale } = words;
  const column = (key: string, title: string, of: (result: TestResult) => string, number = false) => ({
    key,
    title,
    number,
    cell: ({ now, before }: ComparedResult) => <ComparedValue now={of(now)} before={before && of(before)} />,
  });
  return [
    {
      key: 'question',
      title: text('tests.question'),
      header: true,
      wide: true,
      cell: ({ now }) => <Question result={now} words={words} />,
    },
    column('state', text('tests.state'), ({ state }) => text(`state.${state}`)),
    {
      key: 'support',
      title: text('tests.support'),
      cell: ({ now, before }) => (
        <ComparedValue
          now={supportWords(now, words)}
          before={before && supportWords(before, words)}
          amiss={citing && citesNothing(now)}
        />
      ),
    },
    column('tools', text('tests.tools'), ({ tools }) => toolsWords(tools, words)),
    column('time', text('tests.time'), ({ milliseconds }) => secondsWords(milliseconds, words), true),
    column('tokens', text('tests.tokens'), ({ tokens }) => tokens.toLocaleString(locale), true),
  ];
}

function Question({ result: { question, answer }, words: { text } }: { result: TestResult; words: Words }) {
  return (
    <>
      <span dir="auto">{question}</span>
      {answer !== '' && (
        <Fold level={3} title={text('tests.answer')}>
          {() => (
            <p className={styles.answer} dir="auto">
              {answer}
            </p>
          )}
        </Fold>
      )}
    </>
  );
}

function RunSum({ run, before }: RunResultsProps) {
  const { words } = useEditor();
  const { text, locale } = words;
  const [now, then] = [sumsOf(run), before && sumsOf(before)];
  const shares = (part: number, all: number) => text('tests.supported', { found: part, all });
  const rows = [
    { title: text('tests.state'), of: (sums: typeof now, all: number) => shares(sums.answered, all) },
    { title: text('tests.support'), of: (sums: typeof now) => shares(sums.found, sums.cited) },
    { title: text('tests.time'), of: (sums: typeof now) => secondsWords(sums.milliseconds, words) },
    { title: text('tests.tokens'), of: (sums: typeof now) => sums.tokens.toLocaleString(locale) },
  ];
  return (
    <dl className={styles.sums}>
      {rows.map(({ title, of }) => (
        <div key={title}>
          <dt>{title}</dt>
          <dd>
            <ComparedValue
              now={of(now, run.results.length)}
              before={then && before && of(then, before.results.length)}
            />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function momentOf({ startedAt }: TestRun, { locale }: Words): string {
  return new Date(startedAt).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' });
}

function runWords({ version, unsaved }: TestRun, { text }: Words): string {
  return text(unsaved ? 'tests.unsaved' : 'tests.version', { version });
}

function supportWords(result: TestResult, { text }: Words): string {
  const { found, all } = supportOf(result);
  return all === 0 ? text('tests.noCitation') : text('tests.supported', { found, all });
}

function toolsWords(tools: string[], words: Words): string {
  if (tools.length === 0) return words.text('value.noTool');
  return [...tools].sort().map((name) => toolName(words, name)).join(', ');
}

function secondsWords(milliseconds: number, { text, locale }: Words): string {
  const count = (milliseconds / 1_000).toLocaleString(locale, { maximumFractionDigits: 1 });
  return text('tests.seconds', { count });
}
