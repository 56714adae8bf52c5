import { setImmediate as nextTurn } from 'node:timers/promises';

/** About 15 ms of work: a batch of 10,000 must not make everyone else wait for all of it. */
const TURN = 1_000;

/** Does the work on each item in order, and lets other requests have the thread in between. */
export async function takeTurns<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += TURN) {
    if (start > 0) await nextTurn();
    for (const [index, item] of items.slice(start, start + TURN).entries()) work(item, start + index);
  }
}
