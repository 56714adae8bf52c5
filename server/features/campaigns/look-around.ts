import type { Targets } from '#contract/flight-parts.ts';
import type { Scope } from '#domain/role.ts';
import type { FlightRow } from './flights-queries.ts';
import { reachedOutlets } from './reached-outlets.ts';
import { type CampaignNeeds, readSums } from './read-flights.ts';
import { flightRow } from './show-flight.ts';

/** What a change of an approved flight is compared with. */
export type Surroundings = {
  readonly spentMicros: number;
  /** That the changed rule reaches; null where it is not changed. */
  readonly outlets: number | null;
};

/**
 * Asked before a transaction begins, which would hold others up and wait for a second connection: what was spent only
 * rises. Throws 404 for a flight that the changer cannot see.
 */
export async function lookAround(
  { needs, scope }: { readonly needs: CampaignNeeds; readonly scope: Scope },
  id: string,
  targetsOf: (row: FlightRow) => Targets | undefined,
): Promise<Surroundings> {
  const row = await flightRow(needs, scope, id);
  if (row.state !== 'approved') return { spentMicros: 0, outlets: null };
  const targets = targetsOf(row);
  const [sums, reached] = await Promise.all([
    readSums(needs, { kind: 'all' }, [row]),
    targets === undefined ? null : reachedOutlets(needs, targets, row.category),
  ]);
  return { spentMicros: sums.get(row.key)?.micros ?? 0, outlets: reached?.holdings.length ?? null };
}
