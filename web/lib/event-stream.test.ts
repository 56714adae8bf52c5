// @vitest-environment jsdom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { liveChanges } from '#contract/live.ts';
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

test('events arrive parsed; after a loss it connects again and says so', async () => {
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

test.each([401, 403])('%i ends it: trying again is pointless', async (status) => {
  network.mockResolvedValue(new Response('{}', { status }));
  const onLost = vi.fn();
  await openEventStream(liveChanges, { onEvent: () => {}, onLost, signal: new AbortController().signal });
  expect(network).toHaveBeenCalledTimes(1);
  expect(onLost).not.toHaveBeenCalled();
});
