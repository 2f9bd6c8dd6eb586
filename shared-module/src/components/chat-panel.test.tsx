import { act, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { ChatClient } from '../client/chat-client';
import type { ChatSession } from '../client/chat-session';
import { conversation, inPlace, chatbot as plain, streamed } from '../test-chat';
import type { ChatbotSummary, UiMessageChunk } from '../wire';
import { ChatPanel } from './chat-panel';

const chatbot: ChatbotSummary = { ...plain, initialMessage: 'Hello.', suggestedMessages: ['What is a key?'] };
const talk = conversation();
const listed = (id: string, title: string) => ({
  id,
  title,
  chatbotId: 'bot',
  createdAt: '2026-01-01T00:00:00Z',
  updatedAt: '2026-01-01T00:00:00Z',
});
const refusal = (status: number, code: string, headers = {}) =>
  new Response('Said.', { status, headers: { 'x-error-code': code, ...headers } });

function answer(...extra: UiMessageChunk[]): Response {
  return yes([], extra);
}

function answerWith(...before: UiMessageChunk[]): Response {
  return yes(before, []);
}

function yes(before: UiMessageChunk[], extra: UiMessageChunk[]): Response {
  return streamed([
    { type: 'start', messageId: 'a1', messageMetadata: { state: 'running' } },
    ...before,
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: 'Yes.' },
    { type: 'text-end', id: 't' },
    ...extra,
    { type: 'finish', finishReason: 'stop', messageMetadata: { state: 'finished' } },
  ]);
}

let routes: Record<string, (body: unknown) => Response | Promise<Response>>;
let asked: Array<[string, unknown]>;

beforeEach(() => {
  sessionStorage.clear();
  asked = [];
  routes = {
    'GET /conversations': () => Response.json({ items: [], nextCursor: null }),
    'GET /conversations/talk': () => Response.json(talk),
    'POST /chatbots/bot/conversations': () => Response.json(talk, { status: 201 }),
    'POST /chat': () => answer(),
  };
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const route = `${init.method ?? 'GET'} ${input.replace('/api/chatbot/v1', '').replace(/\?.*/, '')}`;
    const body: unknown = init.body ? JSON.parse(String(init.body)) : undefined;
    asked.push([input.includes('?q') || input.includes('&q=') ? `${route} ${input}` : route, body]);
    return routes[route]?.(body) ?? Response.json({ code: 'not_found' }, { status: 404 });
  });
});

async function show(
  part: Partial<ChatbotSummary> = {},
  props: { selectedText?: string; onClose?: () => void } = {},
): Promise<ChatSession> {
  const session = new ChatClient().session({ ...chatbot, ...part });
  render(<ChatPanel session={session} {...inPlace()} {...props} />);
  await waitFor(() => expect(screen.queryByText('Loading the conversation…')).toBeNull());
  return session;
}
/** Everything is said to screen readers, too, in a place of its own. */
const notAnnounced = { selector: 'p:not([role=status])' };
const field = () => screen.getByRole('textbox', { name: 'Your question' });
const chatBodies = () => asked.filter(([route]) => route === 'POST /chat').map(([, body]) => body);

describe('what goes along', () => {
  test('the page is a chip that can be taken out and put back', async () => {
    const session = await show();
    session.setPage({ id: 'p', title: 'Keys' });
    expect(await screen.findByText('This page: Keys')).toBeDefined();
    await userEvent.click(screen.getByRole('button', { name: 'Leave this page out' }));
    await userEvent.type(field(), 'One?{Enter}');
    await waitFor(() => expect(chatBodies()).toHaveLength(1));
    expect(chatBodies()[0]).not.toHaveProperty('pageId');
    await userEvent.click(screen.getByRole('button', { name: 'Let this page go along' }));
    expect(screen.getByText('This page: Keys')).toBeDefined();
  });

  test('selected text is offered, goes along once, and comes back when the question is refused', async () => {
    const session = await show({}, { selectedText: 'A key identifies a row.' });
    session.setPage({ id: 'p', title: 'Keys' });
    await userEvent.click(await screen.findByRole('button', { name: 'Use the selected text' }));
    routes['POST /chat'] = () => refusal(503, 'storage_unavailable');
    await userEvent.type(field(), 'Why?{Enter}');
    await screen.findByText(/cannot store anything/, notAnnounced);
    expect(screen.getByText('Selected: “A key identifies a row.”')).toBeDefined();
    routes['POST /chat'] = () => answer();
    await userEvent.type(field(), '{Enter}');
    await screen.findByText('Yes.');
    expect(chatBodies()).toHaveLength(2);
    expect(chatBodies()[1]).toMatchObject({ pageId: 'p', selection: 'A key identifies a row.' });
    expect(screen.queryByText(/^Selected/)).toBeNull();
  });
});

