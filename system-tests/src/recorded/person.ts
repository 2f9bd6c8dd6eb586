import { password } from '../browser/student.ts';

const lms = '/api/lms';
const chatbot = '/api/chatbot/v1';

/** Somebody who uses a server without its pages: for what happened before a story begins. */
export class Person {
  private constructor(
    readonly origin: string,
    private readonly token: string,
    readonly id: string,
  ) {}

  static async signIn(origin: string, email: string): Promise<Person> {
    const answer = await fetch(`${origin}${lms}/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password }),
    });
    const { token, user } = (await told(answer)) as { token: string; user: { id: string } };
    return new Person(origin, token, user.id);
  }

  /** The id of a course. */
  async courseId(slug: string): Promise<string> {
    const courses = (await this.send('GET', `${lms}/courses`)) as Array<{ id: string; slug: string }>;
    const course = courses.find((one) => one.slug === slug);
    if (!course) throw new Error(`there is no course ${slug}`);
    return course.id;
  }

  /** What a chatbot's route answers, as JSON. */
  async ask<T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<T> {
    return (await this.send(method, `${chatbot}${path}`, body)) as T;
  }

  /** Asks a question in a conversation, and waits for the end of its answer; gives the answer's id. */
  async question(conversation: string, text: string): Promise<string> {
    const message = { id: crypto.randomUUID(), role: 'user', parts: [{ type: 'text', text }] };
    const body = { id: conversation, message, trigger: 'submit-message' };
    const stream = String(await this.send('POST', `${chatbot}/chat`, body));
    const id = /"messageId":"([^"]+)"/.exec(stream)?.[1];
    if (!id || !stream.includes('[DONE]')) throw new Error(`no answer to “${text}”: ${stream}`);
    return id;
  }

  private async send(method: string, path: string, body?: unknown): Promise<unknown> {
    const headers: Record<string, string> = { authorization: `Bearer ${this.token}` };
    if (body !== undefined) headers['content-type'] = 'application/json';
    const answer = await fetch(`${this.origin}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return told(answer);
  }
}

async function told(answer: Response): Promise<unknown> {
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${answer.url} answers ${answer.status}: ${text}`);
  return answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text;
}
