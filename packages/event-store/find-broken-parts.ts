import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { EventsEngine, EventsShard } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import { countSealed, noteArchivedLoss } from './note-lost-rows.ts';
import { NEVER, type RawLoss, type SealLedger } from './seal-ledger.ts';
import { countOldRows } from './seal-statements.ts';
import { weekEnd } from './weeks.ts';

type BrokenPart = {
  readonly name: string;
  readonly path: string;
  readonly partition_id: string;
  readonly bytes: string;
  readonly first: string;
  readonly last: string;
};

const BROKEN_PARTS = `
  SELECT name, path, partition_id, bytes_on_disk AS bytes,
    toString(assumeNotNull(min_block_number)) AS first, toString(assumeNotNull(max_block_number)) AS last
  FROM system.detached_parts
  WHERE database = {database:String} AND table = {table:String} AND startsWith(reason, 'broken') ORDER BY name`;

const ROWS_BETWEEN = `
  SELECT sum(rows) AS standing FROM system.parts
  WHERE database = {database:String} AND table = {table:String} AND active AND partition_id = {partition:String}
    AND min_block_number <= {last:Int64} AND max_block_number >= {first:Int64}`;

type Table = { readonly database: string; readonly table: string };

const ROWS_A_BYTE = `
  SELECT sum(rows) / greatest(1, sum(bytes_on_disk)) AS ratio FROM system.parts
  WHERE database = {database:String} AND table = {table:String} AND active`;

/**
 * Returns the parts that the engine set aside, with their shard. Skips replicated shards, which fetch broken parts from
 * another replica.
 */
async function findBroken(engine: EventsEngine, table: Table): Promise<(BrokenPart & { shard: EventsShard })[]> {
  const found: (BrokenPart & { shard: EventsShard })[] = [];
  for (const shard of engine.shards.filter(({ replicas }) => replicas.length === 1)) {
    for (const part of await readForJob<BrokenPart>(shard, BROKEN_PARTS, table)) found.push({ ...part, shard });
  }
  return found;
}

/**
 * Records the weeks whose raw rows the engine silently set aside when it started. A server may have restarted since
 * this process started, so each run checks again. The sealed sums of these weeks do not change. The engine keeps using
 * the sources of a broken merged part if they still exist, so that only the remaining difference is lost. Returns the
 * weeks.
 */
export async function noteBrokenParts(
  engine: EventsEngine,
  ledger: SealLedger,
  nowMs: number,
): Promise<readonly string[]> {
  const table = { database: engine.database, table: engine.rowsOf('events') };
  const found = await findBroken(engine, table);
  const withoutSums = await noteBrokenSums(engine, ledger);
  if (found.length === 0) return withoutSums;
  const known = new Map((await ledger.losses()).map((loss) => [loss.week, loss]));
  const { archive } = await ledger.current();
  const lost = new Map<string, { missing: number; parts: string[] }>();
  for (const { shard, ...part } of found) {
    const week = weekOf(part);
    // Part names are unique only within a shard.
    const name = `${shard.name}${part.name}`;
    if (archive.weeks.has(week) || known.get(week)?.parts.includes(name)) continue;
    const between = { ...table, partition: part.partition_id, first: BigInt(part.first), last: BigInt(part.last) };
    const [rows] = await readForJob<{ standing: string }>(shard, ROWS_BETWEEN, between);
    const missing = (await rowsIn(shard, part, table)) - Number(rows?.standing ?? 0);
    if (missing <= 0) continue;
    const own = lost.get(week) ?? { missing: 0, parts: [] };
    lost.set(week, { missing: own.missing + missing, parts: [...own.parts, name] });
  }
  for (const [week, loss] of lost) await note(engine, ledger, nowMs, { week, ...loss, before: known.get(week) });
  return [...withoutSums, ...lost.keys()];
}

/** Records losses in archived weeks, which have only sums. Returns these weeks. */
async function noteBrokenSums(engine: EventsEngine, ledger: SealLedger): Promise<string[]> {
  const table = { database: engine.database, table: engine.rowsOf('archived_quarter') };
  const broken = new Set((await findBroken(engine, table)).map(({ partition_id: id }) => Number(id)));
  if (broken.size === 0) return [];
  const { archive } = await ledger.current();
  const lost: string[] = [];
  for (const [week, archived] of archive.weeks) {
    if (broken.has(archived.number) && (await noteArchivedLoss(engine, ledger, week, archived)) !== null)
      lost.push(week);
  }
  return lost;
}

/** Partitions are named by their week's Monday. */
const weekOf = ({ partition_id: id }: BrokenPart) => `${id.slice(0, 4)}-${id.slice(4, 6)}-${id.slice(6, 8)}`;

/**
 * Reads the row count from the part's `count.txt` if its folder is on this machine; otherwise estimates it from the
 * size.
 */
async function rowsIn(shard: EventsShard, { path, bytes }: BrokenPart, table: Table): Promise<number> {
  const said = Number(await readFile(join(path, 'count.txt'), 'utf8').catch(() => 'unknown'));
  if (Number.isSafeInteger(said)) return said;
  const [elsewhere] = await readForJob<{ ratio: number }>(shard, ROWS_A_BYTE, table);
  return Math.max(1, Math.round(Number(bytes) * (elsewhere?.ratio ?? 0)));
}

type NewLoss = { week: string; missing: number; parts: string[]; before: RawLoss | undefined };

async function note(
  engine: EventsEngine,
  ledger: SealLedger,
  nowMs: number,
  { week, missing, parts, before }: NewLoss,
): Promise<void> {
  const { weeks, watermark } = await ledger.current();
  const published = weeks.get(week);
  const until = weekEnd(week) < watermark ? weekEnd(week) : watermark;
  const isKept = published !== undefined && (await countSealed(engine, published.number)) > 0;
  const sealed = isKept ? { number: published.number, until } : null;
  const notedAt = sealed === null ? nowMs : await ledger.publishedAt();
  const old = { until: sealed?.until ?? NEVER, since: Math.floor(notedAt / 1000) };
  const [left] = await readForJob<{ events: string }>(engine, countOldRows(week, old));
  const all = missing + (before?.missing ?? 0);
  await ledger.noteLoss({
    week,
    sealed,
    expected: Number(left?.events ?? 0) + all,
    missing: all,
    parts: [...(before?.parts ?? []), ...parts],
    notedAt,
  });
}
