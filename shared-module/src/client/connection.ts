const firstDelayMs = 500;
const longestDelayMs = 10_000;
/** How often is tried while the browser says that it is offline: it may be wrong. */
const offlineDelayMs = 5_000;

/** How long to wait before a try, from 0; a little different for everybody, so that not all come at once. */
export function retryDelayMs(attempt: number, chance = Math.random()): number {
  return Math.min(longestDelayMs, firstDelayMs * 2 ** attempt) * (0.8 + 0.4 * chance);
}

/**
 * Waits until it is worth trying again: for a while, longer each time, or until the browser is online again
 * or the page is looked at again.
 */
export function nextTry(attempt: number): Promise<void> {
  const delay = navigator.onLine === false ? offlineDelayMs : retryDelayMs(attempt);
  return new Promise((resolve) => {
    const timer = setTimeout(done, delay);
    function seen() {
      if (document.visibilityState === 'visible') done();
    }
    function done() {
      clearTimeout(timer);
      window.removeEventListener('online', done);
      document.removeEventListener('visibilitychange', seen);
      resolve();
    }
    window.addEventListener('online', done);
    document.addEventListener('visibilitychange', seen);
  });
}

/**
 * `fetch` whose body fails when nothing comes for so long, or when the browser goes offline. The server writes every
 * few seconds; after a laptop has slept or changed its network, a connection may be gone without anybody having said
 * so.
 */
export function failingWhenLost(request: typeof fetch, silenceMs: number): typeof fetch {
  return async (input, init) => {
    const response = await request(input, init);
    if (!response.body) return response;
    const { status, statusText, headers } = response;
    return new Response(response.body.pipeThrough(lossLimit(silenceMs)), { status, statusText, headers });
  };
}

function lossLimit(silenceMs: number): TransformStream<Uint8Array, Uint8Array> {
  let timer: ReturnType<typeof setTimeout>;
  let fail: (() => void) | undefined;
  const forget = () => {
    clearTimeout(timer);
    if (fail) window.removeEventListener('offline', fail);
  };
  return new TransformStream({
    start(controller) {
      fail = () => {
        forget();
        controller.error(new TypeError('network error: the connection is lost'));
      };
      window.addEventListener('offline', fail);
      timer = setTimeout(fail, silenceMs);
    },
    transform(bytes, controller) {
      clearTimeout(timer);
      if (fail) timer = setTimeout(fail, silenceMs);
      controller.enqueue(bytes);
    },
    flush: forget,
  });
}
