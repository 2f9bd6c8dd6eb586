import { render, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import type { CourseMessage } from '../client/course-message';
import type { AnswerState } from '../wire';
import { LiveRegion } from './live-region';

const words = Array.from({ length: 200 }, (_, index) => `word${index}`);

function answer(pieces: number, state: AnswerState): CourseMessage {
  const text = words.slice(0, pieces).join(' ');
  return { id: 'a', role: 'assistant', metadata: { state }, parts: [{ type: 'text', text }] };
}

/** What a screen reader is told while an answer of two hundred pieces comes, in order. */
function told(end: AnswerState): string[] {
  const heard: string[] = [];
  const hear = () => {
    const said = screen.getByRole('status').textContent ?? '';
    if (said !== (heard.at(-1) ?? '')) heard.push(said);
  };
  const { rerender } = render(<LiveRegion messages={[]} status="submitted" trouble={null} />);
  hear();
  for (let pieces = 1; pieces <= words.length; pieces += 1) {
    rerender(<LiveRegion messages={[answer(pieces, 'running')]} status="streaming" trouble={null} />);
    hear();
  }
  rerender(<LiveRegion messages={[answer(words.length, end)]} status="ready" trouble={null} />);
  hear();
  return heard;
}

test('an answer of two hundred pieces is announced twice: that it begins, and as a whole', () => {
  expect(told('finished')).toEqual(['The answer is being written.', `Answer: ${words.join(' ')}`]);
});

test('of a stopped answer only that it was stopped', () => {
  expect(told('stopped')).toEqual(['The answer is being written.', 'The answer was stopped.']);
});

test('a formula is announced in words, not as it is written', () => {
  const message = (state: AnswerState): CourseMessage => {
    return { id: 'a', role: 'assistant', metadata: { state }, parts: [{ type: 'text', text: 'It is $R \\bowtie S$.' }] };
  };
  const { rerender } = render(<LiveRegion messages={[message('running')]} status="streaming" trouble={null} />);
  rerender(<LiveRegion messages={[message('finished')]} status="ready" trouble={null} />);
  expect(screen.getByRole('status').textContent).toBe('Answer: It is R ⋈ S.');
});

test('of an answer that is gone nothing stays', () => {
  const { rerender } = render(<LiveRegion messages={[answer(3, 'running')]} status="streaming" trouble={null} />);
  rerender(<LiveRegion messages={[answer(3, 'finished')]} status="ready" trouble={null} />);
  expect(screen.getByRole('status').textContent).toBe('Answer: word0 word1 word2');
  rerender(<LiveRegion messages={[]} status="ready" trouble={null} />);
  expect(screen.getByRole('status').textContent).toBe('');
});
