import { type Chunked, runChunked } from '../../memory/chunked.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';

/** Items that share a combined text. If the text lacks a word, none of the items is checked. */
type Piece<Item> = { readonly text: string; readonly items: readonly Item[]; readonly texts: readonly string[] };

const PIECE = 500;

type Hit<Item> = { readonly item: Item; readonly order: string };

/**
 * Finds the items that contain every word. Items that begin with the first word come first, then by name. The texts of
 * a large network's outlets are built once, because the next keystroke passes the same objects.
 */
export function createMatcher<Item>(
  ownWordsOf: (item: Item) => readonly string[],
  most: number,
): (items: readonly Item[], words: readonly string[]) => Promise<Item[]> {
  function* piecesOf(items: readonly Item[]): Chunked<Piece<Item>[]> {
    const pieces: Piece<Item>[] = [];
    for (let from = 0; from < items.length; from += PIECE) {
      const some = items.slice(from, from + PIECE);
      const texts = some.map((item) => ownWordsOf(item).join('\n'));
      pieces.push({ text: texts.join('\n'), items: some, texts });
      yield;
    }
    return pieces;
  }

  function* bestOf(pieces: readonly Piece<Item>[], words: readonly string[]): Chunked<Item[]> {
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

  const piecesOnce = memoizeByIdentity((items: readonly Item[]) => runChunked(piecesOf(items)));
  return async (items, words) => runChunked(bestOf(await piecesOnce(items), words));
}

/** Inserts a hit in order and keeps only the best: half the network may match a word. */
function putInOrder<Item>(found: Hit<Item>[], hit: Hit<Item>, most: number): void {
  if (found.length >= most && hit.order >= (found.at(-1)?.order ?? '')) return;
  const after = found.findIndex(({ order }) => order > hit.order);
  found.splice(after === -1 ? found.length : after, 0, hit);
  if (found.length > most) found.pop();
}
