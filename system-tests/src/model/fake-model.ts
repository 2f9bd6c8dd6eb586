import { EventEmitter, once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { faultsOf, type ModelRequest, questionOf } from './model-request.ts';
import type { Reply, Step } from './reply.ts';

/**
 * An OpenAI-compatible model server that follows a script and checks every request. It knows a script by its
 * question: the first request with that question gets the first reply, and so on; the last one is repeated.
 */
export class FakeModel {
  readonly requests: ModelRequest[] = [];
  private readonly scripts = new Map<string, Reply[]>();
  private readonly faults: string[] = [];
  private readonly waiting = new Set<() => void>();
  private readonly events = new EventEmitter();
  private calls = 0;

  private constructor(private readonly server: Server) {}

  static async start(): Promise<FakeModel> {
    const server = createServer();
    const model = new FakeModel(server);
    server.on('request', (request, response) => {
      model.handle(request, response).catch((error: unknown) => {
        model.faults.push(String(error));
        response.destroy();
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return model;
  }

  /** What `OPENAI_BASE_URL` is to be. */
  get baseUrl(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/v1`;
  }

  async stop(): Promise<void> {
    this.release();
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  /** How a question is to be answered, request by request. */
  when(question: string, ...replies: Reply[]): void {
    this.scripts.set(question, replies);
  }

  /** Lets every reply that waits go on, as soon as there is one. */
  async goOn(): Promise<void> {
    if (this.waiting.size === 0) await once(this.events, 'wait');
    this.release();
  }

  /** Forgets scripts and requests, and returns what was wrong since the last time. */
  reset(): string[] {
    this.release();
    this.scripts.clear();
    this.requests.length = 0;
    return this.faults.splice(0);
  }

  private async handle(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    if (incoming.method !== 'POST' || incoming.url !== '/v1/chat/completions') {
      this.faults.push(`${incoming.method} ${incoming.url} is no route of a model server`);
      response.writeHead(404).end();
      return;
    }
    const request = JSON.parse(await bodyOf(incoming)) as ModelRequest;
    this.requests.push(request);
    this.faults.push(...faultsOf(request));
    const steps = this.nextReply(request);
    const [first] = steps;
    if (first?.do === 'refuse') {
      response.writeHead(first.status, { 'content-type': 'application/json' });
      response.end(JSON.stringify({ error: { message: 'refused by the fake model' } }));
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    await this.perform(steps, response);
  }

  private nextReply(request: ModelRequest): Step[] {
    const replies = this.scripts.get(questionOf(request));
    const reply = replies && replies.length > 1 ? replies.shift() : replies?.[0];
    if (!reply) throw new Error(`no reply is scripted for “${questionOf(request)}”`);
    return typeof reply === 'function' ? reply(request) : reply;
  }

  private async perform(steps: Step[], response: ServerResponse): Promise<void> {
    let called = 0;
    for (const step of steps) {
      if (response.destroyed) return;
      if (step.do === 'say') {
        for (const word of step.text.split(/(?<=\s)/)) sendDelta(response, { content: word });
      } else if (step.do === 'call') {
        sendDelta(response, { tool_calls: [this.callPiece(called, step.name, step.arguments)] });
        called += 1;
      } else if (step.do === 'wait') {
        await this.toGoOn(response);
      } else {
        // Flushed first: what was said before is to arrive.
        response.write(': bye\n\n', () => response.destroy());
        return;
      }
    }
    if (response.destroyed) return;
    send(response, { choices: [{ index: 0, delta: {}, finish_reason: called > 0 ? 'tool_calls' : 'stop' }] });
    send(response, { choices: [], usage: { prompt_tokens: 100, completion_tokens: 20 } });
    response.end('data: [DONE]\n\n');
  }

  private callPiece(index: number, name: string, args: unknown) {
    this.calls += 1;
    return { index, id: `call_${this.calls}`, type: 'function', function: { name, arguments: JSON.stringify(args) } };
  }

  /** Until the story goes on, or the server has hung up. */
  private toGoOn(response: ServerResponse): Promise<void> {
    return new Promise((go) => {
      this.waiting.add(go);
      this.events.emit('wait');
      response.once('close', () => {
        this.waiting.delete(go);
        go();
      });
    });
  }

  private release(): void {
    for (const go of this.waiting) go();
    this.waiting.clear();
  }
}

async function bodyOf(incoming: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

function sendDelta(response: ServerResponse, delta: object): void {
  send(response, { choices: [{ index: 0, delta, finish_reason: null }] });
}

function send(response: ServerResponse, chunk: object): void {
  response.write(`data: ${JSON.stringify({ id: 'reply', object: 'chat.completion.chunk', model: 'fake', ...chunk })}\n\n`);
}
