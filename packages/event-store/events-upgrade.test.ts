import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { INVALID_REASONS } from '#contract/ingest.ts';
import { MINUTE_MS, WEEK_MS } from '#domain/durations.ts';
import { askClickhouse, hasClickhouse } from '../../server/testing/servers/ask-servers.ts';
import { CLUSTER } from '../../server/testing/servers/clickhouse-cluster.ts';
import { byLength } from '../../server/testing/test-length.ts';
import { onEachShard } from './each-shard.ts';
import type { EventsEngine } from './events-engine.ts';
import { readForJob } from './maintenance-reads.ts';
import { EVENTS_MIGRATIONS, migrateEvents } from './migrate-events.ts';
import { openEvents, openEventsEngine } from './open-events.ts';
import { createSealJob } from './seal-job.ts';
import { makeStoredEvent } from './testing/make-stored-event.ts';
import { createMemorySealLedger } from './testing/memory-seal-ledger.ts';
import { locationOf } from './testing/open-test-events.ts';
import { archiveOf } from './weeks.ts';

const BEFORE_JUDGING = EVENTS_MIGRATIONS.map(({ name }) => name).filter((name) => name < '0007');
const FIRST_WEEK = '2026-03-02';
const ARCHIVED = '2026-02-23';
const EVENTS = 6_000;
const DEAD = new Error('the process was killed here');

/**
 * Inserts events as the version without validity checks wrote them. Of every ten events, one is a click and one a burn;
 * every fourth event earns nothing.
 */
const INSERT_AS_BEFORE = `INSERT INTO events (customer_id, device_id, ts, event_id, kind, local_day, advertiser_id, campaign_id,
    flight_id, amount_micros, owner_micros, energy_milli_wh, energy_metered, view_id, fingerprint, ip, cryptic)
  SELECT number % 4 + 1, number % 40 + 1, toDateTime64('${ARCHIVED} 00:00:00', 3, 'UTC') + toIntervalMinute(number * 5) AS ts,
    number + 1, multiIf(number % 10 = 8, 'click', number % 10 = 9, 'burn', 'view'), toDate(ts), number % 3 + 10, number % 6 + 100,
    number % 6 + 1000, if(number % 4 = 0, 0, 5000 + number), if(number % 4 = 0, 0, 1500), 25000, number % 2 = 0, 0,
    toFixedString('visitor', 16), '::', '' FROM numbers(${EVENTS}) SETTINGS distributed_foreground_insert = 1`;
const SEAL_AS_BEFORE = (table: string, from: string, number: number, week: string) =>
  `INSERT INTO ${table} (seal, day, customer_id, device_id, views, clicks, burns, amount_micros, owner_micros, energy_milli_wh,
    estimated_views, first_ts) SELECT ${number}, toDate(ts) AS day, customer_id, device_id, countIf(kind = 'view'),
    countIf(kind = 'click'), countIf(kind = 'burn'), sum(amount_micros), sum(owner_micros), sum(energy_milli_wh),
    countIf(kind = 'view' AND NOT energy_metered), min(ts) FROM ${from} FINAL WHERE toMonday(ts) = toDate('${week}')
    GROUP BY day, customer_id, device_id`;
const ARCHIVE_AS_BEFORE = (table: string, from: string, number: number) =>
  `INSERT INTO ${table} (seal, customer_id, device_id, ts, kind, local_day, advertiser_id, campaign_id, flight_id, events,
    amount_micros, owner_micros, energy_milli_wh, estimated_views, first_ts)
  SELECT ${number}, customer_id, device_id, toStartOfInterval(ts, INTERVAL 15 minute) AS quarter, kind, local_day, advertiser_id,
    campaign_id, flight_id, count(), sum(amount_micros), sum(owner_micros), sum(energy_milli_wh),
    countIf(kind = 'view' AND NOT energy_metered), min(ts) FROM ${from} FINAL WHERE toMonday(ts) = toDate('${ARCHIVED}')
  GROUP BY customer_id, device_id, quarter, kind, local_day, advertiser_id, campaign_id, flight_id`;

