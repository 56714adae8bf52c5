import type { Mutant } from './mutant.ts';

/** Guarantees that hold while servers restart. */
export const STORE_MUTANTS: readonly Mutant[] = [
  {
    line: 'for await (const row of readFrom(last)) {',
    becomes: 'for await (const row of readFrom(null)) {',
    tests: 'packages/event-store/retry-steps.test',
  },
  {
    line: 'throw isCommitting ? new UnknownCommit(error) : error;',
    becomes: 'throw error;',
    tests: 'accounts/patient-accounts.test',
  },
  {
    line: "if (counted !== undefined && (counted.isReadonly !== 0 || counted.active < QUORUM)) throw new Error('no quorum');",
    becomes: "if (counted !== undefined && counted.isReadonly !== 0) throw new Error('no quorum');",
    tests: 'event-store/take-inserts.test',
  },
  {
    line: 'await awaitLostInserts({ accounts, events: shared });',
    becomes: '// no wait',
    tests: 'ingest/lost-locks.test',
  },
  {
    line: 'if (!isUnanswered) return outcomes;',
    becomes: 'if (outcomes !== null) return outcomes;',
    tests: 'receive/running-inserts.test',
  },
  {
    line: 'return lost.filter((one) => one.outletKeys.some((key) => keys.has(key))).map(({ id }) => id);',
    becomes: 'return [];',
    tests: 'receive/running-inserts.test',
  },
  {
    line: 'if (lost.lostForMs < lost.heldForMs + DRIFT_MS) return false;',
    becomes: 'if (lost.lostForMs < DRIFT_MS) return false;',
    tests: 'event-store/has-insert-ended.test',
  },
  {
    line: ".where((is) => is.or([is('until_at', '<=', now), is('holder', '=', holder)]))",
    becomes: ".where('until_at', '<=', now)",
    tests: 'testing/flaky-stores.test',
  },
  {
    line: 'const pages = await repeatable(() => allPages(sumSlice(engine, sealed, slice, arrivedBefore)));',
    becomes: 'const pages = await allPages(sumSlice(engine, sealed, slice, arrivedBefore));',
    tests: 'testing/flaky-stores.test',
  },
];
