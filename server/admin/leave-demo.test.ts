import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { NO_LETTERHEAD } from '../billing/draw-letter.ts';
import { findNewestLetterhead } from '../billing/letterhead-queries.ts';
import { readConfig } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { OF_ACCOUNTS } from '../databases/accounts/demo-traces.ts';
import { type Engine, sqliteEngine } from '../databases/accounts/testing/open-engines.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import { refuseDemoTraces } from '../start/refuse-demo-traces.ts';
import { makeCustomer, makeOutlet, makeUser } from '../testing/makers.ts';
import { leaveDemo } from './program.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const folder = mkdtempSync(join(tmpdir(), 'voltboard-leave-'));
let engine: Engine;
let accounts: AccountsDb;
const printed: string[] = [];

beforeAll(async () => {
  engine = sqliteEngine(folder);
  accounts = await engine.openMigrated();
});
afterAll(async () => {
  await engine.remove();
  rmSync(folder, { recursive: true, force: true });
});

const config = { ...readConfig({ DATA_DIR: folder, NODE_ENV: 'test' }), keys: fixedKeys('the keys of a test') };
const leave = (isSure: boolean) =>
  leaveDemo({ accounts, config, now: () => NOW, print: (line) => void printed.push(line) }, isSure);
const start = (over: object = {}) => refuseDemoTraces({ demo: false, production: true, ...over }, accounts);
const rows = async (table: 'users' | 'mails' | 'sessions' | 'outlets' | 'customers') =>
  (await accounts.selectFrom(table).selectAll().execute()).length;

test('an installation that never had a demo starts, and has no demo to leave', async () => {
  await start();
  await expect(leave(true)).rejects.toThrow('never had a demo');
});

test('an installation with a demo does not start in production until only its network is left', async () => {
  const customer = await makeCustomer(accounts);
  const outlet = await makeOutlet(accounts, { customerId: customer.id });
  const guest = await makeUser(accounts, { role: 'admin', email: 'guest@stranger.example' });
  const demo = await makeUser(accounts, { role: 'admin' });
  await accounts.updateTable('users').set({ demo: 1 }).where('id', '=', demo.id).execute();
  await accounts
    .insertInto('sessions')
    .values({
      id: 's',
      user_id: guest.id,
      created_at: NOW,
      last_used_at: NOW,
      expires_at: NOW + 1,
      ended_at: null,
      ip: '',
      user_agent: '',
    })
    .execute();
  const key = { id: 'k', key_hash: 'h', prefix: 'vb_', outlet_id: outlet.id, customer_id: null, label: '' };
  const ends = { created_at: NOW, revoked_at: null, last_used_at: null, expires_at: null };
  await accounts
    .insertInto('access_keys')
    .values({ ...key, ...ends })
    .execute();
  const keysFile = join(folder, 'demo-keys.json');
  writeFileSync(keysFile, '{}');

  await expect(start()).rejects.toThrow(/had a demo.*leave-demo/);
  await start({ demo: true });
  await start({ production: false });
  await leave(false);
  expect(printed.at(-2)).toBe(
    'To be removed: 2 accounts, 0 emails and 0 messages. To be revoked: 1 outlet key. Customers, venues, outlets, campaigns, prices, the ledger with its documents, and all events are kept. Payout accounts, pending payouts and the letterhead are removed.',
  );
  await expect(start()).rejects.toThrow('had a demo');

  await leave(true);
  await start();
  expect([await rows('users'), await rows('sessions'), await rows('mails')]).toEqual([0, 0, 0]);
  expect([await rows('customers'), await rows('outlets')]).toEqual([1, 1]);
  expect(await accounts.selectFrom('access_keys').select('revoked_at').execute()).toEqual([{ revoked_at: NOW }]);
  expect(existsSync(keysFile)).toBe(false);
  const last = await accounts.selectFrom('audit_log').selectAll().orderBy('id', 'desc').executeTakeFirstOrThrow();
  expect(last.action).toBe('installation.left-demo');
});

test('no more money moves because of data that administrators of a demo entered', async () => {
  const owners = [await makeCustomer(accounts), await makeCustomer(accounts), await makeCustomer(accounts)];
  const boss = await makeUser(accounts, { role: 'admin', demo: 1 });
  const run = { minimum_cents: 1, proposed_at: NOW, proposed_by_id: boss.id, decided_by_id: null, why: '' };
  await accounts
    .insertInto('payout_runs')
    .values([
      { ...run, id: 'run-1', number: 1, state: 'approved', decided_at: NOW },
      { ...run, id: 'run-2', number: 2, state: 'proposed', decided_at: null },
    ])
    .execute();
  const payout = { customer_name: 'x', amount_cents: 5, paid_on: null, paid_at: null, returned_at: null, why: '' };
  const states = ['approved', 'paid', 'proposed'] as const;
  await accounts
    .insertInto('payouts')
    .values(
      states.map((state, at) => ({
        ...payout,
        id: `payout-${at}`,
        run_id: at < 2 ? 'run-1' : 'run-2',
        state,
        customer_id: owners[at]?.id ?? '',
      })),
    )
    .execute();
  const refund = { customer_name: 'x', amount_cents: 5, reason: 'x', proposed_at: NOW, proposed_by_id: boss.id };
  const undecided = { decided_at: null, decided_by_id: null, paid_on: null, paid_at: null, returned_at: null, why: '' };
  await accounts
    .insertInto('refunds')
    .values(
      states.map((state, at) => ({
        ...refund,
        ...undecided,
        id: `refund-${at}`,
        number: at + 1,
        payee_revision: 0,
        state,
        customer_id: owners[at]?.id ?? '',
      })),
    )
    .execute();
  const payee = { customer_id: owners[0]?.id ?? '', holder: 'x', account: '', bank: '', changed_at: NOW };
  await accounts
    .insertInto('payees')
    .values({ ...payee, changed_by_id: boss.id })
    .execute();
  const seal = {
    customer_id: payee.customer_id,
    sealed: 'x',
    revision: 1,
    confirmed_at: NOW,
    confirmed_by_id: boss.id,
  };
  await accounts.insertInto('payee_seals').values(seal).execute();
  const letter = { name: 'Invented', address: 'a', tax_id: 't', contact: 'c', payment: 'here', logo: '' };
  await accounts
    .insertInto('letterheads')
    .values({ ...letter, id: 'letter', made_at: NOW + 5, made_by: 'x' })
    .execute();

  await leave(true);
  expect(await accounts.selectFrom('payees').selectAll().execute()).toEqual([]);
  expect(await accounts.selectFrom('payee_seals').selectAll().execute()).toEqual([]);
  const payouts = await accounts.selectFrom('payouts').select('state').orderBy('id').execute();
  expect(payouts.map(({ state }) => state)).toEqual(['returned', 'paid', 'declined']);
  const refunds = await accounts.selectFrom('refunds').select('state').orderBy('id').execute();
  expect(refunds.map(({ state }) => state)).toEqual(['returned', 'paid', 'declined']);
  const runs = await accounts.selectFrom('payout_runs').select('state').orderBy('number').execute();
  expect(runs.map(({ state }) => state)).toEqual(['approved', 'declined']);
  const newest = await findNewestLetterhead(accounts);
  expect(newest).toMatchObject({ ...NO_LETTERHEAD, made_at: NOW + 6 });
});

test('covers every table that refers to accounts', async () => {
  const tables = await accounts.introspection.getTables();
  const naming = tables.filter(({ columns }) => columns.some(({ name }) => name === 'user_id'));
  expect(naming.length).toBeGreaterThan(8);
  for (const { name } of naming) expect(OF_ACCOUNTS).toContain(name);
});
