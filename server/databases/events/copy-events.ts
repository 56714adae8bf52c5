import type { CopiedTable } from './copy-statements.ts';
import * as statement from './copy-statements.ts';
import { COUNTED_COLUMNS, type Figures } from './count-figures.ts';
import { onEachShard, partitionsOf, readEachShard } from './each-shard.ts';
import type { EventsEngine } from './events-engine.ts';
import { wholeLines } from './line-chunks.ts';
import { readForJob } from './maintenance-reads.ts';
import type { SealLedger } from './seal-ledger.ts';

/** What is copied at once: a week of raw events, or the rollups of one number. */
export type EventsPart = {
  readonly table: CopiedTable;
  readonly partition: string;
  readonly columns: readonly string[];
};

/** 40,000 rows or so: an insert of its own, and what a copy has in memory at a time. */
const CHUNK_BYTES = 6_000_000;

const COPY_SETTINGS = {
  max_execution_time: 86_400,
  max_threads: 1,
  max_block_size: 16_384,
  max_memory_usage: 600_000_000,
  session_timezone: 'UTC',
  do_not_merge_across_partitions_select_final: 1,
} as const;

/** Names of the migrations that made the tables, and all parts: raw weeks first, the newest before the older ones. */
export async function listParts(
  engine: EventsEngine,
  ledger: Pick<SealLedger, 'current' | 'losses'>,
): Promise<{ readonly migrations: readonly string[]; readonly parts: readonly EventsPart[] }> {
  const applied = await readForJob<{ name: string }>(engine, statement.APPLIED_MIGRATIONS);
  const seal = await ledger.current();
  const kept = (await ledger.losses()).flatMap((loss) => (loss.sealed === null ? [] : [loss.sealed.number]));
  const seals = new Set([...[...seal.weeks.values()].map(({ number }) => number), ...kept]);
  // A click is stored after its view: read in this order no copy has the one without the other.
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

/** Those that are counted come first. */
async function columnsOf(engine: EventsEngine, table: CopiedTable): Promise<string[]> {
  const rows = await readForJob<{ name: string }>(engine, statement.COLUMNS_OF, { database: engine.database, table });
  const names = rows.map(({ name }) => name);
  const first: readonly string[] = table === 'events' ? COUNTED_COLUMNS : [];
  return [...first, ...names.filter((name) => !first.includes(name))];
}

/** The rows of a part as tab-separated text, in buffers of whole lines. */
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

/** Rows of `events` may be written again after a copy that broke off, the same ones count once; rollups begin anew. */
export async function writePart(engine: EventsEngine, part: EventsPart, rows: AsyncIterable<Buffer>): Promise<void> {
  if (part.table !== 'events' && (await countPart(engine, part)) > 0) {
    await onEachShard(engine, statement.dropPart(part.table, part.partition));
  }
  for await (const lines of rows) await engine.insertRows(part.table, part.columns, lines);
}

/** Takes away the rows of every table, whatever wrote them. */
export async function dropAllParts(engine: EventsEngine): Promise<void> {
  for (const table of statement.FILLED_TABLES) {
    for (const partition of await partitionsOf(engine, table))
      await onEachShard(engine, statement.dropPart(table, partition));
  }
}

async function countPart(engine: EventsEngine, { table, partition }: EventsPart): Promise<number> {
  const [row] = await readForJob<{ rows: string }>(engine, statement.countRows(table, partition));
  return Number(row?.rows ?? 0);
}

/** Whether the copy in the order of campaigns has what the raw events of a week have. */
export const isCampaignCopyWhole = async (engine: EventsEngine, week: string): Promise<boolean> =>
  (await readForJob(engine, statement.compareCampaigns(week))).length === 0;

/** The parts of a table that are there, in no order. */
export const presentParts = (engine: EventsEngine, table: CopiedTable): Promise<string[]> =>
  partitionsOf(engine, table);

/** No table at all, not even one without rows. */
export const isEmptyEvents = async (engine: EventsEngine): Promise<boolean> =>
  (await readEachShard(engine, () => statement.TABLES_PRESENT, { database: engine.database })).length === 0;
