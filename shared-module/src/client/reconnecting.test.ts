import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { chatbot, conversation } from '../test-chat';
import type { UiMessage, UiMessageChunk } from '../wire';
import { ChatClient } from './chat-client';
import type { ChatSession } from './chat-session';
import { nextTry, retryDelayMs } from './connection';
import { textOf } from './course-message';

const question: UiMessage = { id: 'q', role: 'user', parts: [{ type: 'text', text: 'One?' }] };
const stored: UiMessage = {
  id: 'answer',
  role: 'assistant',
  metadata: { state: 'finished' },
  parts: [{ type: 'text', text: 'Half and half.' }],
};

let session: ChatSession;
let open: boolean;
let messages: UiMessage[];
let streams: Array<() => Response | Promise<Response>>;
let asked: string[];

const talk = () => conversation({ messages, openTurnId: open ? 'turn' : null });
const goOffline = () => window.dispatchEvent(new Event('offline'));

/** A stream of these chunks, which then does something. */
function streaming(chunks: UiMessageChunk[], then: (end: ReadableStreamDefaultController) => void): Response {
  const body = new ReadableStream({
    start(controller) {
      for (const chunk of chunks) {
        controller.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(chunk)}\n\n`));
      }
      then(controller);
    },
  });
  return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
}

const opening: UiMessageChunk[] = [
  { type: 'start', messageId: 'answer', messageMetadata: { state: 'running' } },
  { type: 'start-step' },
  { type: 'text-start', id: 't' },
  { type: 'text-delta', id: 't', delta: 'Half' },
];
const rest: UiMessageChunk[] = [
  { type: 'text-delta', id: 't', delta: ' and half.' },
  { type: 'text-end', id: 't' },
  { type: 'finish-step' },
  { type: 'finish', finishReason: 'stop', messageMetadata: { state: 'finished' } },
];

beforeEach(() => {
  vi.useFakeTimers();
  [open, messages, asked] = [true, [question], []];
  vi.stubGlobal('fetch', async (input: string, init: RequestInit = {}) => {
    const route = `${init.method ?? 'GET'} ${input.replace('/api/chatbot/v1', '')}`;
    asked.push(route);
    if (route === 'POST /chatbots/bot/conversations') return Response.json(talk(), { status: 201 });
    if (route === 'GET /conversations/talk') return Response.json(talk());
    const next = streams.shift();
    if (!next) throw new Error(`nothing for ${route}`);
    return next();
  });
  sessionStorage.clear();
  session = new ChatClient().session(chatbot);
});

afterEach(() => vi.useRealTimers());

const texts = () => session.snapshot().chat.messages.map((message) => `${message.role}: ${textOf(message)}`);
const whole = () => streaming([...opening, ...rest], (end) => end.close());

const breaks: Array<[string, () => Response]> = [
  ['is cut', () => streaming(opening, (end) => queueMicrotask(() => end.error(new TypeError('network error'))))],
  ['is cut, as Safari says it', () => streaming(opening, (end) => queueMicrotask(() => end.error(new TypeError('Load failed'))))],
  ['just ends', () => streaming(opening, (end) => end.close())],
  ['falls silent', () => streaming(opening, () => undefined)],
  ['is open when the browser goes offline', () => streaming(opening, () => setTimeout(goOffline, 1_000))],
  [
    'ends because its server goes down',
    () =>
      streaming(
        [
          ...opening,
          { type: 'text-end', id: 't' },
          { type: 'finish-step' },
          { type: 'message-metadata', messageMetadata: { state: 'interrupted', errorCode: 'interrupted' } },
          { type: 'error', errorText: 'Interrupted.' },
        ],
        (end) => end.close(),
      ),
  ],
];

test.each(breaks)('a stream that %s is picked up, without a word lost or doubled', async (_, broken) => {
  streams = [broken, whole];
  const sending = session.send('One?');
  await vi.advanceTimersByTimeAsync(21_000);
  await sending;
  await vi.advanceTimersByTimeAsync(2_000);
  expect(texts()).toEqual(['user: One?', 'assistant: Half and half.']);
  expect(asked.filter((route) => route === 'POST /chat')).toHaveLength(1);
  expect(asked.at(-1)).toBe('GET /chat/talk/stream');
  expect(session.snapshot()).toMatchObject({ reconnecting: false, refusal: null });
});

test('an answer that ended while nobody was connected is shown as it is stored', async () => {
  streams = [breaks[0]?.[1] ?? whole];
  const sending = session.send('One?');
  await vi.advanceTimersByTimeAsync(10);
  await sending;
  expect(session.snapshot().reconnecting).toBe(true);
  [open, messages] = [false, [question, stored]];
  await vi.advanceTimersByTimeAsync(2_000);
  expect(texts()).toEqual(['user: One?', 'assistant: Half and half.']);
  expect(session.snapshot().reconnecting).toBe(false);
});

test('a stream that is picked up and breaks again is picked up again', async () => {
  const cut = breaks[0]?.[1] ?? whole;
  streams = [cut, cut, () => Promise.reject(new TypeError('Failed to fetch')), whole];
  const sending = session.send('One?');
  await vi.advanceTimersByTimeAsync(10);
  await sending;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(texts()).toEqual(['user: One?', 'assistant: Half and half.']);
});

test('what the server says of its end is believed: nothing is looked for', async () => {
  streams = [whole];
  const sending = session.send('One?');
  await vi.advanceTimersByTimeAsync(30_000);
  await sending;
  expect(asked).not.toContain('GET /conversations/talk');
});

test('tries come further apart, and at once when the browser is online again', async () => {
  expect([0, 1, 2, 10].map((attempt) => retryDelayMs(attempt, 0.5))).toEqual([500, 1_000, 2_000, 10_000]);
  const waiting = vi.fn();
  void nextTry(10).then(waiting);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(waiting).not.toHaveBeenCalled();
  window.dispatchEvent(new Event('online'));
  await vi.advanceTimersByTimeAsync(0);
  expect(waiting).toHaveBeenCalledOnce();
});
