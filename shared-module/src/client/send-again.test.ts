import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ChatRefusal } from './chat-refusal';
import { patiently } from './send-again';

const restarting = () => new ChatRefusal('server_restarting', 'Restarting.', null, new Date(Date.now() + 2_000));

describe('a server that is restarting', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  test('is sent the message again until its successor takes it', async () => {
    const request = vi.fn<typeof fetch>();
    request.mockRejectedValueOnce(restarting()).mockRejectedValueOnce(restarting());
    request.mockResolvedValueOnce(new Response('Yes.'));
    const sent = patiently(request)('/chat', { method: 'POST', body: '{"id":"q"}' });
    await vi.advanceTimersByTimeAsync(1_900);
    expect(request).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(2_200);
    expect(await (await sent).text()).toBe('Yes.');
    expect(request.mock.calls.map(([, init]) => init?.body)).toEqual(Array(3).fill('{"id":"q"}'));
  });

  test('is not waited for without an end, and other refusals not at all', async () => {
    const request = vi.fn<typeof fetch>().mockImplementation(() => Promise.reject(restarting()));
    const refused = expect(patiently(request)('/chat')).rejects.toMatchObject({ code: 'server_restarting' });
    await vi.advanceTimersByTimeAsync(20_000);
    await refused;
    expect(request).toHaveBeenCalledTimes(4);
    const busy = vi.fn<typeof fetch>().mockRejectedValue(new ChatRefusal('limit_reached', 'No.'));
    await expect(patiently(busy)('/chat')).rejects.toMatchObject({ code: 'limit_reached' });
    expect(busy).toHaveBeenCalledTimes(1);
  });

  test('is not waited for once the student stops', async () => {
    const stop = new AbortController();
    const request = vi.fn<typeof fetch>().mockImplementation(() => Promise.reject(restarting()));
    const stopped = expect(patiently(request)('/chat', { signal: stop.signal })).rejects.toThrow();
    await vi.advanceTimersByTimeAsync(500);
    stop.abort();
    await stopped;
    expect(request).toHaveBeenCalledTimes(1);
  });
});
