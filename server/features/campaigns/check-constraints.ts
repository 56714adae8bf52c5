import type { Targets } from '#contract/flight-parts.ts';
import type { Scope } from '#domain/role.ts';
import type { FlightRow } from './flights-queries.ts';
import { type LoweredTerms, loweringProblems } from './guard-budget-decrease.ts';
import { reachedOutlets } from './reached-outlets.ts';
import type { CampaignNeeds } from './read-flights.ts';
import { flightRow } from './show-flight.ts';

/** Constraints on a change to an approved flight. */
export type FlightContext = {
  /** Why the budget or the daily cap cannot be set to the requested value, by field. */
  readonly lowering: Readonly<Record<string, string>>;
  /** Number of outlets that the changed rule reaches; null if the rule does not change. */
  readonly outlets: number | null;
};

/**
 * Checks the constraints before a transaction begins. Inside the transaction, the check would block other callers and
 * wait for a second connection. Checking earlier is safe, because spend only rises. Throws 404 for a flight that the
 * caller cannot see.
 */
export async function checkConstraints(
  { needs, scope }: { readonly needs: CampaignNeeds; readonly scope: Scope },
  id: string,
  wantedOf: (row: FlightRow) => { readonly targets: Targets | undefined; readonly terms: LoweredTerms },
): Promise<FlightContext> {
  const row = await flightRow(needs, scope, id);
  if (row.state !== 'approved') return { lowering: {}, outlets: null };
  const { targets, terms } = wantedOf(row);
  const [lowering, reached] = await Promise.all([
    loweringProblems(needs, row, terms),
    targets === undefined ? null : reachedOutlets(needs, targets, row.category),
  ]);
  return { lowering, outlets: reached?.holdings.length ?? null };
}
