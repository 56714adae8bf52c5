import type { Scope } from '#domain/role.ts';
import type { Change, LiveChanges } from '../../live/live-changes.ts';

/** Version counter of the events in a scope. When it grows, the cache computes shared answers again. */
export type Freshness = (scope: Scope) => number;

/** Counts the changes that ingestion publishes, or only those that `isCounted` accepts. */
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

/** The key prefix of everything that is shared between calls (docs/threat-model.md#c8). */
export const scopeName = (scope: Scope): string =>
  scope.kind === 'all' ? 'all' : `${scope.kind}:${scope.customerKey}`;
