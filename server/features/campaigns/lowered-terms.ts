import { dollars } from '#domain/money.ts';
import { zonedDay } from '#domain/zoned-day.ts';
import type { FlightTerms } from '../../plays/budgets.ts';
import type { FlightColumns, FlightRow } from './flights-queries.ts';
import { type CampaignNeeds, readSums, zoneOf } from './read-flights.ts';

/** Until every process goes by the new terms. */
const KNOWN_MS = 3_000;
const ENDLESS = Number.MAX_SAFE_INTEGER;

export type LoweredTerms = Pick<FlightColumns, 'budget_micros' | 'daily_cap_micros'>;

/**
 * Why the budget or the daily cap of an approved flight cannot be what is wanted, by field: what was spent stays spent, and what is kept
 * for ads that were given out is paid when they were shown. `isAtOnce`: where it can be less, the difference is promised to nobody
 * while some process may still go by the old terms.
 */
export async function loweringProblems(
  needs: CampaignNeeds,
  row: FlightRow,
  { budget_micros: budget, daily_cap_micros: cap }: LoweredTerms,
  isAtOnce: boolean,
): Promise<Readonly<Record<string, string>>> {
  const lessBudget = budget === undefined ? 0 : row.budget_micros - budget;
  const isCapped = typeof cap === 'number' && (row.daily_cap_micros === null || cap < row.daily_cap_micros);
  if (lessBudget <= 0 && !isCapped) return {};
  const timeZone = zoneOf(needs, row);
  const terms = { budgetMicros: row.budget_micros, dailyCapMicros: row.daily_cap_micros, timeZone };
  const [sums, standings] = await Promise.all([
    readSums(needs, { kind: 'all' }, [row]),
    needs.budgets.standing([row.key], () => terms),
  ]);
  const [sum, standing] = [sums.get(row.key), standings.get(row.key)];
  const held = standing?.heldMicros ?? 0;
  const spent = Math.max(sum?.micros ?? 0, standing?.spentMicros ?? 0);
  const { date } = zonedDay(needs.now(), timeZone);
  const today = Math.max(sum?.todayMicros ?? 0, standing?.days.get(date) ?? 0);
  const problems: Record<string, string> = {};
  const kept = held === 0 ? '' : ` and $${dollars(held)} is kept for ads under way`;
  const isFree = (micros: number, of: FlightTerms) => !isAtOnce || micros <= 0 || holdBack(needs, row, micros, of);
  if (
    lessBudget > 0 &&
    ((budget ?? 0) < spent + held || !(await isFree(lessBudget, { ...terms, dailyCapMicros: null })))
  )
    problems.budget = `It has spent $${dollars(spent)} already${kept}; its budget cannot be less.`;
  // Where there was no cap, nothing says how much of a day is free.
  const lessOfDay = isCapped && row.daily_cap_micros !== null ? row.daily_cap_micros - cap : 0;
  if (isCapped && (cap < today + held || !(await isFree(lessOfDay, { ...terms, budgetMicros: ENDLESS }))))
    problems.daily_cap = `It has spent $${dollars(today)} today already${kept}; its daily cap cannot be less before tomorrow.`;
  return problems;
}

async function holdBack({ budgets, now }: CampaignNeeds, { key }: FlightRow, micros: number, terms: FlightTerms) {
  const untilMs = now() + KNOWN_MS;
  const wish = { flightKey: key, mostMicros: micros, leastMicros: micros, untilMs, done: null };
  const [lease] = await budgets.lease([wish], () => terms);
  return lease !== null;
}
