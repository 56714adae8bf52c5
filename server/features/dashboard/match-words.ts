import { inTurns, type Slices } from '../../memory/in-slices.ts';
import { keptWith } from '../../memory/kept-with.ts';

/** What is searched together: where a word stands in none of its items, none is looked at. */
type Piece<Item> = { readonly text: string; readonly items: readonly Item[]; readonly texts: readonly string[] };

const PIECE = 500;

type Hit<Item> = { readonly item: Item; readonly order: string };

/**
 * The items that have every word somewhere in their own: first those that begin with the first one, then by name. The words of
 * a large network's outlets are put together once, for they are the same objects at the next letter.
 */
export function createMatcher<Item>(
  ownWordsOf: (item: Item) => readonly string[],
  most: number,
): (items: readonly Item[], words: readonly string[]) => Promise<Item[]> {
  function* piecesOf(items: readonly Item[]): Slices<Piece<Item>[]> {
    const pieces: Piece<Item>[] = [];
    for (let from = 0; from < items.length; from += PIECE) {
      const some = items.slice(from, from + PIECE);
      const texts = some.map((item) => ownWordsOf(item).join('\n'));
      pieces.push({ text: texts.join('\n'), items: some, texts });
      yield;
    }
    return pieces;
  }

  function* bestOf(pieces: readonly Piece<Item>[], words: readonly string[]): Slices<Item[]> {
    const [first = ''] = words;
    const found: Hit<Item>[] = [];
    for (const { text, items, texts } of pieces) {
      yield;
      if (!words.every((word) => text.includes(word))) continue;
      for (const [at, item] of items.entries()) {
        if (!words.every((word) => texts[at]?.includes(word))) continue;
        const own = ownWordsOf(item);
        const place = own.some((one) => one.startsWith(first)) ? 0 : 1;
        putInOrder(found, { item, order: `${place}${own.find((one) => one.includes(first)) ?? ''}` }, most);
      }
    }
    return found.map(({ item }) => item);
  }

  const piecesOnce = keptWith((items: readonly Item[]) => inTurns(piecesOf(items)));
  return async (items, words) => inTurns(bestOf(await piecesOnce(items), words));
}

/** Of a word that half the network has, only the best are ever put in order. */
function putInOrder<Item>(found: Hit<Item>[], hit: Hit<Item>, most: number): void {
  if (found.length >= most && hit.order >= (found.at(-1)?.order ?? '')) return;
  const after = found.findIndex(({ order }) => order > hit.order);
  found.splice(after === -1 ? found.length : after, 0, hit);
  if (found.length > most) found.pop();
}