describe('that an answer is not whole', () => {
  test.each([
    ['answer_cut', 'length', 'The answer reached its greatest length and was cut.'],
    ['answer_filtered', 'content-filter', /^The provider of the model stopped the answer here\./],
  ] as const)('is said below it: %s', async (code, finishReason, sentence) => {
    routes['POST /chat'] = () =>
      streamed([
        { type: 'start', messageId: 'a1', messageMetadata: { state: 'running' } },
        { type: 'text-start', id: 't' },
        { type: 'text-delta', id: 't', delta: 'Half.' },
        { type: 'text-end', id: 't' },
        { type: 'data-notice', id: 'n', data: { code, text: 'Said by the server.' } },
        { type: 'finish', finishReason, messageMetadata: { state: 'finished' } },
      ]);
    await show();
    await userEvent.type(field(), 'One?{Enter}');
    const said = await screen.findByRole('article', { name: 'Answer' });
    await within(said).findByText(sentence);
    within(said).getByText('Half.');
  });
});

describe('that a long conversation is shortened', () => {
  const sentence = 'This conversation is long: its oldest messages are no longer taken into account.';
  const notice = { type: 'data-notice', id: 'n', data: { code: 'history_shortened', text: 'Shortened.' } } as const;

  test('is said once, above the answer that it begins with', async () => {
    routes['POST /chat'] = () => answerWith(notice, notice);
    await show();
    await userEvent.type(field(), 'One?{Enter}');
    await screen.findByText('Yes.');
    const said = screen.getByRole('article', { name: 'Answer' });
    expect(within(said).getAllByText(sentence)).toHaveLength(1);
    expect(said.textContent).toMatch(/taken into account\.Yes\./);
  });

  test('stands in the same place after a reload, and in no later answer', async () => {
    routes['GET /conversations'] = () => Response.json({ items: [listed('talk', 'Old')], nextCursor: null });
    const said = (id: string, ...before: object[]) => [
      { id: `u${id}`, role: 'user', parts: [{ type: 'text', text: 'Why?' }] },
      { id, role: 'assistant', metadata: { state: 'finished' }, parts: [...before, { type: 'text', text: 'Yes.' }] },
    ];
    const messages = [...said('a1'), ...said('a2', notice), ...said('a3')];
    routes['GET /conversations/talk'] = () => Response.json({ ...talk, messages });
    await show();
    const answers = screen.getAllByRole('article', { name: 'Answer' });
    expect(answers.map((one) => one.textContent?.startsWith(sentence))).toEqual([false, true, false]);
  });
});

describe('what a question was about', () => {
  test('stands with it after a reload', async () => {
    routes['GET /conversations'] = () => Response.json({ items: [listed('talk', 'Old')], nextCursor: null });
    const metadata = { pageId: 'p', selection: 'A key identifies a row.' };
    const question = { id: 'u', role: 'user', metadata, parts: [{ type: 'text', text: 'Why?' }] };
    routes['GET /conversations/talk'] = () => Response.json({ ...talk, messages: [question] });
    await show();
    const said = screen.getByRole('article', { name: 'You said' });
    expect(within(said).getByLabelText('The text you asked about').textContent).toBe('A key identifies a row.');
    expect(said.textContent).toContain('Why?');
  });
});

