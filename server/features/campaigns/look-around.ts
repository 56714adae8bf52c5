import type { Targets } from '#contract/flight-parts.ts';
import type { Scope } from '#domain/role.ts';
import type { FlightRow } from './flights-queries.ts';
import { type LoweredTerms, loweringProblems } from './lowered-terms.ts';
import { reachedOutlets } from './reached-outlets.ts';
import type { CampaignNeeds } from './read-flights.ts';
import { flightRow } from './show-flight.ts';

/** What a change of an approved flight is compared with. */
export type Surroundings = {
  /** Why budget and daily cap cannot be what is wanted, by field. */
  readonly lowering: Readonly<Record<string, string>>;
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
  wantedOf: (row: FlightRow) => { readonly targets: Targets | undefined; readonly terms: LoweredTerms },
): Promise<Surroundings> {
  const row = await flightRow(needs, scope, id);
  if (row.state !== 'approved') return { lowering: {}, outlets: null };
  const { targets, terms } = wantedOf(row);
  const [lowering, reached] = await Promise.all([
    loweringProblems(needs, row, terms),
    targets === undefined ? null : reachedOutlets(needs, targets, row.category),
  ]);
  return { lowering, outlets: reached?.holdings.length ?? null };
}
