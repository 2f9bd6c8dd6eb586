import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { chatbot, conversation, streamed } from '../test-chat';
import { ChatClient } from './chat-client';
import type { ChatSession } from './chat-session';
import { textOf } from './course-message';

function answer(text: string): Response {
  answers += 1;
  return streamed([
    { type: 'start', messageId: `answer${answers}`, messageMetadata: { state: 'running' } },
    { type: 'start-step' },
    { type: 'text-start', id: 't' },
    { type: 'text-delta', id: 't', delta: text },
    { type: 'text-end', id: 't' },
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop', messageMetadata: { state: 'finished' } },
  ]);
}

/** An answer of which the first word has come, until the test ends it. */
function heldOpen(messageId: string): { response: Response; end: (more?: string) => void } {
  let stream: ReadableStreamDefaultController<Uint8Array>;
  const write = (chunk: object | string) =>
    stream.enqueue(new TextEncoder().encode(`data: ${typeof chunk === 'string' ? chunk : JSON.stringify(chunk)}\n\n`));
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      stream = controller;
      write({ type: 'start', messageId, messageMetadata: { state: 'running' } });
      write({ type: 'text-start', id: 't' });
      write({ type: 'text-delta', id: 't', delta: 'Yes.' });
    },
  });
  return {
    response: new Response(body, { headers: { 'content-type': 'text/event-stream' } }),
    end: (more = '') => {
      if (more) write({ type: 'text-delta', id: 't', delta: more });
      write({ type: 'text-end', id: 't' });
      write({ type: 'finish', finishReason: 'stop', messageMetadata: { state: 'finished' } });
      write('[DONE]');
      stream.close();
    },
  };
}

type Route = (body: Record<string, unknown>) => Response | Promise<Response>;
let routes: Record<string, Route>;
let asked: Array<{ route: string; body: Record<string, unknown> }>;
let session: ChatSession;
let answers = 0;

afterEach(() => vi.useRealTimers());

beforeEach(() => {
  asked = [];
  answers = 0;
  routes = {
    'GET /conversations?chatbotId=bot': () => Response.json({ items: [], nextCursor: null }),
    'GET /conversations/talk': () => Response.json(conversation()),
    'POST /chatbots/bot/conversations': () => Response.json(conversation(), { status: 201 }),
    'POST /chat': () => answer('Yes.'),
    'GET /chat/talk/stream': () => new Response(null, { status: 204 }),
    'POST /chat/talk/stop': () => new Response(null, { status: 202 }),
  };
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const route = `${init.method ?? 'GET'} ${input.replace('/api/chatbot/v1', '')}`;
    const body = init.body ? (JSON.parse(String(init.body)) as Record<string, unknown>) : {};
    asked.push({ route, body });
    const found = routes[route];
    if (!found) throw new Error(`no route ${route}`);
    return found(body);
  });
  sessionStorage.clear();
  session = new ChatClient().session(chatbot);
});

const texts = () => session.snapshot().chat.messages.map((message) => `${message.role}: ${textOf(message)}`);
const sent = () => asked.filter(({ route }) => route === 'POST /chat').map(({ body }) => body);
const refusal = (status: number, code: string, headers = {}) =>
  new Response('A sentence.', { status, headers: { 'x-error-code': code, ...headers } });

