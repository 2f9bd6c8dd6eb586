import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ChatClient } from '../client/chat-client';
import type { CourseMessage } from '../client/course-message';
import { chatbot, inPlace, streamed } from '../test-chat';
import type { UiMessageChunk } from '../wire';
import { ChatPanel } from './chat-panel';

const approval: CourseMessage['parts'][number] = {
  type: 'tool-rename_page',
  toolCallId: 'c1',
  state: 'approval-requested',
  input: { about: 'Rename “Keys” to “All keys”' },
  approval: { id: 'approval-c1' },
};
const question = (forPage: unknown): CourseMessage['parts'][number] => ({
  type: 'tool-ask_student',
  toolCallId: 'c2',
  state: 'input-available',
  input: { about: 'Which one?', forPage },
});
const waiting = (...parts: CourseMessage['parts']): CourseMessage => ({
  id: 'a1',
  role: 'assistant',
  metadata: { state: 'waiting' },
  parts: [{ type: 'step-start' }, ...parts],
});

/** The answer goes on as the server lets it. */
function goesOn(...results: UiMessageChunk[]): Response {
  return answer('a1', ...results);
}

function answer(messageId: string, ...results: UiMessageChunk[]): Response {
  return streamed([
    { type: 'start', messageId, messageMetadata: { state: 'running' } },
    ...results,
    { type: 'start-step' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Gone on.' },
    { type: 'text-end', id: 't' },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop', messageMetadata: { state: 'finished' } },
  ]);
}

let sent: Array<{ trigger: string; messageId?: string; pageId?: string; message: CourseMessage }>;
let reply: () => Response;

beforeEach(() => {
  sessionStorage.clear();
  sent = [];
});

async function show(message: CourseMessage): Promise<void> {
  const listed = { id: 'talk', title: 'T', chatbotId: 'bot', createdAt: '2026-01-01T00:00:00Z', updatedAt: '2026-01-01T00:00:00Z' };
  const asked = { id: 'u1', role: 'user', parts: [{ type: 'text', text: 'Help me' }] };
  const talk = { ...listed, acceptedDisclaimerVersion: null, messages: [asked, message], hasEarlier: false, openTurnId: null, limits: { messageCharacters: 100 } };
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    if (init.method === 'POST') {
      sent.push(JSON.parse(String(init.body)));
      return reply();
    }
    return Response.json(input.includes('?') ? { items: [listed], nextCursor: null } : talk);
  });
  const session = new ChatClient().session(chatbot);
  session.setPage({ id: 'p', title: 'Keys' });
  render(<ChatPanel session={session} {...inPlace()} />);
  await screen.findByRole('article', { name: 'Answer' });
}

const card = (name: string | RegExp = /^The chatbot/) => screen.getByRole('group', { name });
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const denied: UiMessageChunk = { type: 'tool-output-denied', toolCallId: 'c1' };
const done: UiMessageChunk = { type: 'tool-output-available', toolCallId: 'c1', output: {} };

