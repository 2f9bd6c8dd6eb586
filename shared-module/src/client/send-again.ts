import { ChatRefusal } from './chat-refusal';

/** How often a message is sent again by itself. */
const TIMES = 3;
/** How long to wait for a server that does not say when, and at the most. */
const USUAL_WAIT = 2_000;
const LONGEST_WAIT = 5_000;

/** Sends again what a server refuses because it is restarting: its successor takes it, as the message keeps its id. */
export function patiently(request: typeof fetch): typeof fetch {
  return async (input, init) => {
    for (let time = 1; ; time += 1) {
      try {
        return await request(input, init);
      } catch (error) {
        const restarting = error instanceof ChatRefusal && error.code === 'server_restarting';
        if (!restarting || time > TIMES) throw error;
        await pause(waitOf(error), init?.signal);
      }
    }
  };
}

function waitOf({ retryAt }: ChatRefusal): number {
  const asked = retryAt ? retryAt.getTime() - Date.now() : USUAL_WAIT;
  return Math.min(Math.max(asked, 0), LONGEST_WAIT);
}

/** Ends at once, by an error, when the student stops it. */
function pause(milliseconds: number, signal: AbortSignal | null | undefined): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason instanceof Error ? signal.reason : new DOMException('stopped', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, milliseconds);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}