describe('the disclaimer', () => {
  const disclaimer = { text: 'Answers may be wrong.', version: 3 };

  test('is accepted before the first question, and its version goes along', async () => {
    await show({ disclaimer });
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(document.activeElement?.textContent).toBe('Decline');
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    await userEvent.type(field(), 'One?{Enter}');
    await screen.findByText('Yes.');
    expect(asked).toContainEqual(['POST /chatbots/bot/conversations', { acceptedDisclaimerVersion: 3 }]);
  });

  test.each([
    [3, false],
    [2, true],
    [null, true],
  ])('accepted as version %s for the last conversation, it is shown for a new one: %s', async (version, again) => {
    routes['GET /conversations'] = () => Response.json({ items: [listed('talk', 'Old')], nextCursor: null });
    routes['GET /conversations/talk'] = () => Response.json({ ...talk, acceptedDisclaimerVersion: version });
    const session = await show({ disclaimer });
    expect(screen.queryByText('Answers may be wrong.')).toBeNull();
    act(() => session.startNew());
    expect(screen.queryByText('Answers may be wrong.') !== null).toBe(again);
    if (again) return;
    await userEvent.type(field(), 'One?{Enter}');
    await screen.findByText('Yes.');
    expect(asked).toContainEqual(['POST /chatbots/bot/conversations', { acceptedDisclaimerVersion: 3 }]);
  });

  test('declined, it says what that means, and can be read and accepted after all', async () => {
    const onClose = vi.fn();
    await show({ disclaimer }, { onClose });
    await userEvent.click(screen.getByRole('button', { name: 'Decline' }));
    expect(screen.getByText(/you cannot ask this chatbot/)).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Read it again');
    expect(screen.queryByRole('textbox')).toBeNull();
    await userEvent.click(screen.getAllByRole('button', { name: 'Close the chat' }).at(-1) as HTMLElement);
    expect(onClose).toHaveBeenCalledOnce();
    await userEvent.click(screen.getByRole('button', { name: 'Read it again' }));
    expect(screen.getByText('Answers may be wrong.')).toBeDefined();
    expect(document.activeElement?.textContent).toBe('Decline');
    await userEvent.click(screen.getByRole('button', { name: 'Accept' }));
    expect(document.activeElement).toBe(field());
  });

  test('raised in mid-conversation, it is shown again; accepted, another conversation begins with the same draft', async () => {
    routes['GET /conversations'] = () => Response.json({ items: [listed('talk', 'Old')], nextCursor: null });
    routes['POST /chat'] = () => refusal(403, 'disclaimer_not_accepted');
    await show({ disclaimer });
    await userEvent.type(field(), 'One?{Enter}');
    await userEvent.click(await screen.findByRole('button', { name: 'Accept' }));
    expect((field() as HTMLTextAreaElement).value).toBe('One?');
    routes['POST /chat'] = () => answer();
    await userEvent.type(field(), '{Enter}');
    await screen.findByText('Yes.');
    expect(asked).toContainEqual(['POST /chatbots/bot/conversations', { acceptedDisclaimerVersion: 3 }]);
  });
});

test('a message that another tab has changed is told, and the conversation loaded anew', async () => {
  routes['GET /conversations'] = () => Response.json({ items: [listed('talk', 'Old')], nextCursor: null });
  await show();
  routes['POST /chat'] = () => refusal(409, 'message_changed');
  await userEvent.type(field(), 'One?{Enter}');
  const again = await screen.findByRole('button', { name: 'Load it again' });
  expect(again.parentElement?.textContent).toContain('This message was changed in another tab.');
  const before = asked.length;
  await userEvent.click(again);
  await waitFor(() => expect(screen.queryByRole('button', { name: 'Load it again' })).toBeNull());
  expect(asked.slice(before).map(([route]) => route)).toContain('GET /conversations/talk');
});

describe('what to do next', () => {
  test.each([
    [403, 'chatbot_disabled', /switched off\. Your question is kept; ask your teacher/],
    [403, 'course_closed', /not open now\. Your question is kept/],
    [429, 'limit_reached', /as much as is allowed for now\. Your question is kept/],
  ])('is told for %s %s, and the draft is kept', async (status, code, sentence) => {
    await show();
    routes['POST /chat'] = () => refusal(status, code);
    await userEvent.type(field(), 'One?{Enter}');
    await screen.findByText(sentence, notAnnounced);
    expect((field() as HTMLTextAreaElement).value).toBe('One?');
  });

  test('a limit says when it ends, where the server tells', async () => {
    await show();
    routes['POST /chat'] = () => refusal(429, 'limit_reached', { 'retry-after': '300' });
    await userEvent.type(field(), 'One?{Enter}');
    await screen.findByText(/you can send it again in 5 minutes/, notAnnounced);
  });

  test('a chatbot that is gone is told apart from a conversation that is gone', async () => {
    await show();
    routes['POST /chatbots/bot/conversations'] = () => refusal(404, 'not_found');
    await userEvent.type(field(), 'One?{Enter}');
    await screen.findByText(/no longer has this chatbot/, notAnnounced);
    expect(screen.getByRole('button', { name: 'Load the page again' })).toBeDefined();
  });

  test('questions to go on with are asked by a press', async () => {
    await show();
    routes['POST /chat'] = () => answer({ type: 'data-suggestions', id: 's1', data: { messages: ['And then?'] } });
    await userEvent.click(screen.getByRole('button', { name: 'What is a key?' }));
    routes['POST /chat'] = () => answer();
    await userEvent.click(await screen.findByRole('button', { name: 'And then?' }));
    await waitFor(() => expect(chatBodies()).toHaveLength(2));
    expect(chatBodies()[1]).toMatchObject({ message: { parts: [{ text: 'And then?' }] } });
  });
});

