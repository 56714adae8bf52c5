import { MINUTE_MS } from './durations.ts';
import { LATE_AFTER_MS } from './outlet-status.ts';

/** Outlets of one failure fall silent within two heartbeats of each other. */
export const JOINING_MS = 10 * MINUTE_MS;

export type Heard = { readonly id: string; readonly label: string; readonly lastSeenMs: number };

/** An outage that was named before, with whom it named. */
export type NamedSilence = { readonly cause: string; readonly ids: readonly string[] };

export type Silence = {
  /** As it was named before, so that nobody is told twice; null where it is new. */
  readonly cause: string | null;
  /** With it nothing at the venue says anything any more, and the venue has more than one outlet. */
  readonly isWhole: boolean;
  readonly silent: readonly Heard[];
  /** Since the first of them said something for the last time. */
  readonly sinceMs: number;
};

type Looking = {
  readonly nowMs: number;
  readonly afterMs: number;
  /** Outlets of the venue that were ever heard of. */
  readonly total: number;
  readonly named: readonly NamedSilence[];
};

/**
 * The outages at one venue, each named once: outlets that fell silent together are one. A new one is not named before it is
 * known how large it is: an outlet that is about to count as silent belongs to the outage of those that do.
 */
export function silencesAt(outlets: readonly Heard[], { nowMs, afterMs, total, named }: Looking): Silence[] {
  const silentMs = ({ lastSeenMs }: Heard) => nowMs - lastSeenMs;
  const joinsFrom = Math.max(LATE_AFTER_MS, afterMs - JOINING_MS);
  const all = outlets.filter((outlet) => silentMs(outlet) >= afterMs);
  const groups = together(outlets.filter((outlet) => silentMs(outlet) >= joinsFrom));
  const rankOf = ranksOf(named);
  return groups.flatMap((group, at): Silence[] => {
    const silent = group.filter((outlet) => silentMs(outlet) >= afterMs);
    const [first] = silent;
    if (first === undefined) return [];
    const rank = silent.reduce((least, { id }) => Math.min(least, rankOf.get(id) ?? least), named.length);
    const cause = named[rank]?.cause ?? null;
    // Waited for only as long as one takes to join, whoever follows.
    const isWaited = silent.length < group.length && silentMs(first) < afterMs + JOINING_MS;
    if (cause === null && isWaited) return [];
    const isWhole = at === groups.length - 1 && total > 1 && all.length === total;
    return [{ cause, isWhole, silent, sinceMs: first.lastSeenMs }];
  });
}

/** Which outage named an outlet first. */
function ranksOf(named: readonly NamedSilence[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const [rank, { ids }] of named.entries()) for (const id of ids) if (!ranks.has(id)) ranks.set(id, rank);
  return ranks;
}

/** Who was heard last at about the same time; the longest silent first. */
function together(outlets: readonly Heard[]): Heard[][] {
  const groups: Heard[][] = [];
  const ordered = [...outlets].sort((one, other) => one.lastSeenMs - other.lastSeenMs || (one.id < other.id ? -1 : 1));
  for (const outlet of ordered) {
    const before = groups.at(-1)?.at(-1);
    if (before !== undefined && outlet.lastSeenMs - before.lastSeenMs <= JOINING_MS) groups.at(-1)?.push(outlet);
    else groups.push([outlet]);
  }
  return groups;
}
