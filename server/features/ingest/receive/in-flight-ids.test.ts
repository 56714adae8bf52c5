import { expect, test } from 'vitest';
import { createInFlightIds } from './in-flight-ids.ts';

test('a batch waits until no other batch locks its ids or the views that it names', async () => {
  const inFlight = createInFlightIds();
  const order: string[] = [];
  const release = await inFlight.lock([1n, 2n], []);
  const sameId = inFlight.lock([2n, 3n], []).then((returnUnused) => {
    order.push('same id');
    returnUnused();
  });
  const itsView = inFlight.lock([4n], [1n]).then((returnUnused) => {
    order.push('click on its view');
    returnUnused();
  });
  (await inFlight.lock([5n], [6n]))();
  order.push('unrelated');
  release();
  await Promise.all([sameId, itsView]);
  expect(order[0]).toBe('unrelated');
  expect(order).toHaveLength(3);
});

test('batches that overlap crosswise all finish, and each id is in one batch only', async () => {
  const inFlight = createInFlightIds();
  const inside = new Set<bigint>();
  await Promise.all(
    Array.from({ length: 50 }, async (_, batch) => {
      const ids = [BigInt(batch % 7), BigInt((batch * 3) % 7), BigInt((batch * 5) % 7)];
      const release = await inFlight.lock(ids, [BigInt((batch * 2) % 7)]);
      for (const id of new Set(ids)) {
        expect(inside.has(id)).toBe(false);
        inside.add(id);
      }
      await new Promise(setImmediate);
      for (const id of ids) inside.delete(id);
      release();
    }),
  );
  expect(inside.size).toBe(0);
});
