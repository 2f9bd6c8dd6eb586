import type { ModelRequest } from './model-request.ts';

/** One thing that the fake model does while it replies. */
export type Step =
  | { do: 'say'; text: string }
  | { do: 'call'; name: string; arguments: unknown }
  /** Says nothing more until the story lets it, or until nobody listens any longer. */
  | { do: 'wait' }
  /** Cuts the connection in the middle of the reply. */
  | { do: 'drop' }
  /** Answers with a status instead of a reply; only the first step may be this. */
  | { do: 'refuse'; status: number };

export type ReplyTo = (request: ModelRequest) => Step[];
export type Reply = Step[] | ReplyTo;

/** Text, written word by word as models do. */
export function say(text: string): Step {
  return { do: 'say', text };
}

export function search(query: string): Step {
  return { do: 'call', name: 'course_material_search', arguments: { query } };
}

export const wait: Step = { do: 'wait' };
export const drop: Step = { do: 'drop' };

export function refuse(status: number): Step {
  return { do: 'refuse', status };
}

/** Cites the passage that holds these words, out of what the search returned. */
export function sayWithSource(words: string, text: string): ReplyTo {
  return sayCiting({ it: words }, `${text}{it}`);
}

/** Writes a text in which `{name}` stands for the marker of the passage that holds the words of that name. */
export function sayCiting(words: Record<string, string>, text: string): ReplyTo {
  return (request) => {
    const found = request.messages.flatMap(({ role, content }) => (role === 'tool' ? [content ?? ''] : [])).join('\n');
    return [say(text.replace(/\{(\w+)\}/g, (_, name: string) => markerOf(words[name] ?? '', found)))];
  };
}

function markerOf(words: string, found: string): string {
  const marker = found.slice(0, Math.max(0, found.indexOf(words))).match(/【[^】]*】/g)?.at(-1);
  if (!words || !marker) throw new Error(`no marker stands before “${words}” in what the model got:\n${found}`);
  return marker;
}
