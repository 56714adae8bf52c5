import { expect, test } from 'vitest';
import type { EventsRead, EventsReader } from '#event-store/events-db.ts';
import { retryingReads } from './retrying-reads.ts';

test('reads for caches may take half a minute, with their other limits unchanged', async () => {
  const asked: EventsRead[] = [];
  const events: EventsReader = {
    query: async (read) => {
      asked.push(read);
      return [];
    },
    stream: async function* () {},
    seal: () => Promise.reject(new Error('not asked')),
    isReady: async () => true,
  };
  const read = { sql: 'SELECT 1', scope: { kind: 'owner', customerId: 'c', customerKey: 7 } } as const;
  await retryingReads(events).query({ ...read, limits: { rows: 3, seconds: 1 } });
  await retryingReads(events).query(read);
  expect(asked).toEqual([
    { ...read, limits: { rows: 3, seconds: 30 } },
    { ...read, limits: { seconds: 30 } },
  ]);
});

test('three reads run at once, so that inserts and lookups always find capacity', async () => {
  const ends: (() => void)[] = [];
  const events = {
    query: () => new Promise<never[]>((resolve) => ends.push(() => resolve([]))),
  } as Partial<EventsReader> as EventsReader;
  const patient = retryingReads(events);
  const readings = [1, 2, 3, 4].map(() => patient.query({ sql: 'SELECT 1', scope: { kind: 'all' } }));
  await expect.poll(() => ends.length).toBe(3);
  ends[0]?.();
  await readings[0];
  await expect.poll(() => ends.length).toBe(4);
  for (const end of ends) end();
  expect(await Promise.all(readings)).toEqual([[], [], [], []]);
});
