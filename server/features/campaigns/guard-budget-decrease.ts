import { dollars } from '#domain/money.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { readFirst } from '../../http/read-first.ts';
import type { Lowering, MinimumTerms } from '../../plays/budgets.ts';
import type { FlightColumns, FlightRow } from './flights-queries.ts';
import { type CampaignNeeds, readSums, zoneOf } from './read-flights.ts';

export type LoweredTerms = Pick<FlightColumns, 'budget_micros' | 'daily_cap_micros'>;
type Problems = Readonly<Record<string, string>>;

function isLowered(row: FlightRow, { budget_micros: budget, daily_cap_micros: cap }: LoweredTerms) {
  const isLess = budget !== undefined && budget < row.budget_micros;
  const isCapped = typeof cap === 'number' && (row.daily_cap_micros === null || cap < row.daily_cap_micros);
  return { isLess, isCapped };
}

/**
 * Returns why the budget or daily cap cannot be set to the requested value, by field. Spent money stays spent, and
 * money reserved for ads under way is paid once they are shown.
 */
function problemsOf(row: FlightRow, wanted: LoweredTerms, least: MinimumTerms, held: number): Problems {
  const { isLess, isCapped } = isLowered(row, wanted);
  const problems: Record<string, string> = {};
  const kept = held === 0 ? '' : `, and ${dollars(held)} is reserved for ads in progress`;
  if (isLess && (wanted.budget_micros ?? 0) < least.allMicros)
    problems.budget = `The flight has already spent ${dollars(least.allMicros - held)}${kept}. Enter a higher budget.`;
  if (isCapped && (wanted.daily_cap_micros ?? 0) < least.ofDayMicros)
    problems.daily_cap = `The flight has already spent ${dollars(least.ofDayMicros - held)} today${kept}. Enter a higher daily cap, or lower it tomorrow.`;
  return problems;
}

/**
 * Returns why an approved flight's budget or daily cap cannot be set to the requested value. Checked before any lock is
 * taken.
 */
export async function loweringProblems(needs: CampaignNeeds, row: FlightRow, wanted: LoweredTerms): Promise<Problems> {
  const { isLess, isCapped } = isLowered(row, wanted);
  if (!isLess && !isCapped) return {};
  const timeZone = zoneOf(needs, row);
  const terms = { budgetMicros: row.budget_micros, dailyCapMicros: row.daily_cap_micros, timeZone };
  const [sums, standings] = await readFirst(() =>
    Promise.all([readSums(needs, { kind: 'all' }, [row]), needs.budgets.standing([row.key], () => terms)]),
  );
  const [sum, standing] = [sums.get(row.key), standings.get(row.key)];
  const held = standing?.heldMicros ?? 0;
  const { date } = zonedDay(needs.now(), timeZone);
  const least = {
    allMicros: Math.max(sum?.micros ?? 0, standing?.spentMicros ?? 0) + held,
    ofDayMicros: Math.max(sum?.todayMicros ?? 0, standing?.days.get(date) ?? 0) + held,
  };
  return problemsOf(row, wanted, least, held);
}

/**
 * The same check inside the transaction that stores the change. The result is exact, and from then on the flight cannot
 * spend more than the new terms allow.
 */
export type CheckLowered = (tx: AccountsDb, row: FlightRow, wanted: LoweredTerms) => Promise<Problems>;

/**
 * Runs a change that may lower the budget or the daily cap. Releases the temporary limit once the network has the new
 * terms.
 */
export async function guardBudgetDecrease<Done>(
  { budgets, network, ...needs }: CampaignNeeds,
  change: (check: CheckLowered) => Promise<Done>,
): Promise<Done> {
  let lowering: Lowering | undefined;
  try {
    const done = await change(async (tx, row, wanted) => {
      // A retried transaction takes a new limit.
      lowering?.end(null);
      const { isLess, isCapped } = isLowered(row, wanted);
      if (!isLess && !isCapped) return {};
      const { budget_micros: budgetMicros = row.budget_micros, daily_cap_micros: cap = row.daily_cap_micros } = wanted;
      const terms = { budgetMicros, dailyCapMicros: cap, timeZone: zoneOf(needs, row) };
      lowering = await budgets.lower(tx, row.key, terms);
      return problemsOf(row, wanted, lowering.least, 0);
    });
    if (lowering !== undefined) lowering.end(Number((await network.current()).snapshot.version));
    return done;
  } catch (error) {
    lowering?.end(null);
    throw error;
  }
}
