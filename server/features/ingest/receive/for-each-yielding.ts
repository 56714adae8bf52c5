import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Number of items per turn: about 15 ms of work, so that a batch of 10,000 events does not block other requests until
 * it is done.
 */
const TURN = 1_000;

/** Processes the items in order, and regularly yields the thread to other requests. */
export async function forEachYielding<Item>(
  items: readonly Item[],
  work: (item: Item, index: number) => void,
): Promise<void> {
  for (let start = 0; start < items.length; start += TURN) {
    if (start > 0) await nextTurn();
    for (const [index, item] of items.slice(start, start + TURN).entries()) work(item, start + index);
  }
}
