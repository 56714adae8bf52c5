import { sharedWork } from '../../lib/shared-work.ts';
import type { SettledRow } from './settled-row.ts';

/** Part of a row: what it would cost whom. */
export type Charge = Pick<SettledRow, 'eventId' | 'flightKey' | 'amountMicros'>;

export type BudgetOf = (flightKey: number) => number;

export type Reservation = {
  /** Ids of the events that the remainder of their flight does not hold whole: they earn nothing. */
  readonly overBudget: ReadonlySet<bigint>;
  /** The rest is stored, but for `refused`, which never will be. Not called where nobody knows: then all stays reserved. */
  settle(refused: readonly Charge[]): Promise<void>;
};

/** What the flights have spent or may have: it is reserved before rows are stored, so that no flight earns beyond its budget. */
export type FlightBudgets = {
  reserve(charges: readonly Charge[], budgetOf: BudgetOf): Promise<Reservation>;
  /** Rows whose insert was in doubt and is known not to have happened. */
  giveBack(charges: readonly Charge[]): Promise<void>;
};

export const NOTHING_RESERVED: Reservation = { overBudget: new Set(), settle: async () => undefined };

/** Adds to `spent` what fits, in the order given; answers the ids of what does not. */
export function spendWithin(
  spent: Map<number, number>,
  charges: readonly Charge[],
  budgetOf: BudgetOf,
): ReadonlySet<bigint> {
  const overBudget = new Set<bigint>();
  for (const { eventId, flightKey, amountMicros } of charges) {
    if (amountMicros === 0) continue;
    const before = spent.get(flightKey) ?? 0;
    if (amountMicros > budgetOf(flightKey) - before) overBudget.add(eventId);
    else spent.set(flightKey, before + amountMicros);
  }
  return overBudget;
}

/**
 * The budgets of the one process that stores: read from the store at first use and then kept in memory. Nothing waits
 * between looking at what is left and taking it, so concurrent batches cannot take it twice.
 */
export function createMemoryBudgets(readSpent: () => Promise<Map<number, number>>): FlightBudgets {
  const current = sharedWork('unless it fails', readSpent);

  async function giveBack(charges: readonly Charge[]): Promise<void> {
    const spent = await current();
    for (const { flightKey, amountMicros } of charges) {
      if (amountMicros > 0) spent.set(flightKey, (spent.get(flightKey) ?? 0) - amountMicros);
    }
  }

  return {
    reserve: async (charges, budgetOf) => {
      if (charges.every(({ amountMicros }) => amountMicros === 0)) return NOTHING_RESERVED;
      const overBudget = spendWithin(await current(), charges, budgetOf);
      return { overBudget, settle: giveBack };
    },
    giveBack,
  };
}
