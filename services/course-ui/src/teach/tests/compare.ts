import type { TestResult, TestRun } from '@course-chatbot/chat';

/** What came of a question, and what came of it in the run before. */
export interface ComparedResult {
  now: TestResult;
  before: TestResult | undefined;
}

/** Each result beside that of the same question in the run before. */
export function compareRuns(run: TestRun, before: TestRun | undefined): ComparedResult[] {
  return run.results.map((now) => ({
    now,
    before: before?.results.find(({ testId }) => testId === now.testId),
  }));
}

/** How many cited sentences were found on their page, of all that cite. */
export function supportOf({ verdicts }: Pick<TestResult, 'verdicts'>): { found: number; all: number } {
  const count = (wanted: (verdict: string) => boolean) =>
    verdicts.filter(({ verdict }) => wanted(verdict)).reduce((sum, { count: counted }) => sum + counted, 0);
  return { found: count((verdict) => verdict === 'supported'), all: count(() => true) };
}

/** Whether a question was answered without a source: such an answer may well be wrong. */
export function citesNothing(result: Pick<TestResult, 'state' | 'verdicts'>): boolean {
  return result.state === 'finished' && supportOf(result).all === 0;
}

export interface RunSums {
  answered: number;
  found: number;
  cited: number;
  milliseconds: number;
  tokens: number;
}

/** All results of a run in one. */
export function sumsOf({ results }: TestRun): RunSums {
  const add = (of: (result: TestResult) => number) => results.reduce((sum, result) => sum + of(result), 0);
  return {
    answered: add(({ state }) => Number(state === 'finished')),
    found: add((result) => supportOf(result).found),
    cited: add((result) => supportOf(result).all),
    milliseconds: add(({ milliseconds }) => milliseconds),
    tokens: add(({ tokens }) => tokens),
  };
}
