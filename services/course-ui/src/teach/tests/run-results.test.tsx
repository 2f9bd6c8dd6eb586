import { type CitationPolicy, localeOf, type TestResult, type TestRun } from '@course-chatbot/chat';
import { render, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { type Editor, EditorProvider } from '../editor/editor-context';
import { useTeachText } from '../language/teach-text';
import { newSettings } from '../settings/new-settings';
import { RunResults } from './run-results';

const result = (question: string, part: Partial<TestResult>): TestResult => ({
  testId: question,
  question,
  answer: '',
  state: 'finished',
  verdicts: [],
  tools: [],
  milliseconds: 1_000,
  tokens: 10,
  ...part,
});
const run: TestRun = {
  id: 'r',
  startedAt: '2026-09-01T00:00:00Z',
  endedAt: '2026-09-01T00:01:00Z',
  version: 1,
  unsaved: false,
  results: [
    result('Cites?', { verdicts: [{ verdict: 'supported', count: 2 }] }),
    result('Cites nothing?', {}),
    result('Failed?', { state: 'failed' }),
  ],
};

/** The results, with what they need of the editor. */
function Results({ citationPolicy }: { citationPolicy: CitationPolicy }) {
  const words = { text: useTeachText(), locale: localeOf.en, zone: 'UTC', tools: [], models: [] };
  const draft = { settings: { ...newSettings('Guide', '', []), citationPolicy } };
  return (
    <EditorProvider value={{ words, draft } as unknown as Editor}>
      <RunResults run={run} before={undefined} />
    </EditorProvider>
  );
}

/** What is tagged as something to look at in the row of a question. */
function warned(question: string): Array<string | null> {
  const row = screen.getByRole('rowheader', { name: question }).closest('tr');
  return row ? [...row.querySelectorAll('[data-kind=warn]')].map((tag) => tag.textContent) : [];
}

test('an answer that cites nothing is something to look at', () => {
  render(<Results citationPolicy="annotate" />);
  expect(warned('Cites nothing?')).toEqual(['cites nothing']);
  expect(warned('Cites?')).toEqual([]);
  expect(warned('Failed?'), 'that it failed says enough').toEqual([]);
  expect(within(screen.getByRole('table')).getByText('2 of 2')).toBeTruthy();
});

test('where answers do not cite it is nothing to look at', () => {
  render(<Results citationPolicy="off" />);
  expect(warned('Cites nothing?')).toEqual([]);
});
