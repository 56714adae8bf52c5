import { DAY_MS } from '#domain/durations.ts';
import { EVENT_COLUMNS } from '#event-store/event-encoder.ts';
import type { EventsEngine, EventsShard } from '#event-store/events-engine.ts';
import { JOB_SETTINGS, readForJob } from '#event-store/maintenance-reads.ts';
import { BY_OUTLET } from '#event-store/migrations/table-template.ts';
import { mergeAll, whileNothingMerges } from './bench-merge.ts';
import type { BenchNetwork } from './bench-network.ts';

/**
 * Number of views and clicks in a hundred events: 91 are views, three are clicks and the other six are burns. Each
 * click and burn follows a different view.
 */
const VIEWS_OF_HUNDRED = 91;
const CLICKS_OF_HUNDRED = 3;
/** Approximate number of times that a visitor uses the same outlet. */
const VISITS = 8;
/**
 * Rows per INSERT. The newest rows are inserted as small blocks, as ingestion writes them, so that their week has many
 * parts.
 */
const LARGE_BLOCK = 2_000_000;
const SMALL_BLOCK = 50_000;
const NEWEST_SHARE = 0.01;
const ROWS_A_STATEMENT = 5_000;

type Filling = { readonly events: number; readonly fromMs: number; readonly toMs: number };

/**
 * Fills the raw tables with `views` views (and their clicks and burns) spread over the last `days` days. The engine's
 * own INSERT SELECT writes what ingestion would write, at a million rows per second instead of thousands. An event
 * depends only on its number, so every engine gets the same events and their sums are comparable. Returns the number of
 * events.
 */
export async function fillViews(
  engine: EventsEngine,
  network: BenchNetwork,
  { views, days }: { readonly views: number; readonly days: number },
  report: (done: number) => void,
): Promise<number> {
  const toMs = Date.now();
  const events = Math.ceil(views / VIEWS_OF_HUNDRED) * 100;
  const filling = { events, fromMs: toMs - days * DAY_MS, toMs };
  const newest = events - Math.ceil(events * NEWEST_SHARE);
  const { shards } = engine;
  await Promise.all(shards.map((shard, nth) => writeNumbers(shard, network, { nth, of: shards.length })));
  const fill = async (from: number, to: number, block: number) => {
    for (let start = from; start < to; start += block) {
      const count = Math.min(block, to - start);
      const sql = insertEvents(engine.rowsOf('events'), network, filling, { start, count });
      await Promise.all(shards.map((shard) => shard.command(sql)));
      report(start + count);
    }
  };
  await whileNothingMerges(engine, () => fill(0, newest, LARGE_BLOCK));
  await mergeAll(engine);
  await fill(newest, events, SMALL_BLOCK);
  for (const shard of shards)
    for (const table of ['bench_outlets', 'bench_flights']) await shard.command(`DROP TABLE ${table}`);
  return events;
}

/** Writes the network's keys with their index. Of the outlets, writes only those whose rows are on this shard. */
async function writeNumbers(
  shard: EventsShard,
  { outlets, flights }: BenchNetwork,
  { nth, of }: { readonly nth: number; readonly of: number },
): Promise<void> {
  const isHere = `modulo(${BY_OUTLET}, ${of}) = ${nth}`;
  await write(shard, 'bench_outlets', ['nth', 'customer_id', 'device_id'], isHere, (row) =>
    outlets.map(({ customerKey, key }, place) => row(place, customerKey, key)),
  );
  await write(shard, 'bench_flights', ['nth', 'advertiser_id', 'campaign_id', 'flight_id'], 'true', (row) =>
    flights.map(({ advertiserKey, campaignKey, key }, place) => row(place, advertiserKey, campaignKey, key)),
  );
}

