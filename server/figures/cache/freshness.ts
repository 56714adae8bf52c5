import type { Scope } from '#domain/role.ts';
import type { Change, LiveChanges } from '../../live/live-changes.ts';

/** Returns a version counter for the events in a scope. When it increases, the cache recomputes shared results. */
export type Freshness = (scope: Scope) => number;

/** Counts the changes that ingestion publishes. If given, `isCounted` selects the changes to count. */
export function createFreshness(live: LiveChanges, isCounted: (change: Change) => boolean = () => true): Freshness {
  let all = 0;
  let unknown = 0;
  const owners = new Map<number, number>();
  const advertisers = new Map<number, number>();
  live.subscribe((change) => {
    if (!isCounted(change)) return;
    const { customerKeys, advertiserKeys } = change;
    if (change.everything) unknown += 1;
    all += 1;
    for (const key of customerKeys) owners.set(key, (owners.get(key) ?? 0) + 1);
    for (const key of advertiserKeys) advertisers.set(key, (advertisers.get(key) ?? 0) + 1);
  });
  return (scope) => {
    if (scope.kind === 'all') return all;
    return unknown + ((scope.kind === 'owner' ? owners : advertisers).get(scope.customerKey) ?? 0);
  };
}

/** Returns the key prefix for all values that calls in a scope share (docs/threat-model.md#c8). */
export const scopeName = (scope: Scope): string =>
  scope.kind === 'all' ? 'all' : `${scope.kind}:${scope.customerKey}`;
