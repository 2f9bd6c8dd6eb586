import type { BrowserContext } from '@playwright/test';

/** Answers that say no are part of many stories; the browser reports each as an error of its own. */
const refusedRequest = /^Failed to load resource/;

/** Collects what no page may ever do: throw, break its own security policy, load something from elsewhere, be warned. */
export function watchFaults(context: BrowserContext, origin: string): string[] {
  const faults: string[] = [];
  context.on('weberror', (error) => faults.push(`thrown: ${error.error().stack ?? error.error().message}`));
  context.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !refusedRequest.test(message.text())) faults.push(`console: ${message.text()}`);
  });
  context.on('request', (request) => {
    const url = new URL(request.url());
    if (url.origin !== origin && !['data:', 'blob:'].includes(url.protocol)) faults.push(`asked elsewhere: ${url}`);
  });
  return faults;
}

/** No page of ours opens a window of the browser's own: what does is a script that somebody wrote into a text. */
export async function forbidDialogs(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    for (const name of ['alert', 'confirm', 'prompt', 'print'] as const) {
      window[name] = () => {
        throw new Error(`${name}() was called`);
      };
    }
  });
}
