import { MINUTE_MS } from './durations.ts';
import { LATE_AFTER_MS } from './outlet-status.ts';

/**
 * Maximum time between the last contacts of two outlets in one outage: a common failure silences its outlets within two
 * heartbeats of each other.
 */
export const JOINING_MS = 10 * MINUTE_MS;

export type Heard = { readonly id: string; readonly label: string; readonly lastSeenMs: number };

/** An outage that an earlier check named, and its outlets. */
export type NamedSilence = { readonly cause: string; readonly ids: readonly string[] };

export type Silence = {
  /** The name from an earlier check, so that users are notified once. Null for a new outage. */
  readonly cause: string | null;
  /** Whether the venue has more than one outlet and all of them are silent. */
  readonly isWhole: boolean;
  readonly silent: readonly Heard[];
  /** The last contact (epoch ms) of the outlet that has been silent longest. */
  readonly sinceMs: number;
};

type Looking = {
  readonly nowMs: number;
  readonly afterMs: number;
  /** Number of outlets at the venue that have ever reported. */
  readonly total: number;
  readonly named: readonly NamedSilence[];
};

/**
 * Returns the outages at one venue. Outlets that fall silent together form one outage, which keeps the name from an
 * earlier check. A new outage is returned only when its extent is clear: while another outlet is about to count as
 * silent, the outage waits for that outlet.
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
    // Wait at most `JOINING_MS` after the first outlet, even if more outlets fall silent.
    const isWaited = silent.length < group.length && silentMs(first) < afterMs + JOINING_MS;
    if (cause === null && isWaited) return [];
    const isWhole = at === groups.length - 1 && total > 1 && all.length === total;
    return [{ cause, isWhole, silent, sinceMs: first.lastSeenMs }];
  });
}

/** Returns, for each outlet, the index of the first outage that contains the outlet. */
function ranksOf(named: readonly NamedSilence[]): ReadonlyMap<string, number> {
  const ranks = new Map<string, number>();
  for (const [rank, { ids }] of named.entries()) for (const id of ids) if (!ranks.has(id)) ranks.set(id, rank);
  return ranks;
}

/**
 * Groups outlets whose last contact was at about the same time. The outlets that have been silent longest come first.
 */
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
