import { describe, expect, test } from 'vitest';
import type { AnswerState } from '../wire';
import { askedCall } from './asked-call';
import type { CourseMessage } from './course-message';

type Part = CourseMessage['parts'][number];
const approval = (part: object): Part =>
  ({ type: 'tool-rename', toolCallId: 'c', input: { about: 'Rename it' }, approval: { id: 'a' }, ...part }) as unknown as Part;
const question = (part: object): Part =>
  ({ type: 'tool-ask', toolCallId: 'c', input: { about: 'Which?', forPage: { choices: ['x', 'y'] } }, ...part }) as unknown as Part;
const next: Part = { type: 'step-start' };

function stateOf(state: AnswerState, ...parts: Part[]): string | undefined {
  const message: CourseMessage = { id: 'a', role: 'assistant', metadata: { state }, parts };
  return askedCall(message, 0, state === 'waiting')?.state;
}

describe('an approval', () => {
  test.each([
    ['waits', 'open', stateOf('waiting', approval({ state: 'approval-requested' }))],
    ['was typed past', 'unanswered', stateOf('finished', approval({ state: 'approval-requested' }))],
    ['is given', 'yes', stateOf('waiting', approval({ state: 'approval-responded', approval: { id: 'a', approved: true } }))],
    ['is not given', 'no', stateOf('waiting', approval({ state: 'approval-responded', approval: { id: 'a', approved: false } }))],
    ['was given', 'yes', stateOf('finished', approval({ state: 'output-available', output: {} }), next)],
    ['was not given', 'no', stateOf('finished', approval({ state: 'output-denied' }), next)],
    ['is denied right now', 'no', stateOf('running', approval({ state: 'output-denied' }))],
    ['was left unanswered', 'unanswered', stateOf('finished', approval({ state: 'output-denied' }))],
    ['was stopped', 'unanswered', stateOf('stopped', approval({ state: 'output-denied' }))],
  ])('that %s is: %s', (_how, expected, state) => {
    expect(state).toBe(expected);
  });
});

describe('a question', () => {
  test.each([
    ['waits', 'open', stateOf('waiting', question({ state: 'input-available' }))],
    ['of an unknown kind waits', 'open', stateOf('waiting', question({ state: 'input-available', input: {} }))],
    ['was answered', 'yes', stateOf('finished', question({ state: 'output-available', output: { answer: { choice: 'x' } } }), next)],
    ['no page could answer', 'no', stateOf('finished', question({ state: 'output-error', errorText: '' }), next)],
    ['was left unanswered', 'unanswered', stateOf('finished', question({ state: 'output-error', errorText: '' }))],
  ])('that %s is: %s', (_how, expected, state) => {
    expect(state).toBe(expected);
  });

  test('tells the choice, before and after the server has', () => {
    const chosen = (output: object) =>
      askedCall({ id: 'a', role: 'assistant', parts: [question({ state: 'output-available', output })] }, 0, false);
    expect(chosen({ choice: 'x' })).toMatchObject({ choice: 'x', choices: ['x', 'y'], toolName: 'ask' });
    expect(chosen({ answer: { choice: 'y' } })).toMatchObject({ choice: 'y' });
  });

  test.each([[null], ['x'], [{}], [{ choices: [] }], [{ choices: 'x' }], [{ choices: [1] }]])(
    'asked by %o is one that this page does not know',
    (forPage) => {
      const part = question({ state: 'input-available', input: { forPage } });
      expect(askedCall({ id: 'a', role: 'assistant', parts: [part] }, 0, true)).toMatchObject({ choices: null });
    },
  );
});

test('a call that the server answers itself is no question', () => {
  const part: Part = { type: 'tool-search', toolCallId: 'c', state: 'input-available', input: { about: 'keys' } };
  expect(askedCall({ id: 'a', role: 'assistant', parts: [part] }, 0, false)).toBeNull();
});
