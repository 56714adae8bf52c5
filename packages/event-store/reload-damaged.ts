import { MINUTE_MS } from '#domain/durations.ts';
import { createSingleFlight } from '../../server/lib/single-flight.ts';
import { type Damage, damageOf } from './chdb-errors.ts';
import type { EmbeddedEngine } from './embedded-engine.ts';
import { type EventsEngine, onePlace } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';

/** If a reload did not repair the damage, a reload at every query would not either. */
const NOT_AGAIN_WITHIN_MS = MINUTE_MS;

/**
 * Wraps the engine and repairs the damage of a disk that filled up during a merge. The merged part then has an empty
 * file, and every query of its rows fails until a start. A start sets the part aside and uses the parts that it was
 * merged from. This wrapper reloads the table in the same way, while those parts are still on disk, and repeats the
 * query.
 */
export function reloadingEngine(engine: EmbeddedEngine, tell: (line: string) => void): EmbeddedEngine {
  /** The time of the last try for each part, and whether it repaired the part. */
  const tries = new Map<string, { readonly atMs: number; readonly isMended: boolean }>();
  // Many queries meet the damage at once.
  const share = createSingleFlight<boolean>('while it runs');
  let reloading: Promise<unknown> = Promise.resolve();

  async function reload(damage: Damage, name: string): Promise<boolean> {
    const isMended = await hasSources(engine, damage);
    if (isMended) {
      await engine.reload(damage.table);
      tell(`A part of the events store was damaged and is set aside; what it was made from stands in for it: ${name}.`);
    }
    tries.set(name, { atMs: performance.now(), isMended });
    return isMended;
  }

  /** Whether a failed query that began at `beganMs` may be repeated. */
  async function isMended(error: unknown, beganMs: number): Promise<boolean> {
    const damage = damageOf(error);
    if (damage === null) return false;
    const name = `${damage.table} ${damage.part}`;
    const last = tries.get(name);
    if (last !== undefined && last.atMs > beganMs) return last.isMended;
    if (last !== undefined && performance.now() - last.atMs < NOT_AGAIN_WITHIN_MS) return false;
    const run = share(() => reload(damage, name), name).catch(() => false);
    reloading = run;
    return run;
  }

  async function* again<Item>(ask: () => AsyncIterable<Item>): AsyncGenerator<Item> {
    let hasBegun = false;
    await reloading;
    const beganMs = performance.now();
    try {
      for await (const item of ask()) {
        hasBegun = true;
        yield item;
      }
    } catch (error) {
      if (hasBegun || !(await isMended(error, beganMs))) throw error;
      yield* ask();
    }
  }

  const shard: Pick<EventsEngine, 'read' | 'command'> = {
    read: (statement) => again(() => engine.read<never>(statement)),
    command: async (sql) => {
      await reloading;
      const beganMs = performance.now();
      await engine.command(sql).catch(async (error) => {
        // It is unknown how much of the statement ran, so its caller repeats it.
        await isMended(error, beganMs);
        throw error;
      });
    },
  };
  return {
    ...engine,
    ...shard,
    ...onePlace(shard),
    readText: (statement) => again(() => engine.readText(statement)),
    readBytes: (statement, format) => again(() => engine.readBytes(statement, format)),
  };
}

/** Rows, and the first and last insert that they come from. */
type Part = Readonly<Record<'rows' | 'first' | 'last', string>>;

const PART = 'SELECT rows, min_block_number AS first, max_block_number AS last FROM system.parts';
const OF_TABLE = 'database = {database:String} AND table = {table:String}';
const DAMAGED_PART = `${PART} WHERE ${OF_TABLE} AND name = {part:String} AND active`;
const SOURCES = `${PART}
  WHERE ${OF_TABLE} AND NOT active AND first >= {first:Int64} AND last <= {last:Int64}
    AND partition_id IN (SELECT partition_id FROM system.parts WHERE ${OF_TABLE} AND name = {part:String})
  ORDER BY first, level DESC`;

/** Whether all sources of the merged part are on disk: the engine removes them after some minutes. */
async function hasSources(engine: EmbeddedEngine, { table, part }: Damage): Promise<boolean> {
  const asked = { database: engine.database, table, part };
  const [damaged] = await readForJob<Part>(engine, DAMAGED_PART, asked);
  if (damaged === undefined) return false;
  const between = { ...asked, first: BigInt(damaged.first), last: BigInt(damaged.last) };
  let [rows, until] = [0, -1];
  // If both a part and its own sources are there, count only the part.
  for (const { rows: own, first, last } of await readForJob<Part>(engine, SOURCES, between)) {
    if (Number(first) <= until) continue;
    rows += Number(own);
    until = Number(last);
  }
  return rows >= Number(damaged.rows);
}
