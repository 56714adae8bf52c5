import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EventsUnavailableError } from '#event-store/events-db.ts';
import { readInstallation } from '#event-store/installation.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { openTestEvents, type TestEvents } from '#event-store/testing/open-test-events.ts';
import { adoptEvents } from '../admin/program.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { givenNumbers } from '../databases/accounts/installation-facts.ts';
import { type Engine, sqliteEngine } from '../databases/accounts/testing/open-engines.ts';
import { makeCustomer } from '../testing/makers.ts';
import { pairStores } from './pair-stores.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-pair-'));
let store: TestEvents;
const engines: Engine[] = [];
let clock = Date.UTC(2026, 10, 21, 12);
const now = () => clock;

beforeAll(async () => {
  store = await openTestEvents();
});
afterAll(async () => {
  await store.close();
  for (const engine of engines) await engine.remove();
  rmSync(folder, { recursive: true, force: true });
});

async function newAccounts(): Promise<AccountsDb> {
  const engine = sqliteEngine(join(folder, String(engines.length)));
  engines.push(engine);
  return engine.openMigrated();
}

const pair = (accounts: AccountsDb) => pairStores({ accounts, events: store.events, now });
const adopt = (accounts: AccountsDb) => adoptEvents({ accounts, now, print: () => {} });
const keyOfNewCustomer = async (accounts: AccountsDb) => {
  const { id } = await makeCustomer(accounts);
  return (await accounts.selectFrom('customers').select('key').where('id', '=', id).executeTakeFirstOrThrow()).key;
};

let first: AccountsDb;

test('pairs stores without an id silently, and the same pair restarts any number of times', async () => {
  first = await newAccounts();
  for (let customer = 0; customer < 9; customer += 1) await makeCustomer(first);
  await store.events.insert([
    makeStoredEvent({ customerKey: 7, outletKey: 0, campaignKey: 0, flightKey: 0, advertiserKey: 0 }),
  ]);
  await pair(first);
  const id = await readInstallation(store.events.engine);
  expect(id).toMatch(/^[0-9a-f-]{36}$/);
  await pair(first);
  await makeCustomer(first);
  await pair(first);
  expect(await readInstallation(store.events.engine)).toBe(id);
});

test('nothing starts after the accounts are lost, and after an adoption no number is assigned a second time', async () => {
  const fresh = await newAccounts();
  await expect(pair(fresh)).rejects.toThrow(
    /^The accounts store is lost or an older copy than the events store. The events contain customers up to number 7, the accounts store up to 0\. .*admin -- adopt-events/,
  );
  await adopt(fresh);
  await pair(fresh);
  expect(await keyOfNewCustomer(fresh)).toBe(8);
  await pair(fresh);
  const entry = await fresh.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(entry).toMatchObject({ action: 'installation.events-adopted', actor: 'command line' });
});

test.each([
  ['outlets', { outletKey: 40 }],
  ['customers', { advertiserKey: 41, campaignKey: 0 }],
  ['campaigns', { campaignKey: 42, advertiserKey: 1 }],
  ['flights', { flightKey: 43, advertiserKey: 1 }],
] as const)('detects an older copy of the accounts by numbers of %s', async (table, keys) => {
  const known = { customerKey: 7, outletKey: 0, advertiserKey: 0, campaignKey: 0, flightKey: 0 };
  const number = Math.max(...Object.values(keys));
  await store.events.insert([makeStoredEvent({ ...known, ...keys, eventId: BigInt(number) })]);
  await expect(pair(first)).rejects.toThrow(`The events contain ${table} up to number ${number}`);
  await adopt(first);
  await pair(first);
  expect((await givenNumbers(first))[table]).toBe(number);
});

test('detects an older copy of either store, even if it lacks no number, and recomputes what flights spent', async () => {
  const { events } = store;
  const facts = () => first.selectFrom('settings').selectAll().where('name', 'like', 'start%').execute();
  await pair(first);
  const before = await facts();
  await pair(first);
  const after = await facts();
  expect(after).not.toEqual(before);

  const putBack = async (rows: typeof before) => {
    for (const { name, value } of rows)
      await first.updateTable('settings').set({ value }).where('name', '=', name).execute();
  };
  await first.insertInto('flight_spend').values({ flight_key: 43, spent_micros: 5, days: '{}' }).execute();
  await putBack(before);
  await expect(pair(first)).rejects.toThrow(
    /^The accounts store is an older copy than the events store\. It lacks changes made after \d{4}-\d\d-\d\d \d\d:\d\d\. .*admin -- adopt-events/,
  );
  await adopt(first);
  await pair(first);
  await pair(first);
  expect(await first.selectFrom('flight_spend').selectAll().execute()).toEqual([]);

  const id = await readInstallation(events.engine);
  await events.engine.command('TRUNCATE TABLE installation');
  await events.engine.command(
    `INSERT INTO installation (id, made_at) VALUES ('${id}', toDateTime('2026-11-20 08:30:00', 'UTC'))`,
  );
  await expect(pair(first)).rejects.toThrow(
    'The events store is an older copy than the accounts store. It lacks events stored after 2026-11-20 08:30.',
  );
  await adopt(first);
  await pair(first);
  await pair(first);
});

test('a start that was killed between the two stores makes neither of them an older copy', async () => {
  await pair(first);
  const started = await first
    .selectFrom('settings')
    .select('value')
    .where('name', '=', 'started')
    .executeTakeFirstOrThrow();
  await pair(first);
  // Simulate that the last write to the accounts store was lost.
  await first.updateTable('settings').set(started).where('name', '=', 'started').execute();
  await pair(first);
  await pair(first);
});

test('a full disk keeps no pair from starting, and makes neither store an older copy', async () => {
  const { engine } = store.events;
  const shards = engine.shards.map((shard) => ({
    ...shard,
    command: () => Promise.reject(new EventsUnavailableError('The disk of the events store is full.', true)),
  }));
  const full = { ...store.events, engine: { ...engine, shards } };
  await pairStores({ accounts: first, events: full, now });
  await pair(first);
  await pair(first);
});

test('accounts of another installation do not start, and an old intent to adopt does not count', async () => {
  const other = await newAccounts();
  await adopt(other);
  await pair(other);
  await store.events.engine.command('TRUNCATE TABLE installation');
  await expect(pair(other)).rejects.toThrow('The events store is new or an older copy');
  await adopt(other);
  await pair(other);

  await store.events.engine.command('TRUNCATE TABLE installation');
  const stranger = await newAccounts();
  await adopt(stranger);
  await pair(stranger);
  await expect(pair(other)).rejects.toThrow('belong to two different installations');
  await adopt(other);
  clock += 3_600_001;
  await expect(pair(other)).rejects.toThrow('belong to two different installations');
  await adopt(other);
  await pair(other);
  await pair(other);
});