describe('a session', () => {
  test('the first message begins a conversation, and only that message is sent', async () => {
    await session.load();
    session.setPage({ id: 'page', title: 'Keys' });
    await session.send('One?');
    await session.send('Two?');
    expect(texts()).toEqual(['user: One?', 'assistant: Yes.', 'user: Two?', 'assistant: Yes.']);
    expect(asked.filter(({ route }) => route.endsWith('/conversations'))).toHaveLength(1);
    expect(sent()[1]).toMatchObject({ id: 'talk', trigger: 'submit-message', pageId: 'page' });
    expect(sent()[1]).not.toHaveProperty('messages');
    expect(session.snapshot().limits).toEqual({ messageCharacters: 100 });
  });

  test('a refused message goes back into the draft, and keeps its id when sent again', async () => {
    routes['POST /chat'] = () => refusal(429, 'limit_reached');
    await session.send('One?');
    expect(session.snapshot()).toMatchObject({ draft: 'One?', refusal: { code: 'limit_reached' } });
    expect(texts()).toEqual([]);
    routes['POST /chat'] = () => answer('Yes.');
    await session.send('One?');
    expect(sent()[0]?.message).toEqual(sent()[1]?.message);
    expect(session.snapshot()).toMatchObject({ draft: '', refusal: null });
    expect(texts()).toEqual(['user: One?', 'assistant: Yes.']);
  });

  test('what was typed meanwhile is kept behind a refused message', async () => {
    routes['POST /chat'] = () => {
      session.setDraft('More');
      return refusal(503, 'storage_unavailable');
    };
    await session.send('One?');
    expect(session.snapshot().draft).toBe('One?\n\nMore');
  });

  test('a message that did not reach the server is sent again under its id, and the page says so', async () => {
    vi.useFakeTimers();
    routes['POST /chat'] = () => {
      throw new TypeError('Failed to fetch');
    };
    const sending = session.send('One?');
    await vi.advanceTimersByTimeAsync(100);
    expect(session.snapshot()).toMatchObject({ draft: '', refusal: null, reconnecting: true });
    expect(session.busy).toBe(true);
    expect(texts()).toEqual(['user: One?']);
    routes['POST /chat'] = () => answer('Yes.');
    await vi.advanceTimersByTimeAsync(1_000);
    await sending;
    expect(sent()).toHaveLength(2);
    expect(sent()[0]?.message).toEqual(sent()[1]?.message);
    expect(texts()).toEqual(['user: One?', 'assistant: Yes.']);
    expect(session.snapshot()).toMatchObject({ draft: '', refusal: null, reconnecting: false });
    expect(session.busy).toBe(false);
  });

  test('without a connection for long the message goes back into the draft', async () => {
    vi.useFakeTimers();
    routes['POST /chat'] = () => {
      throw new TypeError('Failed to fetch');
    };
    const sending = session.send('One?');
    await vi.advanceTimersByTimeAsync(60_000);
    await sending;
    expect(session.snapshot()).toMatchObject({ draft: 'One?', refusal: { code: 'offline' }, reconnecting: false });
    expect(texts()).toEqual([]);
  });

  test('a question that is sent while the conversation is loaded goes on with that one, and waits where it was written', async () => {
    let tell = (_response: Response) => undefined as void;
    routes['GET /conversations?chatbotId=bot'] = () => new Promise((resolve) => (tell = resolve));
    const loading = session.load();
    session.setDraft('Two?');
    const asking = session.send('Two?');
    await vi.waitFor(() => expect(asked.map(({ route }) => route)).toContain('GET /conversations?chatbotId=bot'));
    expect(session.snapshot().draft).toBe('Two?');
    const messages = [
      { id: 'u', role: 'user', parts: [{ type: 'text', text: 'One?' }] },
      { id: 'a', role: 'assistant', metadata: { state: 'finished' }, parts: [{ type: 'text', text: 'Yes.' }] },
    ] as const;
    routes['GET /conversations/talk'] = () => Response.json({ ...conversation(), messages });
    tell(Response.json({ items: [{ id: 'talk' }], nextCursor: null }));
    await Promise.all([loading, asking]);
    expect(texts()).toEqual(['user: One?', 'assistant: Yes.', 'user: Two?', 'assistant: Yes.']);
    expect(session.snapshot().draft).toBe('');
    expect(asked.map(({ route }) => route)).not.toContain('POST /chatbots/bot/conversations');
  });

  test.each([
    ['a new question', () => session.send('Two?')],
    ['the same one again', () => session.retry()],
  ])('a stop ends the answer that it was meant for, however soon the next is asked for: %s', async (_what, ask) => {
    vi.useFakeTimers();
    await session.send('One?');
    const first = heldOpen('answer1');
    routes['POST /chat'] = () => first.response;
    const asking = session.retry();
    await vi.advanceTimersByTimeAsync(100);
    const stopping = session.stop();
    first.end();
    await asking;

    const next = heldOpen('answer2');
    routes['POST /chat'] = () => next.response;
    const asked = ask();
    await vi.advanceTimersByTimeAsync(10_000);
    await stopping;
    expect(session.busy, 'nobody has stopped this one').toBe(true);
    next.end(' It is whole.');
    await asked;
    expect(texts().at(-1)).toBe('assistant: Yes. It is whole.');
  });

  test('an answer whose stream does not end by itself after a stop is ended by the page', async () => {
    vi.useFakeTimers();
    await session.send('One?');
    routes['POST /chat'] = () => heldOpen('answer1').response;
    const asking = session.retry();
    await vi.advanceTimersByTimeAsync(100);
    const stopping = session.stop();
    await vi.advanceTimersByTimeAsync(10_000);
    await Promise.all([stopping, asking]);
    expect(session.busy).toBe(false);
  });

  test('an open turn is told by its id and can be stopped', async () => {
    routes['POST /chat'] = () => refusal(409, 'turn_in_progress', { 'x-open-turn': 'turn' });
    await session.send('One?');
    expect(session.snapshot().refusal?.openTurnId).toBe('turn');
    await session.stopOpenTurn();
    expect(asked.map(({ route }) => route)).toContain('POST /chat/talk/stop');
    expect(session.snapshot()).toMatchObject({ draft: 'One?', refusal: null });
  });

  test('after a reload the newest conversation is shown and its open turn followed', async () => {
    const question = { id: 'q', role: 'user' as const, parts: [{ type: 'text', text: 'One?' }] };
    routes['GET /conversations?chatbotId=bot'] = () => Response.json({ items: [conversation()], nextCursor: null });
    routes['GET /conversations/talk'] = () => Response.json(conversation({ messages: [question], openTurnId: 'turn' }));
    routes['GET /chat/talk/stream'] = () => answer('Still here.');
    await session.load();
    await vi.waitFor(() => expect(texts()).toEqual(['user: One?', 'assistant: Still here.']));
  });

  test('a question keeps the text that it was about, also when it is asked again after a reload', async () => {
    const page = { id: 'page', title: 'Keys' };
    session.setPage(page);
    session.attach({ text: 'A key identifies.', page });
    await session.send('Why?');
    const about = { pageId: 'page', selection: 'A key identifies.' };
    expect(session.snapshot().chat.messages[0]?.metadata).toEqual(about);
    const question = { id: 'q', role: 'user' as const, parts: [{ type: 'text', text: 'Why?' }], metadata: about };
    routes['GET /conversations?chatbotId=bot'] = () => Response.json({ items: [conversation()], nextCursor: null });
    routes['GET /conversations/talk'] = () => Response.json(conversation({ messages: [question] }));
    const later = new ChatClient().session(chatbot);
    await later.load();
    later.setPage({ id: 'other', title: 'Joins' });
    await later.retry();
    expect(sent().at(-1)).toMatchObject({ trigger: 'regenerate-message', ...about });
  });

  test('earlier messages are offered as long as the server says that there are some', async () => {
    const said = (id: string) => ({ id, role: 'user' as const, parts: [{ type: 'text', text: id }] });
    routes['GET /conversations?chatbotId=bot'] = () => Response.json({ items: [conversation()], nextCursor: null });
    routes['GET /conversations/talk'] = () => Response.json(conversation({ messages: [said('c')], hasEarlier: true }));
    routes['GET /conversations/talk?before=c'] = () =>
      Response.json(conversation({ messages: [said('b')], hasEarlier: true }));
    routes['GET /conversations/talk?before=b'] = () => Response.json(conversation({ messages: [said('a')] }));
    await session.load();
    expect(session.snapshot().earlier).toBe(true);
    await session.loadEarlier();
    expect(session.snapshot().earlier).toBe(true);
    await session.loadEarlier();
    expect(session.snapshot().earlier).toBe(false);
    expect(texts()).toEqual(['user: a', 'user: b', 'user: c']);
  });

  test('a retry names the answer; when it is refused, the answer is shown again', async () => {
    await session.send('One?');
    await session.retry('answer1');
    expect(sent()[1]).toMatchObject({ trigger: 'regenerate-message', messageId: 'answer1' });
    routes['POST /chat'] = () => refusal(429, 'limit_reached');
    await session.retry('answer2');
    expect(texts()).toEqual(['user: One?', 'assistant: Yes.']);
    expect(session.snapshot().refusal?.code).toBe('limit_reached');
  });

  test('a new conversation begins empty and is created by its first message', async () => {
    await session.send('One?');
    session.startNew();
    expect(texts()).toEqual([]);
    await session.send('Two?');
    expect(asked.filter(({ route }) => route.startsWith('POST /chatbots'))).toHaveLength(2);
  });

  test('the draft outlives the page, and not the sign-out', () => {
    session.setDraft('half a ques');
    expect(new ChatClient().session(chatbot).snapshot().draft).toBe('half a ques');
    session.close();
    expect(new ChatClient().session(chatbot).snapshot().draft).toBe('');
  });

  test('a conversation that cannot be loaded says why and can be tried again', async () => {
    routes['GET /conversations?chatbotId=bot'] = () => Response.json({ code: 'not_allowed' }, { status: 403 });
    await session.load();
    expect(session.snapshot()).toMatchObject({ phase: 'failed', refusal: { code: 'not_allowed' } });
    routes['GET /conversations?chatbotId=bot'] = () => Response.json({ items: [], nextCursor: null });
    await session.load();
    expect(session.snapshot()).toMatchObject({ phase: 'ready', refusal: null });
  });
});
