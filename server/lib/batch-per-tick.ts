import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Batches all calls in one event-loop tick into one call to `ask`. `ask` receives the items in call order and returns
 * one result for each, in the same order. `ask` is always called after all calls in its batch.
 */
export function batchPerTick<Item, Result>(
  ask: (items: readonly Item[]) => Promise<readonly Result[]>,
): (item: Item) => Promise<Result> {
  let gathered: { readonly items: Item[]; readonly results: Promise<readonly Result[]> } | null = null;

  async function askAll(items: readonly Item[]): Promise<readonly Result[]> {
    await nextTurn();
    gathered = null;
    return ask(items);
  }

  return async (item) => {
    if (gathered === null) {
      const items: Item[] = [];
      gathered = { items, results: askAll(items) };
    }
    const { items, results } = gathered;
    const at = items.push(item) - 1;
    return (await results)[at] as Result;
  };
}
