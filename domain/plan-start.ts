/**
 * Returns when a flight's plan begins (epoch ms): the later of its start and its approval. A flight can't spend before
 * it is approved, so it isn't behind either. `approvedMs` is 0 for flights older than approvals, and null for drafts.
 */
export const planStartMs = ({
  startsMs,
  approvedMs,
}: {
  readonly startsMs: number;
  readonly approvedMs: number | null;
}): number => Math.max(startsMs, approvedMs ?? 0);
