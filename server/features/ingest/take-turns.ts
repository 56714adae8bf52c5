import { setImmediate as nextTurn } from 'node:timers/promises';

/** About 15 ms of work: a batch of 10,000 must not make everyone else wait for all of it. */
const TURN = 1_000;

/** Does the work on each item in order, and lets other requests have the thread in between. */
export async function takeTurns<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
): Promise<void> {
  for (const [index, item] of items.entries()) {
    if (index > 0 && index % TURN === 0) await nextTurn();
    work(item, index);
  }
}
