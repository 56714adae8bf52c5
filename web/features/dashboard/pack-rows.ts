/** One row of the grid of cards: one card at full width, or up to two at half. */
export type CardRow<Card> = { readonly key: string; readonly isFull: boolean; readonly cards: readonly Card[] };

type Identified = { readonly id: string };

/**
 * Places cards in order. A card at full width takes over its row. A neighbor before it moves on and pairs with the next
 * card, so that the clicked header stays under the pointer.
 */
export function packRows<Card extends Identified>(
  cards: readonly Card[],
  isFull: (id: string) => boolean,
  columns: 1 | 2,
): CardRow<Card>[] {
  const rows: CardRow<Card>[] = [];
  let waiting: Card | undefined;
  const push = (full: boolean, ...row: Card[]) =>
    rows.push({ key: row.map(({ id }) => id).join(' '), isFull: full, cards: row });
  for (const card of cards) {
    if (columns === 1 || isFull(card.id)) push(isFull(card.id), card);
    else if (waiting) {
      push(false, waiting, card);
      waiting = undefined;
    } else waiting = card;
  }
  if (waiting) push(false, waiting);
  return rows;
}