describe('an approval', () => {
  test('says what will be done; the safe answer comes first and has the focus', async () => {
    await show(waiting(approval));
    expect(card('The chatbot asks for your approval').textContent).toContain('Rename “Keys” to “All keys”');
    const buttons = within(card()).getAllByRole('button').map((button) => button.textContent);
    expect(buttons).toEqual(['Do not approve', 'Approve']);
    await waitFor(() => expect(document.activeElement?.textContent).toBe('Do not approve'));
  });

  test.each([
    ['Approve', true, done, 'You approved this.'],
    ['Do not approve', false, denied, 'You did not approve this.'],
  ])('“%s” is sent once, the answer goes on, and the card stays as a record', async (button, approved, result, record) => {
    await show(waiting(approval));
    reply = () => goesOn(result);
    await press(button);
    await screen.findByText('Gone on.');
    expect(sent).toHaveLength(1);
    const [body] = sent;
    expect(body).toMatchObject({ trigger: 'submit-message', messageId: 'a1' });
    expect(body).not.toHaveProperty('pageId');
    expect(body?.message.parts[1]).toMatchObject({ state: 'approval-responded', approval: { id: 'approval-c1', approved } });
    await waitFor(() => expect(card().textContent).toContain(record));
    expect(within(card()).queryByRole('button')).toBeNull();
    expect(document.activeElement).toBe(card());
  });

  test('two are answered together; the focus goes from one to the next', async () => {
    const other = { ...approval, toolCallId: 'c9', approval: { id: 'approval-c9' }, input: { about: 'Hide it' } };
    await show(waiting(approval, other as typeof approval));
    reply = () => goesOn(done, { type: 'tool-output-denied', toolCallId: 'c9' });
    const [first, second] = screen.getAllByRole('group', { name: /^The chatbot/ });
    await userEvent.click(within(first as HTMLElement).getByRole('button', { name: 'Approve' }));
    expect(sent).toHaveLength(0);
    expect(second?.contains(document.activeElement)).toBe(true);
    await userEvent.keyboard('{Enter}');
    await screen.findByText('Gone on.');
    expect(sent).toHaveLength(1);
    const records = () => screen.getAllByRole('group', { name: /^The chatbot/ }).map((group) => group.textContent);
    await waitFor(() => expect(records()).toEqual([expect.stringContaining('You approved this.'), expect.stringContaining('You did not approve this.')]));
  });

  test('that was typed past is left unanswered, also when one of two had been answered', async () => {
    const other = { ...approval, toolCallId: 'c9', approval: { id: 'approval-c9' }, input: { about: 'Hide it' } };
    await show(waiting(approval, other as typeof approval));
    reply = () => answer('a2');
    await userEvent.click(screen.getAllByRole('button', { name: 'Approve' })[0] as HTMLElement);
    await userEvent.type(screen.getByRole('textbox', { name: 'Your question' }), 'Something else{Enter}');
    await screen.findByText('Gone on.');
    await waitFor(() => expect(screen.getAllByText('This was left unanswered.')).toHaveLength(2));
    expect(sent).toHaveLength(1);
    expect(sent[0]?.message.role).toBe('user');
  });
});

describe('a question', () => {
  test('has its choices as buttons, and the chosen one is sent', async () => {
    await show(waiting(question({ choices: ['rows', 'columns'] })));
    const answer = { choice: 'columns' };
    reply = () => goesOn({ type: 'tool-output-available', toolCallId: 'c2', output: { answer } });
    await press('columns');
    await screen.findByText('Gone on.');
    expect(sent).toHaveLength(1);
    expect(sent[0]?.message.parts[1]).toMatchObject({ state: 'output-available', output: answer });
    await waitFor(() => expect(card('The chatbot asks you').textContent).toContain('You answered: columns'));
  });

  test('of an unknown kind is said to be so, and the answer can go on without', async () => {
    await show(waiting(question({ slider: [1, 9] })));
    expect(card().textContent).toContain('This page cannot answer this kind of question.');
    reply = () => goesOn({ type: 'tool-output-error', toolCallId: 'c2', errorText: 'x' });
    await press('Go on without an answer');
    await screen.findByText('Gone on.');
    expect(sent[0]?.message.parts[1]).toMatchObject({ state: 'output-error' });
    await waitFor(() => expect(card().textContent).toContain('This page could not answer this.'));
  });

  test('stays open when its answer is refused, which is told', async () => {
    await show(waiting(question({ choices: ['rows'] })));
    reply = () => new Response('Said.', { status: 422, headers: { 'x-error-code': 'invalid_tool_answer' } });
    await press('rows');
    await screen.findByText('This answer does not fit the question. Answer once more.', { selector: 'p:not([role=status])' });
    expect(sent).toHaveLength(1);
    reply = () => goesOn({ type: 'tool-output-available', toolCallId: 'c2', output: { answer: { choice: 'rows' } } });
    await press('rows');
    await screen.findByText('Gone on.');
    expect(sent).toHaveLength(2);
  });
});