async function write(
  shard: EventsShard,
  table: string,
  columns: readonly string[],
  where: string,
  rowsBy: (row: (...numbers: number[]) => string) => string[],
): Promise<void> {
  const described = columns.map((column) => `${column} UInt32`).join(', ');
  await shard.command(`DROP TABLE IF EXISTS ${table}`);
  await shard.command(`CREATE TABLE ${table} (${described}) ENGINE = Memory`);
  const rows = rowsBy((...numbers) => `(${numbers.join(',')})`);
  for (let from = 0; from < rows.length; from += ROWS_A_STATEMENT) {
    const some = rows.slice(from, from + ROWS_A_STATEMENT).join(',');
    await shard.command(
      `INSERT INTO ${table} SELECT * FROM values('${described}', ${some}) WHERE ${where} SETTINGS max_query_size = 10000000`,
    );
  }
}

/** Returns SQL for a skewed choice: a tenth of the outlets gets a third of the views. */
const placeOf = (name: string, count: number, power: number) =>
  `toUInt32(least(${count - 1}, floor(pow(cityHash64(view, '${name}') / 18446744073709551616., ${power}) * ${count})))`;

function insertEvents(
  table: string,
  { outlets, flights }: BenchNetwork,
  { events, fromMs, toMs }: Filling,
  { start, count }: { readonly start: number; readonly count: number },
): string {
  // `view` is the event's own number if it is a view, else the number of the view that it follows.
  return `INSERT INTO ${table} (${EVENT_COLUMNS.join(', ')}, ingested_at)
    SELECT customer_id, device_id, at AS ts, sipHash64(nth_event) AS event_id, kind, toDate(at - INTERVAL 7 HOUR) AS local_day,
      advertiser_id, campaign_id, flight_id, if(kind = 'view', 12500, 0) AS amount_micros,
      if(kind = 'view', 3750, 0) AS owner_micros, if(kind = 'view', 25000, 0) AS energy_milli_wh, false AS energy_metered,
      if(kind = 'view', 0, sipHash64(view)) AS view_id,
      sipHash128(nth_outlet, modulo(cityHash64(view, 'visitor'), ${Math.ceil(events / outlets.length / VISITS)})) AS fingerprint,
      toIPv6(concat('::ffff:203.0.', toString(modulo(view, 256)), '.0')) AS ip,
      lower(hex(toUInt32(cityHash64(view, 'play')))) AS cryptic, 'none' AS invalid,
      0 AS withheld_micros, 0 AS withheld_owner_micros, false AS signed,
      'none' AS reading_of, reinterpretAsUUID(sipHash128(nth_event, 'sent')) AS sent_id,
      toDateTime(at) AS ingested_at
    FROM (
      SELECT number AS nth_event, modulo(number, 100) AS place,
        if(place < ${VIEWS_OF_HUNDRED}, number, number - ${VIEWS_OF_HUNDRED}) AS view,
        if(place < ${VIEWS_OF_HUNDRED}, 'view', if(place < ${VIEWS_OF_HUNDRED + CLICKS_OF_HUNDRED}, 'click', 'burn')) AS kind,
        fromUnixTimestamp64Milli(toInt64(${fromMs} + intDiv(number * ${toMs - fromMs}, ${events})), 'UTC') AS at,
        ${placeOf('outlet', outlets.length, 2)} AS nth_outlet, ${placeOf('flight', flights.length, 1)} AS nth_flight
      FROM numbers(${start}, ${count})
    ) AS made
    INNER JOIN bench_outlets ON bench_outlets.nth = nth_outlet
    INNER JOIN bench_flights ON bench_flights.nth = nth_flight
    ${JOB_SETTINGS}, max_insert_threads = 1, min_insert_block_size_rows = 1000000, min_insert_block_size_bytes = 0,
      max_query_size = 1000000`;
}

/**
 * Returns the sums of all stored events. Engines filled with the same number of views at the same time have the same
 * sums.
 */
export async function sumOfAll(engine: EventsEngine): Promise<string> {
  const [row] = await readForJob<Readonly<Record<string, string>>>(
    engine,
    `SELECT count() AS events, countIf(kind = 'view') AS views, sum(amount_micros) AS micros FROM events`,
  );
  return Object.entries(row ?? {})
    .map(([name, sum]) => `${sum} ${name}`)
    .join(', ');
}
