import { localeOf, type RoundTrace } from '@course-chatbot/chat';
import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { round } from '../../trace/test-round';
import { type Editor, EditorProvider } from '../editor/editor-context';
import { useTeachText } from '../language/teach-text';
import { TraceRound } from './trace-round';

/** A round as the page tells it; it needs nothing of the editor but the words. */
function Told({ of }: { of: RoundTrace }) {
  const words = { text: useTeachText(), locale: localeOf.en, zone: 'UTC', tools: [], models: [] };
  return (
    <EditorProvider value={{ words } as unknown as Editor}>
      <TraceRound round={of} />
    </EditorProvider>
  );
}

test('what was found against an answer that was taken was not sent back', () => {
  render(<Told of={round()} />);
  expect(screen.getByText('What was found against the answer: the answer named no source')).toBeTruthy();
  expect(screen.getByText('Wrote the answer')).toBeTruthy();
  expect(screen.queryByText(/sent back/)).toBeNull();
});

test('a reply after which the model went on was sent back', () => {
  render(<Told of={round({ attempts: 2, disposition: 'accept' })} />);
  expect(screen.getByText('Its reply was sent back: the answer named no source')).toBeTruthy();
  expect(screen.queryByText('Wrote the answer')).toBeNull();
});
