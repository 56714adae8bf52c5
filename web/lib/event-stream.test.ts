// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveChanges } from '#contract/live.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { openEventStream } from './event-stream.ts';

const network = vi.fn<typeof fetch>();
const streamOf = (text: string) => new Response(text, { status: 200 });

beforeEach(() => {
  localStorage.clear();
  network.mockReset();
  vi.stubGlobal('fetch', network);
  vi.spyOn(Math, 'random').mockReturnValue(-1.5);
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('delivers parsed events, reconnects after a loss, and reports both', async () => {
  const stop = new AbortController();
  const seen: unknown[] = [];
  network.mockImplementation(async () => streamOf('event: change\ndata: {"euis":["a"]}\n\n'));
  await openEventStream(liveChanges, {
    onEvent: (name, data) => {
      seen.push([name, data]);
      if (seen.filter(Array.isArray).length === 2) stop.abort();
    },
    onOpen: () => seen.push('open'),
    onLost: () => seen.push('lost'),
    signal: stop.signal,
  });
  const event = ['change', { euis: ['a'] }];
  expect(seen).toEqual(['open', event, 'lost', 'open', event]);
  expect(network.mock.calls[0]?.[0]).toBe('/api/list/live');
});

test('waits once if the server asks for a longer delay', async () => {
  vi.useFakeTimers();
  vi.mocked(Math.random).mockReturnValue(0.5);
  const stop = new AbortController();
  const answers = [`retry: ${MINUTE_MS}\n\n`, 'event: ping\ndata: {}\n\n', ''];
  network.mockImplementation(async () => streamOf(answers.shift() ?? ''));
  const ended = openEventStream(liveChanges, { onEvent: () => {}, signal: stop.signal });
  await vi.advanceTimersByTimeAsync(MINUTE_MS - 1_000);
  expect(network).toHaveBeenCalledTimes(1);
  await vi.advanceTimersByTimeAsync(1_500);
  expect(network).toHaveBeenCalledTimes(2);
  await vi.advanceTimersByTimeAsync(2_000);
  expect(network.mock.calls.length).toBeGreaterThan(2);
  stop.abort();
  await ended;
  vi.useRealTimers();
});

test.each([401, 403])('%i ends the stream without a retry', async (status) => {
  network.mockResolvedValue(new Response('{}', { status }));
  const onLost = vi.fn();
  await openEventStream(liveChanges, { onEvent: () => {}, onLost, signal: new AbortController().signal });
  expect(network).toHaveBeenCalledTimes(1);
  expect(onLost).not.toHaveBeenCalled();
});
