import { expect, test } from 'vitest';
import type { EventsDb } from './events-db.ts';
import { readerOf } from './events-reader.ts';

test('a reader has no methods that write, and cannot be given any', async () => {
  const store = { seal: async () => 'sealed', insert: async () => undefined } as unknown as EventsDb;
  const reader = readerOf(store);

  expect(Object.keys(reader).sort()).toEqual(['isReady', 'query', 'seal', 'stream']);
  expect(Object.isFrozen(reader)).toBe(true);
  expect(await reader.seal()).toBe('sealed');
});
