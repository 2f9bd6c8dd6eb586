import type { Page, Route } from '@playwright/test';

type Chunk = Record<string, unknown>;

const answerId = '00000000-0000-4000-8000-00000000a5ed';

/** What the page sends to have an answer begun or gone on with. */
export interface Sent {
  trigger: string;
  messageId?: string;
  message: { role: string; parts: Array<Record<string, unknown>> };
}

/**
 * Answers in the server's place, for what no tool of this LMS does: asking the student. The conversation itself is the
 * server's; the answer that waits is shown after a reload, too.
 */
export class AskingServer {
  readonly sent: Sent[] = [];
  /** The code of the next refusal. */
  refusal: string | null = null;
  private waiting: Chunk | null = null;

  private constructor(
    private readonly call: Chunk,
    private readonly result: (answer: Chunk) => Chunk,
  ) {}

  /** `call` is the tool part that waits, `result` the chunk with which the server takes the answer. */
  static async on(page: Page, call: Chunk, result: (answer: Chunk) => Chunk): Promise<AskingServer> {
    const server = new AskingServer(call, result);
    await page.route('**/api/chatbot/v1/chat', (route) => server.answer(route));
    await page.route('**/api/chatbot/v1/conversations/*', (route) => server.read(route));
    return server;
  }

  private async answer(route: Route): Promise<void> {
    const body = route.request().postDataJSON() as Sent;
    this.sent.push(body);
    if (this.refusal) {
      const headers = { 'x-error-code': this.refusal };
      this.refusal = null;
      return route.fulfill({ status: 422, headers, body: 'Refused.' });
    }
    const answered = body.message.parts.find((part) => part.toolCallId === this.call.toolCallId);
    const chunks = answered ? this.goOn(answered) : this.waiting ? typedPast : this.ask();
    const events = [...chunks.map((chunk) => JSON.stringify(chunk)), '[DONE]'].map((line) => `data: ${line}\n\n`);
    return route.fulfill({ status: 200, contentType: 'text/event-stream', body: events.join('') });
  }

  private ask(): Chunk[] {
    this.waiting = this.call;
    const { type, toolCallId, input, approval } = this.call as { type: string } & Chunk;
    return [
      started(answerId),
      { type: 'start-step' },
      ...said('t1', 'One moment.'),
      { type: 'tool-input-available', toolCallId, toolName: type.replace('tool-', ''), input },
      ...(approval ? [{ type: 'tool-approval-request', toolCallId, approvalId: (approval as Chunk).id }] : []),
      { type: 'finish-step' },
      { type: 'finish', finishReason: 'tool-calls', messageMetadata: { state: 'waiting' } },
    ];
  }

  private goOn(answer: Chunk): Chunk[] {
    this.waiting = null;
    return [started(answerId), this.result(answer), ...spoken('t2', 'That is settled.')];
  }

  private async read(route: Route): Promise<void> {
    const response = await route.fetch();
    if (!this.waiting || route.request().method() !== 'GET') return route.fulfill({ response });
    const conversation = (await response.json()) as { messages: unknown[] };
    conversation.messages = [
      { id: 'q1', role: 'user', parts: [{ type: 'text', text: 'Help me' }] },
      { id: answerId, role: 'assistant', metadata: { state: 'waiting' }, parts: [{ type: 'step-start' }, this.waiting] },
    ];
    return route.fulfill({ response, json: conversation });
  }
}

function started(messageId: string): Chunk {
  return { type: 'start', messageId, messageMetadata: { state: 'running', createdAt: '2026-09-01T09:00:00Z' } };
}

function said(id: string, text: string): Chunk[] {
  return [{ type: 'text-start', id }, { type: 'text-delta', id, delta: text }, { type: 'text-end', id }];
}

function spoken(id: string, text: string): Chunk[] {
  return [
    { type: 'start-step' },
    ...said(id, text),
    { type: 'finish-step' },
    { type: 'finish', finishReason: 'stop', messageMetadata: { state: 'finished' } },
  ];
}

const typedPast = [started('00000000-0000-4000-8000-0000000000a2'), ...spoken('t1', 'As you like.')];
