import type { TestResult, TestRun } from '@course-chatbot/chat';
import { expect, test } from 'vitest';
import { compareRuns, sumsOf } from './compare';

const result = (testId: string, part: Partial<TestResult> = {}): TestResult => ({
  testId,
  question: 'Why?',
  answer: 'So.',
  state: 'finished',
  verdicts: [
    { verdict: 'supported', count: 2 },
    { verdict: 'partly', count: 1 },
  ],
  tools: [],
  milliseconds: 1_000,
  tokens: 10,
  ...part,
});
const run = (results: TestResult[]): TestRun => ({
  id: 'r',
  startedAt: '2026-09-01T00:00:00Z',
  endedAt: '2026-09-01T00:01:00Z',
  version: 1,
  unsaved: false,
  results,
});

test('a result stands beside that of the same question, wherever it was asked', () => {
  const [first, second] = compareRuns(run([result('b'), result('new')]), run([result('a'), result('b', { tokens: 99 })]));
  expect(first?.before?.tokens).toBe(99);
  expect(second?.before).toBeUndefined();
});

test('a run is summed up', () => {
  const sums = sumsOf(run([result('a'), result('b', { state: 'failed', verdicts: [] })]));
  expect(sums).toEqual({ answered: 1, found: 2, cited: 3, milliseconds: 2_000, tokens: 20 });
});
