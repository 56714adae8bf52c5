/** A final document as far as its payment goes: whole cents, negative where the customer got something back. */
type Payable = { readonly id: string; readonly cents: number };

/** How much of each document is settled by what was paid altogether. `cents` of a document is `settled` + `open`. */
export type Settled = { readonly settled: number; readonly open: number };

/**
 * What was paid settles the oldest documents first, and so does what a document gives back: nobody has to say which
 * one a transfer was for, and paying in part is the same as paying. `documents` come oldest first. What is left over is `ahead`.
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

/** What was paid or given back: a payment, a payout, or a document that gives something back. */
type Source = { readonly id: string; readonly cents: number };
export type SettledPart = { readonly source: string; readonly document: string; readonly cents: number };

/**
 * Which source settles how much of which document, in the order that `settleDocuments` goes by: what documents give back first, then what
 * was paid, oldest first, over the oldest documents. Moves below zero are refunds: they take back the newest money. Of each document it
 * comes to what is settled of it.
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

/** Sources without what went back, which is taken from the newest ones. */
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