/** Reads all sources of figures, for any reader. The result must be equal before and after. */
const EVERYTHING = `SELECT
  (SELECT [toString(count()), toString(uniqExact(event_id)), toString(sum(amount_micros)), toString(sum(owner_micros)),
    toString(sum(cityHash64(ts, kind, local_day, customer_id, device_id)))] FROM events FINAL) AS raw,
  (SELECT [toString(count()), toString(sum(amount_micros)), toString(sum(cityHash64(event_id, visitor, flight_id)))]
    FROM events_by_campaign FINAL) AS copy,
  (SELECT [toString(sum(events)), toString(sum(amount_micros))] FROM archived_quarter) AS archive,
  (SELECT [toString(sum(views)), toString(sum(clicks)), toString(sum(burns)), toString(sum(amount_micros))] FROM sealed_day) AS sealed`;

/** Steps that close stores after a test. A store left open by a failed test would prevent all others from opening. */
const undo: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const step of undo.splice(0).reverse()) await step();
});

const KINDS = byLength<readonly ('embedded' | 'server' | 'cluster')[]>(['embedded'], ['embedded', 'server', 'cluster']);
describe.each(KINDS)('a store of the version before judging (%s)', (kind) => {
  test.skipIf(kind !== 'embedded' && !hasClickhouse())(
    'is upgraded in place, killed at any statement and restarted, without losing or adding a row',
    async () => {
      const dataDir = mkdtempSync(join(tmpdir(), 'voltboard-upgrade-'));
      const server = kind === 'embedded' ? null : await askClickhouse(kind);
      const location = kind === 'embedded' || server === null ? { dataDir } : locationOf(kind, server.urls);
      const rendering = { cluster: kind === 'cluster' ? CLUSTER : null };
      undo.push(async () => rmSync(dataDir, { recursive: true, force: true }));
      if (server !== null) undo.push(server.drop);
      const { engine } = await openEventsEngine(location);
      let closing: Promise<void> | null = null;
      const close = () => (closing ??= engine.close());
      undo.push(close);
      const nodes =
        'nodes' in engine ? (engine.nodes as { engine: EventsEngine }[]).map((node) => node.engine) : [engine];
      for (const node of nodes) {
        await migrateEvents(node, rendering, { only: BEFORE_JUDGING });
        if (kind === 'cluster')
          await node.command(`INSERT INTO cluster_shards (shards) VALUES (${engine.shards.length})`);
      }
      await engine.command(INSERT_AS_BEFORE);
      await onEachShard(engine, (rowsOf) => ARCHIVE_AS_BEFORE(rowsOf('archived_quarter'), rowsOf('events'), 2));
      await onEachShard(engine, (rowsOf) => `ALTER TABLE ${rowsOf('events')} DROP PARTITION '${ARCHIVED}'`);
      await onEachShard(
        engine,
        (rowsOf) =>
          `ALTER TABLE ${rowsOf('events_by_campaign')} DELETE WHERE toMonday(ts) = toDate('${ARCHIVED}') SETTINGS mutations_sync = 2`,
      );
      await onEachShard(engine, (rowsOf) => SEAL_AS_BEFORE(rowsOf('sealed_day'), rowsOf('events'), 1, FIRST_WEEK));
      const before = await readForJob(engine, EVERYTHING);
      expect(JSON.stringify(before)).toContain(String(EVENTS - 2_016));

      const said: string[] = [];
      let isDone = false;
      for (let lastStep = 1; !isDone; lastStep += 1) {
        let steps = 0;
        isDone = true;
        for (const node of nodes) {
          const command = async (sql: string) => {
            steps += 1;
            if (steps > lastStep) throw DEAD;
            // Every other time, the process is killed after the statement ran and before it was recorded.
            await node.command(sql);
            if (steps === lastStep && lastStep % 2 === 0) throw DEAD;
          };
          const run = migrateEvents({ read: node.read, command }, rendering, { tell: (line) => said.push(line) });
          isDone &&= await run.then(
            () => true,
            (error) => (error === DEAD ? false : Promise.reject(error)),
          );
          if (!isDone) break;
        }
        expect(await readForJob(engine, EVERYTHING)).toEqual(before);
      }
      expect(said[0]).toMatch(/^Bringing the events store up to date: 0007-invalid-traffic, step 1 of \d+/);
      await close();

      // The product continues with the store: old events count as before, and new events are checked for validity.
      let nowMs = Date.parse('2026-03-12T12:00:00Z');
      const ledger = createMemorySealLedger();
      const archived = { number: 2, events: 2_016, atMs: 0 };
      await ledger.highestNumber(2);
      await ledger.takeLease('older');
      const archive = archiveOf(new Map([[ARCHIVED, archived]]));
      await ledger.publish(
        'older',
        {
          generation: 0,
          watermark: '2026-03-09',
          weeks: new Map([[FIRST_WEEK, { number: 1, events: 2_016 }]]),
          archive,
        },
        nowMs,
      );
      const events = await openEvents(location, ledger, () => nowMs);
      undo.push(() => events.close());
      await events.insert([
        makeStoredEvent({ timestampMs: nowMs, eventId: 9_000_001n, outletKey: 7, localDay: '2026-03-12' }),
        makeStoredEvent({
          timestampMs: nowMs,
          eventId: 9_000_002n,
          outletKey: 7,
          localDay: '2026-03-12',
          amountMicros: 0,
          ownerMicros: 0,
          invalid: 'data_centre',
          withheldMicros: 5000,
          withheldOwnerMicros: 1500,
        }),
      ]);
      const known = await events.findEvents([
        { eventId: 9_000_002n, outletKey: 7 },
        { eventId: 5_000n, outletKey: 40 },
      ]);
      expect(new Map(known.map(({ eventId, invalid }) => [eventId, invalid]))).toEqual(
        new Map([
          [9_000_002n, 'data_centre'],
          [5_000n, null],
        ]),
      );
      const judged =
        'SELECT toString(invalid) AS invalid, toUInt32(count()) AS events, toInt32(sum(withheld_micros)) AS kept FROM';
      for (const table of ['events', 'events_by_campaign'])
        expect(
          await events.query({
            sql: `${judged} ${table} FINAL GROUP BY invalid ORDER BY invalid`,
            scope: { kind: 'all' },
          }),
        ).toEqual([
          { invalid: 'data_centre', events: 1, kept: 5_000 },
          { invalid: 'none', events: EVENTS - 2_016 + 1, kept: 0 },
        ]);
      // Reasons added by later migrations are stored, copied in campaign order, sealed and archived like the original
      // reasons.
      await events.insert(
        INVALID_REASONS.map((invalid, at) =>
          makeStoredEvent({
            timestampMs: nowMs,
            eventId: 9_100_000n + BigInt(at),
            outletKey: 8,
            localDay: '2026-03-12',
            invalid,
            amountMicros: 0,
            ownerMicros: 0,
            withheldMicros: 10,
            withheldOwnerMicros: 3,
          }),
        ),
      );
      const reasons = (table: string) =>
        events.query({
          sql: `SELECT DISTINCT toString(invalid) AS reason FROM ${table} WHERE withheld_micros = 10 ORDER BY reason`,
          scope: { kind: 'all' },
        });
      const all = [...INVALID_REASONS].sort().map((reason) => ({ reason }));
      for (const table of ['events', 'events_by_campaign']) expect(await reasons(table)).toEqual(all);
      nowMs += WEEK_MS + 10 * MINUTE_MS;
      const job = createSealJob(events, ledger, () => nowMs);
      await job.runNow();
      expect(await job.compareNow()).toMatchObject({
        differences: [],
        repairedWeeks: [],
        repairedDays: [],
        losses: [],
      });
      expect(await reasons('sealed_invalid')).toEqual(all);
    },
  );
});
