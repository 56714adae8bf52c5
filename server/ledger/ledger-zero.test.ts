import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';

const REFUSED = /append-only|foreign.key/i;

describeOnEngines('the store', (engine) => {
  let accounts: AccountsDb;
  beforeAll(async () => {
    accounts = await engine.openMigrated();
    await accounts
      .insertInto('ledger_accounts')
      .values({ name: 'rounding', kind: 'rounding', customer_id: null, opened_at: 0 })
      .execute();
  });
  afterAll(() => engine.remove());

  const enter = (tx: AccountsDb, seq: number, postings: number) =>
    tx
      .insertInto('ledger_entries')
      .values({
        seq,
        at: 1,
        kind: 'payment',
        reference: `entry ${seq}`,
        reason: '',
        author: '',
        hash: 'x',
        postings,
        left_postings: 0,
        left_micros: 0,
      })
      .execute();
  const post = (tx: AccountsDb, seq: number, amounts: readonly number[], from = 0) =>
    tx
      .insertInto('ledger_postings')
      .values(amounts.map((micros, at) => ({ entry_seq: seq, place: from + at, account: 'rounding', micros })))
      .execute();
  const say = (tx: AccountsDb, seq: number, left: { left_postings: number; left_micros: number }) =>
    tx.updateTable('ledger_entries').set(left).where('seq', '=', seq).execute();
  const inOne = (work: (tx: AccountsDb) => Promise<unknown>) =>
    accounts.transaction().execute(async (tx) => void (await work(tx)));
  const isThere = async (seq: number) =>
    (await accounts.selectFrom('ledger_entries').select('seq').where('seq', '=', seq).execute()).length === 1;

  test('accepts an entry of thousands of postings that sum to zero, in any order and groups', async () => {
    const amounts = Array.from({ length: 2_000 }, (_, at) => (at % 2 === 0 ? at + 1 : -at));
    await inOne(async (tx) => {
      await enter(tx, 1, amounts.length);
      for (let at = 0; at < amounts.length; at += 500) await post(tx, 1, amounts.slice(at, at + 500), at);
    });
    const left = await accounts.selectFrom('ledger_entries').select(['left_postings', 'left_micros']).execute();
    expect(left).toEqual([{ left_postings: 0, left_micros: 0 }]);
  });

  test('rejects an entry that does not sum to zero, even if it is declared complete in any steps', async () => {
    const NOTHING = { left_postings: 0, left_micros: 0 };
    const attempts: readonly ((tx: AccountsDb, seq: number) => Promise<unknown>)[] = [
      // Entries that are declared complete too early, with a wrong sum, or with a missing posting.
      (tx, seq) => enter(tx, seq, 2).then(() => say(tx, seq, NOTHING)),
      (tx, seq) =>
        enter(tx, seq, 2)
          .then(() => post(tx, seq, [5, -4]))
          .then(() => say(tx, seq, NOTHING)),
      (tx, seq) =>
        enter(tx, seq, 3)
          .then(() => post(tx, seq, [5, -5]))
          .then(() => say(tx, seq, NOTHING)),
      // Entries that are declared in single steps, which are not valid individually.
      (tx, seq) =>
        enter(tx, seq, 3)
          .then(() => say(tx, seq, { left_postings: 2, left_micros: -1 }))
          .then(() => post(tx, seq, [5, -4])),
      (tx, seq) =>
        enter(tx, seq, 2)
          .then(() => say(tx, seq, { left_postings: 1, left_micros: 0 }))
          .then(() => say(tx, seq, NOTHING)),
      (tx, seq) => enter(tx, seq, 2).then(() => post(tx, seq, [5, -5, 7, -7])),
      // Postings can't be added to a stored entry, and its declared gaps can't change.
      (tx) => post(tx, 1, [5, -5], 5_000),
      (tx) => post(tx, 1, [5, -5], 5_000).then(() => say(tx, 1, NOTHING)),
      (tx) => say(tx, 1, { left_postings: -1, left_micros: 0 }),
      (tx) => say(tx, 1, { left_postings: 0, left_micros: 3 }),
    ];
    for (const [at, attempt] of attempts.entries()) {
      await expect(
        inOne((tx) => attempt(tx, 100 + at)),
        `attempt ${at}`,
      ).rejects.toThrow(REFUSED);
      expect(await isThere(100 + at)).toBe(false);
    }
    expect((await accounts.selectFrom('ledger_postings').select('place').execute()).length).toBe(2_000);
  });

  test('replaces no stored row', async () => {
    const all = () =>
      Promise.all([
        accounts.selectFrom('ledger_entries').selectAll().execute(),
        accounts.selectFrom('ledger_postings').selectAll().orderBy('place').execute(),
      ]);
    const before = await all();
    const other = (column: string, value: string) =>
      sql.raw(
        `replace into ledger_entries select seq, at, kind, reference, reason, author, postings, hash, left_postings,
        left_micros from (select *, ${value} as told from ledger_entries)`.replace(
          ` ${column},`,
          ` told as ${column},`,
        ),
      );
    const attempts = [
      sql`replace into ledger_postings select entry_seq, place, account, micros from ledger_postings`,
      other('reason', `'another'`),
      other('seq', 'seq + 1'),
    ];
    for (const [at, attempt] of attempts.entries())
      await expect(
        inOne((tx) => attempt.execute(tx).then(() => say(tx, 1, { left_postings: 0, left_micros: 0 }))),
        `attempt ${at}`,
      ).rejects.toThrow(/append-only|syntax error/);
    expect(await all()).toEqual(before);
  });

  test('rejects an entry that does not sum to zero from a program that does not check foreign keys', async () => {
    const watch = (how: 'on' | 'off') =>
      sql
        .raw(`pragma foreign_keys = ${how}`)
        .execute(accounts)
        // PostgreSQL always checks them.
        .catch((error) => expect(String(error)).toMatch(/syntax error/));
    await watch('off');
    const entered = inOne((tx) => enter(tx, 200, 2).then(() => post(tx, 200, [5])));
    await expect(entered.finally(() => watch('on'))).rejects.toThrow(REFUSED);
    expect(await isThere(200)).toBe(false);
  });
});
