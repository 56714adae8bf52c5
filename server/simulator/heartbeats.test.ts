import { afterEach, expect, test, vi } from 'vitest';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import { playNetwork } from './play-network.ts';

const OUTLETS = Array.from({ length: 30 }, (_, at) => ({ eui: at.toString(16).padStart(16, '0'), key: `vb_${at}` }));
const PLAYED_MS = 45 * MINUTE_MS;

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('no simulated outlet is ever late, even with few visitors', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
  const seen = new Map<string, number>();
  vi.stubGlobal('fetch', async (url: string, { body }: { body: string }) => {
    if (!url.endsWith('/ingest/events')) return new Response('{}', { status: 404 });
    const events = JSON.parse(body) as OutletEvent[];
    for (const { eui } of events) seen.set(eui, Date.now());
    const results = events.map(({ id }, index) => ({ index, id, status: 'accepted' as const }));
    const answer: IngestAnswer = { accepted: events.length, duplicate: 0, rejected: 0, results };
    return new Response(JSON.stringify(answer), { headers: { 'content-type': 'application/json' } });
  });
  const keys = { flights: [], outlets: OUTLETS };
  const playing = playNetwork({ url: 'http://outlets.example', keys, rate: 0.01, outlets: OUTLETS.length });
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  for (let playedMs = MINUTE_MS; playedMs < PLAYED_MS; playedMs += 30 * SECOND_MS) {
    const late = OUTLETS.filter(({ eui }) => outletStatus(seen.get(eui) ?? null, Date.now()) !== 'online');
    expect(late).toEqual([]);
    await vi.advanceTimersByTimeAsync(30 * SECOND_MS);
  }
  vi.useRealTimers();
  await playing.stop();
  expect(playing.tally.accepted).toBeGreaterThan(OUTLETS.length * 8);
});
