import type { Transaction } from 'kysely';
import { expect, test } from 'vitest';
import type { StoredEvent } from '#event-store/events-db.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { migrateAccounts } from '../databases/accounts/open-accounts.ts';
import type { AccountsSchema } from '../databases/accounts/schema.ts';
import { testEngines } from '../databases/accounts/testing/open-engines.ts';
import type { PurposeKeys } from '../keys/purpose-keys.ts';
import { fixedKeys, keysAtStart } from '../keys/testing/keys-of-test.ts';
import { createVisitorGate, type VisitorGate } from './visitor-gate.ts';

const VISITOR = 'fee1dead0badc0de5afe0ddba11f00d5';
const row = makeStoredEvent({ fingerprint: VISITOR });
const NOBODY = { ...row, fingerprint: '0'.repeat(32), ip: '::', cryptic: '' };

const shares = { hasInsertEnded: async () => true };
const gateWith = (accounts: AccountsDb, shared: boolean, keys: PurposeKeys) =>
  createVisitorGate({
    accounts,
    shared: shared ? shares : null,
    now: () => 0,
    config: { keys, visitorDataDays: null },
  });

const gateOf = async (accounts: AccountsDb, shared: boolean, secret = 'a'.repeat(40), previous: string | null = null) =>
  gateWith(accounts, shared, await keysAtStart(accounts, { secret, previous }));

async function storedBy(gate: VisitorGate, tx: Transaction<AccountsSchema> | null = null) {
  let stored: readonly StoredEvent[] = [];
  const store = async (rows: readonly StoredEvent[]) => {
    stored = rows;
  };
  await gate.insert([row], store, tx);
  return stored;
}

test.each(testEngines())(
  'on $name, an erasure waits only for running inserts that do not know of it yet',
  async (engine) => {
    const accounts = await engine.open();
    await migrateAccounts(accounts);
    // On servers, two processes; otherwise, one process that both erases and inserts.
    const shared = engine.name === 'PostgreSQL';
    const inserting = await gateOf(accounts, shared);
    const erasing = shared ? await gateOf(accounts, shared) : inserting;

    let begun = () => {};
    let end = () => {};
    const isBegun = new Promise<void>((resolve) => {
      begun = resolve;
    });
    const order: string[] = [];
    const inLocks = <T>(work: (tx: Transaction<AccountsSchema> | null) => Promise<T>) =>
      shared ? accounts.transaction().execute(work) : work(null);
    const storeSlowly = async (rows: readonly StoredEvent[]) => {
      expect(rows).toEqual([row]);
      begun();
      await new Promise<void>((resolve) => {
        end = resolve;
      });
      order.push('old insert');
    };
    const old = inLocks((tx) => inserting.insert([row], storeSlowly, tx));
    await isBegun;
    const erased = erasing.erase(VISITOR).then(() => order.push('erased'));
    await expect.poll(() => inLocks((tx) => storedBy(inserting, tx))).toEqual([NOBODY]);
    expect(order).toEqual([]);
    end();
    await Promise.all([old, erased]);
    expect(order).toEqual(['old insert', 'erased']);
    expect(await inLocks((tx) => storedBy(erasing, tx))).toEqual([NOBODY]);
    await accounts.destroy();
    await engine.remove();
  },
);

test('the list survives a change of the session secret, and a lost list is reported and can be restarted', async () => {
  const [engine] = testEngines();
  const accounts = await (engine?.open() ?? Promise.reject(new Error('no engine')));
  await migrateAccounts(accounts);
  expect(await (await gateOf(accounts, false)).keepReadable()).toBe(true);
  await (await gateOf(accounts, false)).erase(VISITOR);
  const kept = JSON.stringify([
    await accounts.selectFrom('erased_visitors').selectAll().execute(),
    await accounts.selectFrom('settings').selectAll().execute(),
  ]);
  expect(kept).not.toContain(VISITOR);

  const [first, second, third] = ['a', 'b', 'c'].map((letter) => letter.repeat(40));
  expect(await (await gateOf(accounts, false, second, first)).keepReadable()).toBe(true);
  expect(await (await gateOf(accounts, false, third, second)).keepReadable()).toBe(true);
  expect(await storedBy(await gateOf(accounts, false, third))).toEqual([NOBODY]);

  const lost = await gateOf(accounts, false, 'd'.repeat(40));
  expect(await lost.keepReadable()).toBe(false);
  expect(await storedBy(lost)).toEqual([row]);
  await lost.erase(VISITOR);
  expect(await storedBy(lost)).toEqual([NOBODY]);
  expect(await storedBy(await gateOf(accounts, false, third))).toEqual([NOBODY]);
  await accounts.destroy();
  await engine?.remove();
});

test('without a readable list nothing is stored, and the error does not blame the rows', async () => {
  const [engine] = testEngines();
  const accounts = await (engine?.open() ?? Promise.reject(new Error('no engine')));
  const failure = expect(storedBy(gateWith(accounts, false, fixedKeys('x')))).rejects;
  await failure.toMatchObject({ name: 'NothingStoredError', retryable: true });
  await accounts.destroy();
  await engine?.remove();
});
