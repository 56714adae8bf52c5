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