describe('when a button goes away with what it did', () => {
  const failed = () =>
    streamed([
      { type: 'start', messageId: 'a1', messageMetadata: { state: 'running' } },
      { type: 'finish', finishReason: 'stop', messageMetadata: { state: 'failed', errorCode: 'model_busy' } },
    ]);
  const pressByKeys = async (name: string) => {
    const button = await screen.findByRole('button', { name });
    await userEvent.tab({ shift: true });
    for (let tabs = 0; tabs < 20 && document.activeElement !== button; tabs += 1) await userEvent.tab({ shift: true });
    expect(document.activeElement).toBe(button);
    await userEvent.keyboard('{Enter}');
  };

  test('whoever pressed it by the keyboard goes on in the field: Retry', async () => {
    routes['POST /chat'] = failed;
    await show();
    await userEvent.type(field(), 'One?{Enter}');
    await screen.findByText(/too much to do/, notAnnounced);
    routes['POST /chat'] = () => answer();
    await pressByKeys('Retry');
    await screen.findByText('Yes.');
    expect(document.activeElement).toBe(field());
  });

  test('whoever pressed it by the keyboard goes on in the field: a question to begin with', async () => {
    await show();
    await pressByKeys('What is a key?');
    await screen.findByText('Yes.');
    expect(document.activeElement).toBe(field());
  });
});

describe('the student’s own conversations', () => {
  beforeEach(() => {
    routes['GET /conversations'] = () =>
      Response.json({ items: [listed('talk', 'What is a key?'), listed('other', 'Joins')], nextCursor: null });
    routes['GET /conversations/other'] = () =>
      Response.json({
        ...talk,
        id: 'other',
        messages: [{ id: 'u', role: 'user', parts: [{ type: 'text', text: 'How do joins work?' }] }],
      });
  });
  const list = async () => {
    const session = await show();
    await userEvent.click(screen.getByRole('button', { name: 'Your conversations' }));
    await screen.findByRole('button', { name: /^Joins/ });
    return session;
  };
  const choose = async (title: string, action: string) => {
    await userEvent.click(screen.getByRole('button', { name: `Actions: ${title}` }));
    await userEvent.click(await screen.findByRole('menuitem', { name: action }));
  };

  test('are opened by a press', async () => {
    await list();
    await userEvent.click(screen.getByRole('button', { name: /^Joins/ }));
    await screen.findByText('How do joins work?');
    expect(screen.queryByRole('searchbox')).toBeNull();
  });

  test('are searched by title', async () => {
    await list();
    routes['GET /conversations'] = () => Response.json({ items: [], nextCursor: null });
    await userEvent.type(screen.getByRole('searchbox'), 'zz');
    await screen.findByText('No title has “zz”.');
    expect(asked.at(-1)?.[0]).toContain('q=zz');
  });

  test('are renamed in place', async () => {
    await list();
    routes['PATCH /conversations/other'] = (body) => Response.json({ ...listed('other', ''), ...(body as object) });
    await choose('Joins', 'Rename');
    const title = await screen.findByRole('textbox', { name: 'Title of the conversation' });
    await userEvent.clear(title);
    await userEvent.type(title, 'All about joins{Enter}');
    await screen.findByRole('button', { name: /^All about joins/ });
    expect(asked).toContainEqual(['PATCH /conversations/other', { title: 'All about joins' }]);
    expect(document.activeElement?.getAttribute('aria-label')).toBe('Actions: All about joins');
  });

  test('are deleted after a question, keeping is the first answer', async () => {
    await list();
    routes['DELETE /conversations/other'] = () => new Response(null, { status: 204 });
    await choose('Joins', 'Delete');
    const question = await screen.findByRole('group', { name: 'Delete “Joins” for good?' });
    expect(document.activeElement?.textContent).toBe('Keep');
    await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    await waitFor(() => expect(screen.queryByText('Joins')).toBeNull());
    expect(screen.getByText('What is a key?')).toBeDefined();
  });

  test.each(['deleted', 'erased'] as const)('%s, the last answer is no longer in the page for screen readers either', async (how) => {
    await show();
    routes['DELETE /conversations/talk'] = () => new Response(null, { status: 204 });
    routes['DELETE /me/data'] = () => new Response(null, { status: 204 });
    await userEvent.type(field(), 'Why?{Enter}');
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe('Answer: Yes.'));
    await userEvent.click(screen.getByRole('button', { name: 'Your conversations' }));
    await screen.findByRole('button', { name: /^Joins/ });
    if (how === 'deleted') {
      await choose('What is a key?', 'Delete');
      const question = await screen.findByRole('group', { name: 'Delete “What is a key?” for good?' });
      await userEvent.click(within(question).getByRole('button', { name: 'Delete' }));
    } else {
      await userEvent.click(screen.getByRole('button', { name: 'Erase my data…' }));
      await userEvent.click(screen.getByRole('button', { name: 'Erase everything' }));
    }
    await waitFor(() => expect(screen.getByRole('status').textContent).toBe(''));
    expect(document.body.textContent).not.toContain('Yes.');
  });
});
