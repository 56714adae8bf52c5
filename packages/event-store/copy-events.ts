import type { CopiedTable } from './copy-statements.ts';
import * as statement from './copy-statements.ts';
import { COUNTED_COLUMNS, type Figures } from './count-figures.ts';
import { onEachShard, partitionsOf, readEachShard } from './each-shard.ts';
import type { EventsEngine } from './events-engine.ts';
import { wholeLines } from './line-chunks.ts';
import { readForJob } from './maintenance-reads.ts';
import { repeatable } from './retry-steps.ts';
import type { SealLedger } from './seal-ledger.ts';

/** A unit of a copy: a week of raw events, or the rollups under one number. */
export type EventsPart = {
  readonly table: CopiedTable;
  readonly partition: string;
  readonly columns: readonly string[];
};

/** Size of one insert in bytes, about 40,000 rows, and the amount that a copy keeps in memory. */
const CHUNK_BYTES = 6_000_000;

const COPY_SETTINGS = {
  max_execution_time: 86_400,
  max_threads: 1,
  max_block_size: 16_384,
  max_memory_usage: 600_000_000,
  session_timezone: 'UTC',
  do_not_merge_across_partitions_select_final: 1,
} as const;

/** Returns the names of the migrations that created the tables, and all parts: raw weeks first, newest to oldest. */
export async function listParts(
  engine: EventsEngine,
  ledger: Pick<SealLedger, 'current' | 'losses'>,
): Promise<{ readonly migrations: readonly string[]; readonly parts: readonly EventsPart[] }> {
  const applied = await readForJob<{ name: string }>(engine, statement.APPLIED_MIGRATIONS);
  const seal = await ledger.current();
  const kept = (await ledger.losses()).flatMap((loss) => (loss.sealed === null ? [] : [loss.sealed.number]));
  const seals = new Set([...[...seal.weeks.values()].map(({ number }) => number), ...kept]);
  // A click is stored after its view. In this order, no copy contains a click without its view.
  const present = await partitionsOf(engine, 'events');
  const weeks = present
    .filter((week) => !seal.archive.weeks.has(week))
    .sort()
    .reverse();
  const wanted: [CopiedTable, readonly (string | number)[]][] = [
    ['events', weeks],
    ['sealed_day', [...seals].sort((a, b) => a - b)],
    ['sealed_invalid', [...seals].sort((a, b) => a - b)],
    ['archived_quarter', [...seal.archive.weeks.values()].map(({ number }) => number)],
    ['device_total', [seal.generation]],
    ['device_recent', [seal.generation]],
    ['device_day', seal.generation === 0 ? await partitionsOf(engine, 'device_day') : []],
  ];
  const parts: EventsPart[] = [];
  for (const [table, partitions] of wanted) {
    const columns = await columnsOf(engine, table);
    const present = new Set(await partitionsOf(engine, table));
    for (const partition of partitions.map(String))
      if (present.has(partition)) parts.push({ table, partition, columns });
  }
  return { migrations: applied.map(({ name }) => name), parts };
}

/** Puts the counted columns first. */
async function columnsOf(engine: EventsEngine, table: CopiedTable): Promise<string[]> {
  const rows = await readForJob<{ name: string }>(engine, statement.COLUMNS_OF, { database: engine.database, table });
  const names = rows.map(({ name }) => name);
  const first: readonly string[] = table === 'events' ? COUNTED_COLUMNS : [];
  return [...first, ...names.filter((name) => !first.includes(name))];
}

/** Reads the rows of a part as tab-separated text, in buffers of complete lines. */
export const readPart = (engine: EventsEngine, { table, partition, columns }: EventsPart): AsyncGenerator<Buffer> =>
  wholeLines(
    engine.readText({
      sql: statement.copyRows(table, partition, columns),
      params: {},
      settings: COPY_SETTINGS,
      lane: 'large',
    }),
    CHUNK_BYTES,
  );

export async function readFigures(
  engine: EventsEngine,
  part: Pick<EventsPart, 'table' | 'partition'>,
): Promise<Figures> {
  const rows = await readForJob<{ customer_id: number; figures: string[] }>(
    engine,
    statement.figuresOf(part.table, part.partition),
  );
  return rows.map(({ customer_id: customer, figures }) => [customer, figures] as const);
}

/**
 * Writes a part. Rows of `events` may be written again after an interrupted copy, because equal rows count once.
 * Existing rollups are dropped first, so that their copy starts over.
 */
export async function writePart(engine: EventsEngine, part: EventsPart, rows: AsyncIterable<Buffer>): Promise<void> {
  if (part.table !== 'events' && (await countPart(engine, part)) > 0) {
    await change(engine, statement.dropPart(part.table, part.partition));
  }
  for await (const lines of rows) await engine.insertRows(part.table, part.columns, lines);
}

/** Runs a statement that is safe to repeat: removing something twice has the same effect. */
const change: typeof onEachShard = (engine, sql) => repeatable(() => onEachShard(engine, sql));

type PartId = Pick<EventsPart, 'table' | 'partition'>;

/** Removes these parts, and the rows that the engine derived from their events. */
export async function dropParts(engine: EventsEngine, parts: readonly PartId[]): Promise<void> {
  for (const { table, partition } of parts) await change(engine, statement.dropPart(table, partition));
  const weeks = weeksOf(parts);
  if (weeks.length === 0) return;
  for (const table of statement.DERIVED_TABLES) await change(engine, statement.deleteWeeks(table, weeks, 'these'));
}

/** Removes all rows of every table except those of these parts, no matter which process wrote them. */
export async function dropAllPartsBut(engine: EventsEngine, kept: readonly PartId[]): Promise<void> {
  for (const table of statement.COPIED_TABLES) {
    for (const partition of await partitionsOf(engine, table)) {
      if (kept.some((part) => part.table === table && part.partition === partition)) continue;
      await change(engine, statement.dropPart(table, partition));
    }
  }
  const weeks = weeksOf(kept);
  for (const table of statement.DERIVED_TABLES) await change(engine, statement.deleteWeeks(table, weeks, 'others'));
}

const weeksOf = (parts: readonly PartId[]): string[] =>
  parts.filter(({ table }) => table === 'events').map(({ partition }) => partition);

/** Returns the number of rows of a part, and a hash of all their values. Equal digests mean equal rows. */
export async function readDigest(engine: EventsEngine, { table, partition, columns }: EventsPart): Promise<string> {
  const sql = statement.digestOf(table, partition, columns);
  const [row] = await readForJob<{ rows: string; hash: string }>(engine, sql);
  return `${row?.rows} ${row?.hash}`;
}

async function countPart(engine: EventsEngine, { table, partition }: EventsPart): Promise<number> {
  const [row] = await readForJob<{ rows: string }>(engine, statement.countRows(table, partition));
  return Number(row?.rows ?? 0);
}

/** Whether the campaign copy matches the raw events of a week. */
export const isCampaignCopyWhole = async (engine: EventsEngine, week: string): Promise<boolean> =>
  (await readForJob(engine, statement.compareCampaigns(week))).length === 0;

/** Returns the existing parts of a table. Callers must not rely on their order. */
export const presentParts = (engine: EventsEngine, table: CopiedTable): Promise<string[]> =>
  partitionsOf(engine, table);

/** Whether the store has no tables at all, not even empty ones. */
export const isEmptyEvents = async (engine: EventsEngine): Promise<boolean> =>
  (await readEachShard(engine, () => statement.TABLES_PRESENT, { database: engine.database })).length === 0;
