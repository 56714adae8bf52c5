import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { IngestAnswer, OutletEvent } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { EventsDb, StoredEvent } from '#event-store/events-db.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import type { Change } from '../../../live/live-changes.ts';
import { createTestApp, TEST_NOW } from '../../../testing/create-test-app.ts';
import type { TestStores } from '../../../testing/test-stores.ts';
import { createNetworkBuilder } from './lay-network.ts';

/** The server's time until a test changes it. */
export const NOW = TEST_NOW;

/** Returns a valid event. A test overrides the fields that it checks. */
export function outletEvent(overrides: Partial<OutletEvent> & { eui: string }): OutletEvent {
  return { id: randomUUID(), type: 'view', timestamp: new Date(NOW - MINUTE_MS).toISOString(), ...overrides };
}

type SendOptions = { readonly key?: string; readonly headers?: Record<string, string> };

/**
 * Opens the entire app, with an events store that a test can make fail. `beforeInsert` and `afterInsert` run around
 * each insert.
 */
export async function openTestIngest(env: Readonly<Record<string, string>> = {}, stores?: TestStores, rules?: 'first') {
  const faults: Faults = {
    beforeInsert: async () => undefined,
    afterInsert: async () => undefined,
  };
  const test = await createTestApp({
    env,
    ...(stores === undefined ? {} : { stores }),
    ...(rules === undefined ? {} : { rules }),
    wrapEvents: (events) => withFaults(events, faults),
  });
  const { app, accounts, events, clock } = test;
  // Another ingestor has its own budgets, as another process does.
  const { budgets, ...dependencies } = test.dependencies;
  const changes: Change[] = [];
  dependencies.live.subscribe((change) => changes.push(change));

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
    app,
    env: test.env,
    accounts,
    events,
    ingestor: dependencies.ingestor,
    dependencies,
    clock,
    faults,
    changes,
    network: createNetworkBuilder(accounts),
    sendRaw,
    /** Sends events and expects status 200. */
    send: async (sent: readonly unknown[], key: string): Promise<IngestAnswer> => {
      const response = await sendRaw(JSON.stringify(sent), { key });
      if (response.statusCode !== 200) throw new Error(`${response.statusCode}: ${response.body}`);
      return response.json<IngestAnswer>();
    },
    stored: () => readStored(events),
    close: test.close,
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

type Faults = {
  beforeInsert(rows: readonly StoredEvent[]): Promise<void>;
  afterInsert(): Promise<void>;
};

const withFaults = (store: EventsDb, faults: Faults): EventsDb => ({
  query: (read) => store.query(read),
  stream: (read) => store.stream(read),
  findEvents: (eventIds) => store.findEvents(eventIds),
  findFollowers: (wanted) => store.findFollowers(wanted),
  hasInsertEnded: (insert) => store.hasInsertEnded(insert),
  seal: () => store.seal(),
  isReady: () => store.isReady(),
  close: () => store.close(),
  insert: async (rows) => {
    await faults.beforeInsert(rows);
    await store.insert(rows);
    await faults.afterInsert();
  },
});

/** Reads everything in the events store, oldest first, with numbers as numbers. */
async function readStored(events: EventsDb): Promise<StoredRow[]> {
  const rows = await events.query<StoredRow>({
    sql: `SELECT customer_id, device_id, toUnixTimestamp64Milli(ts) AS at, event_id, kind, local_day, advertiser_id, campaign_id,
        flight_id, amount_micros AS amount, owner_micros AS owner, toInt32(energy_milli_wh) AS energy, energy_metered AS metered,
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
