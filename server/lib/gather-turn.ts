import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Many callers of one turn of the event loop ask one question: `ask` gets what was given since the last turn and answers
 * one result each, in their order. What is asked is asked after the call, never before.
 */
export function gatherTurn<Item, Result>(
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
