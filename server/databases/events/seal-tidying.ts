import { MINUTE_MS } from '#domain/durations.ts';
import { onEachShard, partitionsOf } from './each-shard.ts';
import type { EventsEngine } from './events-engine.ts';
import type { SealLedger } from './seal-ledger.ts';
import * as statement from './seal-statements.ts';

/**
 * A request that took the old numbers still reads them: a patient reading waits up to a minute for its turn and takes half a
 * minute (`patient-reads.ts`); who waited for another's, which failed, does so once more, and the store's own places are waited for.
 */
export const READERS_MS = 5 * MINUTE_MS;
/** Older versions gathered under the greatest number there is; ours count up from 1 and never come here. */
const MOST_NUMBER = 4_000_000_000;

/** Looks after the numbers of seals: none is given twice, and none that nobody reads any more stays. */
export function createSealTidying(engine: EventsEngine, ledger: SealLedger, clock: () => number) {
  let hasReserved = false;
  let generation = -1;
  let isLeft = true;

  async function present(): Promise<Map<(typeof statement.NUMBERED_TABLES)[number], number[]>> {
    const tables = statement.NUMBERED_TABLES.map(async (table) => {
      const numbers = (await partitionsOf(engine, table)).map(Number);
      return [table, numbers] as const;
    });
    return new Map(await Promise.all(tables));
  }

  /** Has no number given that a table has already, as after an older accounts store was restored. Nothing is written before. */
  async function reserve(): Promise<void> {
    if (hasReserved) return;
    const archived = (await partitionsOf(engine, 'archived_quarter')).map(Number);
    const numbers = [...[...(await present()).values()].flat(), ...archived].filter((number) => number < MOST_NUMBER);
    await ledger.highestNumber(Math.max(0, ...numbers));
    hasReserved = true;
  }

  /**
   * Drops what nobody can read any more: numbers that are published no longer, and what crashed runs left. Under the lease:
   * what other runs write at this time has higher numbers, or can never be published.
   */
  async function tidy(): Promise<void> {
    const seal = await ledger.current();
    if (!isLeft && seal.generation === generation) return;
    const found = await present();
    const numbers = [...found.values()].flat().filter((number) => number < MOST_NUMBER);
    const highest = await ledger.highestNumber(0);
    const used = await ledger.numbersInUse(clock() - READERS_MS);
    const failures: unknown[] = [];
    for (const [table, present] of found) {
      for (const number of present) {
        const isOurs = number <= highest || number >= MOST_NUMBER;
        if (!isOurs || used.has(number)) continue;
        // One that cannot be dropped must not keep all after it, for as long as that lasts.
        await onEachShard(engine, statement.dropNumber(table, number)).catch((error: unknown) => failures.push(error));
      }
    }
    if (seal.generation > 0) await emptyUnnumbered();
    if (failures.length > 0) throw failures[0];
    const published = new Set([seal.generation, ...[...seal.weeks.values()].map(({ number }) => number)]);
    isLeft = numbers.some((number) => used.has(number) && !published.has(number));
    generation = seal.generation;
  }

  async function emptyUnnumbered(): Promise<void> {
    for (const table of statement.UNNUMBERED_TABLES) {
      if ((await partitionsOf(engine, table)).length > 0) await onEachShard(engine, statement.emptyTable(table));
    }
  }

  return { reserve, tidy };
}
