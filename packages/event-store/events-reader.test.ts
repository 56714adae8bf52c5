import { expect, test } from 'vitest';
import type { EventsDb } from './events-db.ts';
import { readerOf } from './events-reader.ts';

test('who is given a reader has nothing to write with, and cannot be given it', async () => {
  const store = { seal: async () => 'sealed', insert: async () => undefined } as unknown as EventsDb;
  const reader = readerOf(store);

  expect(Object.keys(reader).sort()).toEqual(['isReady', 'query', 'seal', 'stream']);
  expect(Object.isFrozen(reader)).toBe(true);
  expect(await reader.seal()).toBe('sealed');
});
