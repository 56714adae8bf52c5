/** A final document and its amount in whole cents, which is negative if the customer gets money back. */
type Payable = { readonly id: string; readonly cents: number };

/** The settled and open parts of a document, which add up to its `cents`. */
export type Settled = { readonly settled: number; readonly open: number };

/**
 * Applies payments and negative documents to the oldest documents first, so that a transfer needs no reference to a
 * document. Partial payments work the same way. `documents` are ordered oldest first. Any surplus is returned as
 * `ahead`.
 */
export function settleDocuments(
  documents: readonly Payable[],
  paidCents: number,
): { readonly byId: ReadonlyMap<string, Settled>; readonly open: number; readonly ahead: number } {
  let left = documents.reduce((all, { cents }) => all + Math.max(0, -cents), paidCents);
  const byId = new Map<string, Settled>();
  let open = 0;
  for (const { id, cents } of documents) {
    const settled = cents <= 0 ? cents : Math.min(cents, Math.max(0, left));
    if (cents > 0) left -= settled;
    byId.set(id, { settled, open: cents - settled });
    open += cents - settled;
  }
  return { byId, open, ahead: Math.max(0, left) };
}

/** A source of money: a payment, a payout, or a negative document. */
type Source = { readonly id: string; readonly cents: number };
export type SettledPart = { readonly source: string; readonly document: string; readonly cents: number };

/**
 * Returns how much each source settles of each document, in the order of `settleDocuments`. Negative documents are
 * applied first, then payments, oldest first, to the oldest documents. Negative moves are refunds, which take back the
 * newest money. A document's parts add up to its settled amount.
 */
export function settledParts(documents: readonly Payable[], moves: readonly Source[]): SettledPart[] {
  const credits = documents.filter(({ cents }) => cents < 0).map(({ id, cents }) => ({ id, cents: -cents }));
  const parts: SettledPart[] = [];
  const sources = withoutRefunded([...credits, ...moves]);
  let [at, left] = [0, sources[0]?.cents ?? 0];
  for (const { id: document, cents } of documents) {
    let open = cents;
    while (open > 0 && at < sources.length) {
      const settled = Math.min(open, left);
      if (settled > 0) parts.push({ source: sources[at]?.id ?? '', document, cents: settled });
      open -= settled;
      left -= settled;
      if (left > 0) continue;
      at += 1;
      left = sources[at]?.cents ?? 0;
    }
  }
  return parts;
}

/** Subtracts refunds from the sources, newest first. */
function withoutRefunded(sources: readonly Source[]): Source[] {
  let back = sources.reduce((all, { cents }) => all + Math.max(0, -cents), 0);
  return sources
    .filter(({ cents }) => cents > 0)
    .toReversed()
    .map(({ id, cents }) => {
      const taken = Math.min(back, cents);
      back -= taken;
      return { id, cents: cents - taken };
    })
    .toReversed();
}
