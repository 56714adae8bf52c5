import { setTimeout as pause } from 'node:timers/promises';
import { v7 as newId } from 'uuid';
import { MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { type BudgetOf, type Charge, type FlightBudgets, NOTHING_RESERVED, spendWithin } from './flight-budgets.ts';
import * as queries from './spend-queries.ts';

/** Longer than any insert is waited for: a reservation of that age belongs to a process that died or does not know. */
export const STALE_MS = 20 * MINUTE_MS;
const LOOK_EVERY_MS = MINUTE_MS;
/** How long a count waits for reservations under way, which take a second. */
const QUIET_TRIES = 40;
const QUIET_MS = 50;

type Amounts = readonly (readonly [flightKey: number, micros: number])[];

type Shared = {
  readonly accounts: AccountsDb;
  /** What these flights have earned, from the events store. */
  readonly readSpent: (flightKeys: readonly number[]) => Promise<ReadonlyMap<number, number>>;
  readonly now: () => number;
};

/**
 * The budgets of several processes: one row a flight in the accounts store, locked while what is left is looked at and
 * taken, and committed before anything is stored. A reservation stands beside it until its rows are stored; of one that
 * stays, nobody knows, and its flights are counted again from the events store.
 */
export function createSharedBudgets({
  accounts,
  readSpent,
  now,
}: Shared): FlightBudgets & { recount(): Promise<void> } {
  const known = new Set<number>();
  let lookedAt = Number.NEGATIVE_INFINITY;

  async function ensureRows(flightKeys: readonly number[]): Promise<void> {
    const unknown = flightKeys.filter((key) => !known.has(key));
    if (unknown.length === 0) return;
    const present = new Set(await queries.findSpendKeys(accounts, unknown));
    const absent = unknown.filter((key) => !present.has(key));
    if (absent.length > 0) {
      const spent = await readSpent(absent);
      await queries.insertSpend(accounts, new Map(absent.map((key) => [key, spent.get(key) ?? 0])));
    }
    for (const key of unknown) known.add(key);
  }

  async function reserve(charges: readonly Charge[], budgetOf: BudgetOf) {
    const flightKeys = flightsOf(charges);
    if (flightKeys.length === 0) return NOTHING_RESERVED;
    await ensureRows(flightKeys);
    if (now() - lookedAt >= LOOK_EVERY_MS) await recount();
    const id = newId();
    const overBudget = await accounts.transaction().execute(async (tx) => {
      const before = await queries.lockSpend(tx, flightKeys);
      const after = new Map(before);
      const over = spendWithin(after, charges, budgetOf);
      const amounts = [...after].map(([key, spent]) => [key, spent - (before.get(key) ?? 0)] as const);
      const taken = amounts.filter(([, micros]) => micros > 0);
      if (taken.length === 0) return over;
      await queries.setSpend(tx, new Map(taken.map(([key]) => [key, after.get(key) ?? 0])));
      await queries.insertReservation(tx, { id, made_at: now(), amounts: JSON.stringify(taken) });
      return over;
    });
    return { overBudget, settle: (refused: readonly Charge[]) => settle(id, refused) };
  }

  async function settle(id: string, refused: readonly Charge[]): Promise<void> {
    const flightKeys = flightsOf(refused);
    if (flightKeys.length === 0) return queries.deleteReservations(accounts, [id]);
    await accounts.transaction().execute(async (tx) => {
      const spent = await queries.lockSpend(tx, flightKeys);
      // A flight of which nothing is given back is not among those that were looked up.
      for (const { flightKey, amountMicros } of refused)
        if (amountMicros > 0) spent.set(flightKey, (spent.get(flightKey) ?? 0) - amountMicros);
      await queries.setSpend(tx, spent);
      await queries.deleteReservations(tx, [id]);
    });
  }

  async function recount(): Promise<void> {
    lookedAt = now();
    const stale = (await queries.findReservations(accounts)).filter(({ made_at: madeAt }) => madeAt < now() - STALE_MS);
    for (const { id, amounts } of stale) {
      const counted: boolean[] = [];
      for (const [flightKey] of amountsOf(amounts)) counted.push(await countAgain(flightKey));
      if (counted.every(Boolean)) await queries.deleteReservations(accounts, [id]);
    }
  }

  /** While the row is locked nobody reserves; when those under way are done, the events store says what was spent. */
  function countAgain(flightKey: number): Promise<boolean> {
    return accounts.transaction().execute(async (tx) => {
      await queries.lockSpend(tx, [flightKey]);
      for (let tries = 0; tries < QUIET_TRIES; tries += 1) {
        const underway = (await queries.findReservations(tx)).filter(
          ({ made_at: madeAt }) => madeAt >= now() - STALE_MS,
        );
        if (!underway.some(({ amounts }) => amountsOf(amounts).some(([key]) => key === flightKey))) {
          const spent = await readSpent([flightKey]);
          await queries.setSpend(tx, new Map([[flightKey, spent.get(flightKey) ?? 0]]));
          return true;
        }
        await pause(QUIET_MS);
      }
      return false;
    });
  }

  // What is known too late not to have happened is found by counting again.
  return { reserve, recount, giveBack: async () => undefined };
}

const flightsOf = (charges: readonly Charge[]): number[] => [
  ...new Set(charges.filter(({ amountMicros }) => amountMicros > 0).map(({ flightKey }) => flightKey)),
];

const amountsOf = (amounts: string): Amounts => JSON.parse(amounts) as Amounts;
