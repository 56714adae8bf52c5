import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { entryHash } from '../ledger/ledger-hash.ts';
import { OCTOBER, openBilling } from './testing/billing-fixture.ts';

let fixture: Awaited<ReturnType<typeof openBilling>>;
beforeAll(async () => {
  fixture = await openBilling();
  await fixture.billingOf(fixture.accounts).close('2037-11');
});
afterAll(() => fixture.close());

test('the store rejects entries that do not sum to zero, and every change of a stored entry', async () => {
  const { accounts } = fixture;
  const entry = {
    at: 1,
    kind: 'payment',
    reason: '',
    author: '',
    hash: 'x',
    left_postings: 0,
    left_micros: 0,
  } as const;
  const book = (reference: string, postings: number, amounts: readonly number[]) =>
    accounts.transaction().execute(async (tx) => {
      await tx
        .insertInto('ledger_entries')
        .values({ ...entry, seq: 9_000, reference, postings })
        .execute();
      for (const [place, micros] of amounts.entries())
        await tx
          .insertInto('ledger_postings')
          .values({ entry_seq: 9_000, place, account: 'rounding', micros })
          .execute();
    });
  await expect(book('unbalanced', 2, [5, -4])).rejects.toThrow(/foreign key/i);
  await expect(book('too few', 3, [5, -5])).rejects.toThrow(/foreign key/i);
  const more = { entry_seq: 1, place: 90, account: 'rounding', micros: 7 };
  await expect(accounts.insertInto('ledger_postings').values(more).execute()).rejects.toThrow(/foreign key/i);
  for (const change of [
    accounts.updateTable('ledger_postings').set({ micros: 1 }).where('entry_seq', '=', 1),
    accounts.updateTable('ledger_entries').set({ reason: 'other' }).where('seq', '=', 1),
    accounts.updateTable('ledger_entries').set({ left_micros: 3 }).where('seq', '=', 1),
    accounts.deleteFrom('ledger_postings').where('entry_seq', '=', 1),
    accounts.deleteFrom('ledger_entries').where('seq', '=', 1),
  ])
    await expect(change.execute()).rejects.toThrow('the ledger is append-only');
});

test('reports tampering with an entry behind the triggers and with a line, and accepts late events', async () => {
  const { accounts, billingOf, deliver, engine, places, flights } = fixture;
  if (engine.name === 'PostgreSQL') return;
  await sql`drop trigger ledger_entries_no_update`.execute(accounts);
  await accounts.updateTable('ledger_entries').set({ reason: 'other' }).where('seq', '=', 2).execute();
  const line = await accounts
    .selectFrom('document_lines')
    .selectAll()
    .where('kind', '=', 'delivery')
    .executeTakeFirstOrThrow();
  await accounts
    .updateTable('document_lines')
    .set({ micros: line.micros + 1 })
    .where('document_id', '=', line.document_id)
    .where('place', '=', line.place)
    .execute();
  await deliver([{ ...places[0], ...flights[0], timestampMs: OCTOBER, amountMicros: 5, ownerMicros: 1 }]);
  const { faults } = await billingOf(accounts).verify();
  expect(faults).toEqual([
    'Entry 2 of the ledger was changed.',
    expect.stringMatching(/^The lines of [SI]-00000\d add up to \d+ micro-dollars, not \d+\.$/),
  ]);
  // Changes the last entry together with its hash, which only the head of the ledger still detects.
  const entries = accounts.selectFrom('ledger_entries').selectAll().orderBy('seq', 'desc');
  const last = await entries.executeTakeFirstOrThrow();
  const before = await entries.offset(1).limit(1).executeTakeFirstOrThrow();
  const moved = await accounts
    .selectFrom('ledger_postings')
    .select(['account', 'micros'])
    .where('entry_seq', '=', last.seq)
    .orderBy('place')
    .execute();
  const hash = entryHash(before.hash, { ...last, reason: 'other' }, moved);
  await accounts.updateTable('ledger_entries').set({ reason: 'other', hash }).where('seq', '=', last.seq).execute();
  expect((await billingOf(accounts).verify()).faults).toContain(`Entry ${last.seq} of the ledger was changed.`);
});
