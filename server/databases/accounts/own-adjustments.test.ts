import { sql } from 'kysely';
import { afterAll, expect, test } from 'vitest';
import { makeCustomer, makeOutlet } from '../../testing/makers.ts';
import { knownBefore, migrateAccounts } from './migrate-accounts.ts';
import { describeOnEngines } from './testing/open-engines.ts';

const NAME = '0075-own-adjustments';

describeOnEngines('a rebuilt table of adjustments', (engine) => {
  afterAll(() => engine.remove());

  test('keeps its rows and the references to them', async () => {
    const accounts = await engine.open();
    await migrateAccounts(
      accounts,
      knownBefore('9999').filter((name) => name !== NAME),
    );
    const { id: owner } = await makeCustomer(accounts);
    const { id: outlet } = await makeOutlet(accounts, { customerId: owner });
    await sql`insert into objections (id, customer_id, outlet_id, day, reason, words, state, raised_at, raised_by, answer)
      values ('o', ${owner}, ${outlet}, '2026-10-02', 'bot', 'No', 'accepted', 1, 'owner', 'Yes')`.execute(accounts);
    await sql`insert into adjustments (id, objection_id, made_at, made_by, reason, outlet_id, day, invalid)
      values ('a', 'o', 5, 'admin', 'Objection', ${outlet}, '2026-10-02', 'bot')`.execute(accounts);
    await sql`insert into adjustment_lines values ('a', 1, 2, 3, 4, 5, 600, 180)`.execute(accounts);
    await sql`insert into billing_months (month, from_at, to_at) values ('2026-10', 1, 2)`.execute(accounts);
    await sql`insert into documents (id, kind, month, customer_id, customer_key, customer_name, currency, time_zone,
      cut_off_at, layout) values ('d', 'statement', '2026-10', ${owner}, 1, 'Owner', 'USD', 'UTC', 1, 1)`.execute(
      accounts,
    );
    await sql`insert into document_lines (document_id, place, kind, month, of_key, part, item, mark, views, clicks, burns,
      amount_micros, owner_micros, micros, adjustment_id)
      values ('d', 0, 'adjustment', '2026-10', 1, '', '', '', 0, 0, 0, 600, 180, 180, 'a')`.execute(accounts);
    const rows = async () => ({
      adjustments: await accounts.selectFrom('adjustments').selectAll().execute(),
      lines: await accounts.selectFrom('adjustment_lines').selectAll().execute(),
      documented: await accounts.selectFrom('document_lines').select(['document_id', 'adjustment_id']).execute(),
    });
    const before = await rows();
    expect(before.adjustments).toHaveLength(1);

    await migrateAccounts(accounts);
    expect(await rows()).toEqual(before);
    const own = { id: 'b', objection_id: null, made_at: 6, made_by: 'admin', reason: 'So', outlet_id: null };
    await accounts
      .insertInto('adjustments')
      .values({ ...own, day: null, invalid: null })
      .execute();
    const line = { owner_key: 1, advertiser_key: 2, campaign_key: 3, flight_key: 4, events: 0 };
    const [known] = before.lines;
    expect(known).toMatchObject({ ...line, events: 5 });
    const lineOf = (id: string) =>
      accounts
        .insertInto('adjustment_lines')
        .values({ ...line, adjustment_id: id, amount_micros: 1, owner_micros: 1 })
        .execute();
    await lineOf('b');
    await expect(lineOf('nowhere')).rejects.toThrow(/foreign key/i);
    const again = { ...own, id: 'c', objection_id: 'o', day: null, invalid: null };
    await expect(accounts.insertInto('adjustments').values(again).execute()).rejects.toThrow(/unique/i);
    await expect(accounts.deleteFrom('adjustments').where('id', '=', 'a').execute()).rejects.toThrow(/foreign key/i);
  });
});
