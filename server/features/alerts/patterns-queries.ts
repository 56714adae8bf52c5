import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Ends the findings that were last seen before `seenBeforeMs`. */
export async function endFindings(accounts: AccountsDb, nowMs: number, seenBeforeMs: number): Promise<void> {
  await accounts
    .updateTable('traffic_findings')
    .set({ ended_at: nowMs })
    .where('ended_at', 'is', null)
    .where('seen_at', '<', seenBeforeMs)
    .execute();
}

/**
 * Maximum number of findings to read. More affected outlets than this share a single cause, which has another alert.
 */
const MOST = 2_000;

/** Finds findings that have not ended, with the outlet and its current venue. */
export const findLastingFindings = (accounts: AccountsDb, nowMs: number) =>
  accounts
    .selectFrom('traffic_findings as finding')
    .innerJoin('outlets as outlet', 'outlet.key', 'finding.outlet_key')
    .innerJoin('outlet_assignments as place', 'place.outlet_id', 'outlet.id')
    .innerJoin('venues as venue', 'venue.id', 'place.venue_id')
    .where('finding.ended_at', 'is', null)
    .where('place.from_at', '<=', nowMs)
    .where((where) => where.or([where('place.to_at', 'is', null), where('place.to_at', '>', nowMs)]))
    .select([
      'finding.rule',
      'finding.mode',
      'finding.first_at',
      'outlet.id',
      'outlet.eui',
      'outlet.label',
      'venue.id as venue_id',
      'venue.name as venue',
    ])
    .orderBy('finding.id')
    .limit(MOST)
    .execute();
