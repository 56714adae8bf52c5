import { zonedDay } from '#domain/zoned-day.ts';
import type { LeastTerms } from '../../imports/import-outcome.ts';
import { findAllFlights } from './flights-queries.ts';
import { type CampaignNeeds, zoneOf } from './read-flights.ts';

/**
 * The spent or reserved money of flights that run or may run again, by lower-case code. An import cannot go below it.
 */
export async function minimumTerms(needs: CampaignNeeds): Promise<ReadonlyMap<string, LeastTerms>> {
  const nowMs = needs.now();
  const rows = (await findAllFlights(needs.accounts, { kind: 'all' })).filter(({ state }) => state === 'approved');
  const byKey = new Map(rows.map((row) => [row.key, row]));
  const standings = await needs.budgets.standing([...byKey.keys()], (key) => {
    const row = byKey.get(key);
    return {
      budgetMicros: row?.budget_micros ?? 0,
      dailyCapMicros: row?.daily_cap_micros ?? null,
      timeZone: row === undefined ? needs.config.networkTimeZone : zoneOf(needs, row),
    };
  });
  const least = new Map<string, LeastTerms>();
  for (const row of rows) {
    const standing = standings.get(row.key);
    if (standing === undefined) continue;
    const { spentMicros, heldMicros, days } = standing;
    const today = days.get(zonedDay(nowMs, zoneOf(needs, row)).date) ?? 0;
    if (spentMicros + heldMicros > 0)
      least.set(row.code.toLowerCase(), { allMicros: spentMicros + heldMicros, todayMicros: today + heldMicros });
  }
  return least;
}
