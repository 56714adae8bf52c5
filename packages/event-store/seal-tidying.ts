import { MINUTE_MS } from '#domain/durations.ts';
import { onEachShard, partitionsOf } from './each-shard.ts';
import type { EventsEngine } from './events-engine.ts';
import type { SealLedger } from './seal-ledger.ts';
import * as statement from './seal-statements.ts';

/**
 * How long a request may still read the old numbers. A patient read waits up to a minute for a slot and takes 30
 * seconds (`retrying-reads.ts`). A request that shared a failed read repeats the read once, and also waits for the
 * store's own slots.
 */
export const READERS_MS = 5 * MINUTE_MS;
/**
 * Upper limit of seal numbers. Older versions gathered under the highest possible number; current numbers count up from
 * 1 and never reach this limit.
 */
const MOST_NUMBER = 4_000_000_000;

/** Manages seal numbers: no number is issued twice, and unused ones are dropped. */
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

  /**
   * Keeps the ledger from issuing numbers that a table already contains, for example after an older accounts store was
   * restored. Runs before anything is written.
   */
  async function reserve(): Promise<void> {
    if (hasReserved) return;
    const archived = (await partitionsOf(engine, 'archived_quarter')).map(Number);
    const numbers = [...[...(await present()).values()].flat(), ...archived].filter((number) => number < MOST_NUMBER);
    await ledger.highestNumber(Math.max(0, ...numbers));
    hasReserved = true;
  }

  /**
   * Drops numbers that readers can no longer use: those no longer published, and those of crashed runs. Runs under the
   * lease, so any other run now writes under higher numbers, or under numbers that can never be published.
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
        // A number that cannot be dropped must not prevent the removal of the remaining numbers.
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
