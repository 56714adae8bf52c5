import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fastify, { type LightMyRequestResponse } from 'fastify';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import { type Config, readConfig } from '../../../config.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import { migrateAccounts, openAccounts } from '../../../databases/accounts/open-accounts.ts';
import { createSealLedger } from '../../../databases/accounts/seal-ledger.ts';
import type { EventsDb, StoredEvent } from '../../../databases/events/events-db.ts';
import { openEvents } from '../../../databases/events/open-events.ts';
import { addErrorHandler } from '../../../http/error-handler.ts';
import { type Change, createLiveChanges } from '../../../live-changes.ts';
import { createIngestor } from '../ingestor.ts';
import { ingestRoutes } from '../routes.ts';
import { createNetworkBuilder } from './lay-network.ts';

/** The instant that the server believes it is, until a test sets another. */
export const NOW = Date.UTC(2026, 10, 21, 12, 0, 0);

/** An event in order; a test overrides what it is about. */
export function outletEvent(overrides: Partial<OutletEvent> & { eui: string }): OutletEvent {
  return { id: randomUUID(), type: 'view', timestamp: new Date(NOW - 60_000).toISOString(), ...overrides };
}

type SendOptions = { readonly key?: string; readonly headers?: Record<string, string> };

/**
 * The ingest routes on both real stores in a folder of their own. `faults` lets a test make the events store fail: it is called
 * before each insert.
 */
export async function openTestIngest(settings: Partial<Config> = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'voltboard-ingest-'));
  const config = { ...readConfig({ DATA_DIR: dataDir, DEMO: 'off' }), ...settings };
  const accounts = await openAccounts({ dataDir });
  await migrateAccounts(accounts);
  const clock = { now: NOW };
  const now = () => clock.now;
  const store = await openEvents({ dataDir }, createSealLedger(accounts), now);
  const faults: { beforeInsert: (rows: readonly StoredEvent[]) => Promise<void>; afterInsert: () => Promise<void> } = {
    beforeInsert: async () => undefined,
    afterInsert: async () => undefined,
  };
  const events: EventsDb = {
    query: (read) => store.query(read),
    stream: (read) => store.stream(read),
    findEvents: (eventIds) => store.findEvents(eventIds),
    seal: () => store.seal(),
    isReady: () => store.isReady(),
    close: () => store.close(),
    insert: async (rows) => {
      await faults.beforeInsert(rows);
      await store.insert(rows);
      await faults.afterInsert();
    },
  };
  const live = createLiveChanges();
  const changes: Change[] = [];
  live.subscribe((change) => changes.push(change));
  const ingestor = createIngestor({ config, accounts, events, live, now });
  const app = fastify();
  addErrorHandler(app);
  app.register(ingestRoutes({ accounts, ingestor, now }), { prefix: '/api' });
  await app.ready();

  function sendRaw(body: string | Buffer, { key, headers }: SendOptions = {}): Promise<LightMyRequestResponse> {
    return app.inject({
      method: 'POST',
      url: '/api/ingest/events',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
        ...headers,
      },
      body,
    });
  }

  return {
    accounts,
    events,
    ingestor,
    clock,
    faults,
    changes,
    network: createNetworkBuilder(accounts),
    sendRaw,
    /** Sends events and expects 200. */
    send: async (sent: readonly unknown[], key: string): Promise<IngestAnswer> => {
      const response = await sendRaw(JSON.stringify(sent), { key });
      if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`);
      return response.json<IngestAnswer>();
    },
    stored: () => readStored(events),
    close: async () => {
      await app.close();
      await ingestor.close();
      await events.close();
      await accounts.destroy();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
export type TestIngest = Awaited<ReturnType<typeof openTestIngest>>;

export type StoredRow = {
  customer_id: number;
  device_id: number;
  at: number;
  event_id: string;
  kind: string;
  local_day: string;
  advertiser_id: number;
  campaign_id: number;
  flight_id: number;
  amount: number;
  owner: number;
  energy: number;
  metered: boolean;
  view_id: string;
  fingerprint: string;
  ip: string;
  cryptic: string;
};

/** Everything in the events store, oldest first, with numbers as numbers. */
async function readStored(events: EventsDb): Promise<StoredRow[]> {
  const rows = await events.query<StoredRow>({
    sql: `SELECT customer_id, device_id, toUnixTimestamp64Milli(ts) AS at, event_id, kind, local_day, advertiser_id, campaign_id,
        flight_id, amount_micros AS amount, owner_micros AS owner, energy_milli_wh AS energy, energy_metered AS metered,
        view_id, lower(hex(fingerprint)) AS fingerprint, toString(ip) AS ip, cryptic
      FROM events FINAL ORDER BY ts, event_id`,
    scope: { kind: 'all' },
  });
  return rows.map((row) => ({ ...row, at: Number(row.at), amount: Number(row.amount), owner: Number(row.owner) }));
}

export async function lastSeen(accounts: AccountsDb, outletId: string): Promise<number | null> {
  const row = await accounts
    .selectFrom('outlets')
    .select('last_seen_at')
    .where('id', '=', outletId)
    .executeTakeFirstOrThrow();
  return row.last_seen_at;
}
