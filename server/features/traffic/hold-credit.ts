import { creditWithin } from '#domain/credit-within-budget.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { leftToCredit } from '#domain/objection.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import type { Charge, TermsOf } from '../../plays/budgets.ts';
import { termsIn } from '../../plays/flight-terms.ts';
import { findWithheld } from './traffic-events-queries.ts';
import type { CreditLine, ObjectionRow } from './traffic-queries.ts';

type Needs = Pick<Dependencies, 'budgets' | 'config' | 'events' | 'network' | 'now'>;
type Found = { readonly withheld: readonly CreditLine[]; readonly credited: readonly CreditLine[] };

/** Credit lines whose amounts are reserved in the budgets of their flights. `end` reports whether they were stored. */
export type HeldCredit = { readonly lines: readonly CreditLine[]; end(isStored: boolean): Promise<void> };

/**
 * The open credit of a judgment, limited by the flights' budgets and daily caps. Like earnings, it is reserved before
 * it is stored, so that the same money is not spent twice. After a crash, the stored amounts count.
 */
export async function holdCredit(needs: Needs, row: ObjectionRow, { withheld, credited }: Found): Promise<HeldCredit> {
  const wanted = leftToCredit(withheld, credited);
  const keys = [...new Set(wanted.map((line) => line.flight_key))].filter((key) => key !== 0);
  if (keys.length === 0) return { lines: wanted, end: async () => undefined };
  const { snapshot } = await needs.network.current();
  await snapshot.catalog.load({ flightKeys: new Set(keys) });
  const termsOf = termsIn(snapshot, needs.config.networkTimeZone);
  const left = await leftOf(needs, row, keys, termsOf);
  const lines: CreditLine[] = [];
  for (const line of wanted) {
    const held = await withinBudget(needs, row, line, { leftMicros: left.get(line.flight_key) ?? 0, credited });
    left.set(line.flight_key, (left.get(line.flight_key) ?? 0) - held.amount_micros);
    if (held.events > 0) lines.push(held);
  }
  if (wanted.length > 0 && lines.length === 0)
    throw new AppError(
      'conflict',
      'Its budget is used up, and nothing is owed beyond a budget. Raise the budget first, or decline the objection.',
    );
  const timestampMs = Date.parse(row.day) + DAY_MS / 2;
  const charges = lines.map(
    (line): Charge => ({
      eventId: crypto.getRandomValues(new BigUint64Array(1))[0] ?? 0n,
      flightKey: line.flight_key,
      amountMicros: line.amount_micros,
      timestampMs,
    }),
  );
  const reservation = await needs.budgets.reserve(charges, termsOf);
  const end = (isStored: boolean) => reservation.settle(isStored ? [] : charges);
  if (reservation.overBudget.size > 0) {
    await end(false);
    throw new AppError('conflict', 'Its budget was spent meanwhile. Load the page anew and decide again.');
  }
  return { lines, end };
}

/** The remaining spend of each flight on the day. */
async function leftOf({ budgets, now }: Needs, { day }: ObjectionRow, keys: readonly number[], termsOf: TermsOf) {
  // Open plays are seen today, in any time zone.
  const isNow = Date.parse(day) + DAY_MS + 12 * HOUR_MS > now();
  const standings = await budgets.standing(keys, termsOf);
  return new Map(
    keys.map((key) => {
      const { budgetMicros, dailyCapMicros } = termsOf(key);
      const { spentMicros = 0, heldMicros = 0, days } = standings.get(key) ?? {};
      const ofDay = (dailyCapMicros ?? Number.POSITIVE_INFINITY) - (days?.get(day) ?? 0) - (isNow ? heldMicros : 0);
      return [key, Math.max(0, Math.min(budgetMicros - spentMicros - heldMicros, ofDay))] as const;
    }),
  );
}

async function withinBudget(
  { events }: Needs,
  row: ObjectionRow,
  line: CreditLine,
  { leftMicros, credited }: { readonly leftMicros: number; readonly credited: readonly CreditLine[] },
): Promise<CreditLine> {
  if (line.amount_micros <= leftMicros) return line;
  const { flight_key: flightKey, owner_key: ownerKey } = line;
  const before = credited
    .filter((one) => one.flight_key === flightKey && one.owner_key === ownerKey)
    .reduce((sum, one) => sum + one.events, 0);
  const singles = await findWithheld(events, row, { outletKey: row.outlet_key, ownerKey, flightKey });
  return creditWithin(line, leftMicros, singles, before);
}
