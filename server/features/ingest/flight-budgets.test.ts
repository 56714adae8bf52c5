import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type Charge, createMemoryBudgets, spendWithin } from './flight-budgets.ts';

const chargeOf = (eventId: number, flightKey: number, amountMicros: number): Charge => ({
  eventId: BigInt(eventId),
  flightKey,
  amountMicros,
});

test('an event that the remainder does not hold whole earns nothing, and a smaller one after it may', () => {
  const spent = new Map([[1, 60]]);
  const over = spendWithin(
    spent,
    [chargeOf(1, 1, 41), chargeOf(2, 1, 40), chargeOf(3, 1, 1), chargeOf(4, 1, 0)],
    () => 100,
  );
  expect([...over]).toEqual([1n, 3n]);
  expect(spent.get(1)).toBe(100);
});

test('a budget below what was earned already holds nothing more, and a raised one holds the difference', () => {
  const spent = new Map([[1, 60]]);
  expect(spendWithin(spent, [chargeOf(1, 1, 1)], () => 50).size).toBe(1);
  expect(spendWithin(spent, [chargeOf(2, 1, 10)], () => 70).size).toBe(0);
  expect(spent.get(1)).toBe(70);
});

test('where the store could not be asked what was spent, the next batch asks it again', async () => {
  let asked = 0;
  const budgets = createMemoryBudgets(async () => {
    asked += 1;
    if (asked === 1) throw new Error('busy');
    return new Map([[1, 95]]);
  });
  await expect(budgets.reserve([chargeOf(1, 1, 5)], () => 100)).rejects.toThrow('busy');
  expect((await budgets.reserve([chargeOf(1, 1, 6)], () => 100)).overBudget.size).toBe(1);
  expect((await budgets.reserve([chargeOf(2, 1, 5)], () => 100)).overBudget.size).toBe(0);
});

test('whatever concurrent batches reserve, store, lose or are refused, nothing is spent beyond a budget at any instant', async () => {
  const batch = fc.record({
    charges: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 40 })), { maxLength: 12 }),
    outcome: fc.constantFrom('stored', 'stored', 'refused', 'unknown'),
    waits: fc.nat(3),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(batch, { maxLength: 40 }), fc.integer({ min: 0, max: 200 }), async (batches, budget) => {
      const stored = new Map<number, number>();
      const mayBeStored = new Map<number, number>();
      const add = (sums: Map<number, number>, charges: readonly Charge[]) => {
        for (const { flightKey, amountMicros } of charges)
          sums.set(flightKey, (sums.get(flightKey) ?? 0) + amountMicros);
      };
      const budgets = createMemoryBudgets(async () => new Map());
      let ids = 0;
      const next = (flight: number, amount: number) => {
        ids += 1;
        return chargeOf(ids, flight, amount);
      };
      await Promise.all(
        batches.map(async ({ charges, outcome, waits }) => {
          const sent = charges.map(([flight, amount]) => next(flight, amount));
          const { overBudget, settle } = await budgets.reserve(sent, () => budget);
          const earning = sent.filter(({ eventId }) => !overBudget.has(eventId));
          for (let turn = 0; turn < waits; turn += 1) await new Promise(setImmediate);
          if (outcome !== 'refused') add(mayBeStored, earning);
          if (outcome === 'stored') add(stored, earning);
          for (const spent of mayBeStored.values()) expect(spent).toBeLessThanOrEqual(budget);
          if (outcome !== 'unknown') await settle(outcome === 'refused' ? earning : []);
        }),
      );
      // What is left is exactly the budget less what is or may be stored: it can be spent to the last micro-dollar.
      for (const flight of [1, 2, 3]) {
        const left = budget - (mayBeStored.get(flight) ?? 0);
        const last = next(flight, left + 1);
        expect((await budgets.reserve([last], () => budget)).overBudget.size).toBe(1);
        const rest = next(flight, left);
        expect((await budgets.reserve([rest], () => budget)).overBudget.size).toBe(0);
      }
    }),
    { numRuns: 100 },
  );
});
