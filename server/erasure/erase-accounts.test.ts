import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS } from '#domain/durations.ts';
import { verifyAudit } from '../audit/verify-audit.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { makeJob } from '../imports/testing/make-job.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeUser } from '../testing/makers.ts';
import { eraseDeletedAccounts } from './erase-accounts.ts';
import { allowRewriting, SIGNED } from './erasure-queries.ts';

const EMAIL = 'greta.gone@erased.example';
const IP = '203.0.113.77';

describeOnEngines('erasure', (engine) => {
  let accounts: AccountsDb;
  let id: string;

  beforeAll(async () => {
    accounts = await engine.openMigrated();
    ({ id } = await makeUser(accounts, { role: 'admin', email: EMAIL }));
    await accounts
      .updateTable('users')
      .set({ first_name: 'Gretalina', phone_number: '+1 555 7700', deleted_at: DAY_MS })
      .where('id', '=', id)
      .execute();
    const times = { created_at: 1, expires_at: 9, used_at: null };
    await accounts
      .insertInto('sessions')
      .values({
        id: 's',
        user_id: id,
        created_at: 1,
        last_used_at: 1,
        expires_at: 9,
        ended_at: 2,
        ip: IP,
        user_agent: 'Gretalina browser',
      })
      .execute();
    await accounts
      .insertInto('avatars')
      .values({ id: 'a', user_id: id, image: 'Gretalina.png', created_at: 1 } as never)
      .execute();
    await accounts
      .insertInto('identities')
      .values({
        id: 'i',
        user_id: id,
        provider: 'google',
        issuer: 'x',
        subject: 'y',
        email: EMAIL,
        created_at: 1,
        last_used_at: 1,
      })
      .execute();
    await accounts
      .insertInto('account_tokens')
      .values({ id: 't', purpose: 'reset', user_id: id, password_hash: null, asked_from: IP, ...times })
      .execute();
    await accounts
      .insertInto('account_requests')
      .values({ id: 'r', kind: 'reset', email_key: EMAIL, password_hash: null, asked_from: IP, created_at: 1 })
      .execute();
    await accounts
      .insertInto('contact_messages')
      .values({
        id: 'c',
        user_id: id,
        name: 'Gretalina',
        email: EMAIL,
        message: 'Hello',
        search_key: `gretalina ${EMAIL} hello`,
        sent_at: 1,
        read_at: null,
        deleted_at: null,
      })
      .execute();
    const mail = {
      id: 'm',
      kind: 'notice',
      to_email: EMAIL,
      to_key: EMAIL,
      reply_to: '',
      subject: 'Hello Gretalina',
      content: '{}',
      sealed_token: null,
      expires_at: null,
      status: 'sent',
      attempts: 1,
      next_at: 0,
      leased_until: 0,
      last_error: '',
      created_at: 1,
      sent_at: 2,
      asked_from: IP,
    } as const;
    await accounts.insertInto('mails').values(mail).execute();
    const notice = {
      ...mail,
      id: 'n',
      to_email: 'boss@x.example',
      to_key: 'boss@x.example',
      reply_to: EMAIL,
      subject: 'A message',
    };
    await accounts.insertInto('mails').values(notice).execute();
    const others = {
      ...mail,
      id: 'o',
      to_email: 'boss@x.example',
      to_key: 'boss@x.example',
      subject: 'Of others',
      asked_from: '',
    };
    await accounts.insertInto('mails').values(others).execute();
    const { id: customer_id } = await makeCustomer(accounts, { kind: 'advertiser' });
    const flight = await makeFlight(accounts, {
      campaignId: (await makeCampaign(accounts, { customerId: customer_id })).id,
    });
    await accounts.updateTable('flights').set({ submitted_by: EMAIL }).execute();
    const proposal = { flight_id: flight.id, id: 'p', fields: '{}', made_at: 1, made_by_id: id };
    await accounts
      .insertInto('flight_proposals')
      .values({ ...proposal, made_by: `${EMAIL} (token Nightly)` })
      .execute();
    const creative = { id: 'cr', flight_id: flight.id, name: 'Wide', duration_seconds: 9, created_at: 1 };
    await accounts.insertInto('creatives').values(creative).execute();
    const decision = { creative_id: 'cr', customer_id, decision: 'accepted' as const, reason: '', decided_at: 1 };
    await accounts
      .insertInto('creative_decisions')
      .values({ ...decision, decided_by: EMAIL })
      .execute();
    const outlet = await makeOutlet(accounts, { customerId: customer_id });
    const rules = { id: 'tr', valid_from: 1, visitor_seconds: 9, outlet_pace: 1, data_centre: 0 } as const;
    await accounts
      .insertInto('traffic_rules')
      .values({ ...rules, silent_minutes: null, made_by: EMAIL })
      .execute();
    const letterhead = {
      id: 'l',
      made_at: 1,
      name: 'Pier',
      address: '',
      tax_id: '',
      contact: '',
      payment: '',
      logo: '',
    };
    await accounts
      .insertInto('letterheads')
      .values({ ...letterhead, made_by: `${EMAIL} (token Nightly)` })
      .execute();
    const raised = { id: 'ob', customer_id, outlet_id: outlet.id, day: '1970-01-01', reason: 'outlet_pace' } as const;
    const settled = { words: 'No', state: 'accepted', answer: '', raised_at: 1, decided_at: 2 } as const;
    await accounts
      .insertInto('objections')
      .values({ ...raised, ...settled, raised_by: EMAIL, raised_by_id: id, decided_by: `boss (viewing as ${EMAIL})` })
      .execute();
    await accounts
      .insertInto('adjustments')
      .values({
        id: 'ad',
        objection_id: 'ob',
        made_at: 2,
        reason: '',
        outlet_id: outlet.id,
        day: raised.day,
        invalid: raised.reason,
        made_by: EMAIL,
      })
      .execute();
    const boss = { actorId: null, actor: 'boss@x.example', ip: '192.0.2.1' };
    await writeAudit(accounts, {
      ...boss,
      at: 1,
      action: 'user.created',
      subject: EMAIL,
      detail: { id, role: 'admin' },
    });
    await writeAudit(accounts, {
      at: 2,
      actorId: id,
      actor: EMAIL,
      ip: IP,
      action: 'session.started',
      subject: EMAIL.toUpperCase(),
      detail: { ip: IP },
    });
    await writeAudit(accounts, {
      ...boss,
      at: 3,
      action: 'user.changed',
      subject: EMAIL,
      detail: { id, first_name: { before: 'Gretalina', after: 'Greta' } },
    });
    const found = JSON.stringify({ findings: [{ message: `${EMAIL.toUpperCase()} is the last administrator` }] });
    for (const job of [{ actor: `boss@x.example (viewing as ${EMAIL})` }, { result: found }])
      await makeJob(accounts, { ...job, state: 'refused', ended_at: 3, is_clean: 1 });
    await writeAudit(accounts, { ...boss, at: 4, action: 'customer.created', subject: 'Pier House', detail: {} });
  });
  afterAll(() => engine.remove());

  const traces = async (): Promise<string[]> => {
    const tables = await accounts.introspection.getTables();
    const found: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`select * from ${sql.table(name)}`.execute(accounts);
      for (const row of rows)
        if (/greta|203\.0\.113\.77|555 7700/i.test(JSON.stringify(row))) found.push(`${name}: ${JSON.stringify(row)}`);
    }
    return found;
  };

  test('no table contains the address, the name or the IP any more, and the audit log still verifies', async () => {
    expect((await traces()).length).toBeGreaterThan(8);
    await eraseDeletedAccounts(accounts, 31 * DAY_MS);
    expect((await traces()).length).toBeGreaterThan(8);
    await eraseDeletedAccounts(accounts, 31 * DAY_MS + 1);
    expect(await traces()).toEqual([]);
    expect(await verifyAudit(accounts)).toMatchObject({ entries: 5, faults: [] });
    const user = await accounts.selectFrom('users').select(['id', 'email_key']).where('id', '=', id).executeTakeFirst();
    expect(user).toEqual({ id, email_key: '' });
  });

  test('SIGNED lists every column that records who did something', async () => {
    const tables = await accounts.introspection.getTables();
    const columns = tables.flatMap(({ name, columns: own }) => own.map((column) => `${name},${column.name}`));
    // Other tests have their own schemas on the same server. A flight's `paused_by` is a side, not a person.
    const signed = new Set(columns.filter((column) => /_by$/.test(column) && column !== 'flights,paused_by'));
    expect([...signed].sort()).toEqual(SIGNED.map(String).sort());
  });

  test('finds an entry that another writer changed, even one that an erasure rewrote', async () => {
    await allowRewriting(accounts, true);
    for (const seq of [2, 4]) {
      const before = await accounts
        .selectFrom('audit_log')
        .select('subject')
        .where('seq', '=', seq)
        .executeTakeFirstOrThrow();
      await accounts.updateTable('audit_log').set({ subject: 'forged' }).where('seq', '=', seq).execute();
      expect((await verifyAudit(accounts)).faults).toEqual([{ kind: 'changed', from: seq, to: seq }]);
      await accounts.updateTable('audit_log').set(before).where('seq', '=', seq).execute();
    }
    await allowRewriting(accounts, false);
    expect((await verifyAudit(accounts)).faults).toEqual([]);
  });

  test("erases earlier addresses in any case, but keeps entries that name another person or an address that now is another person's", async () => {
    const now = 'ÜLI.New@erased.example';
    const { id: gone } = await makeUser(accounts, { role: 'unassigned', email: now });
    await accounts
      .updateTable('users')
      .set({ email_key: 'üli.new@erased.example', deleted_at: DAY_MS })
      .where('id', '=', gone)
      .execute();
    await makeUser(accounts, { role: 'unassigned', email: 'shared@erased.example' });
    const boss = { actorId: null, actor: 'boss@x.example', ip: '' };
    const own = { actorId: gone, ip: '198.51.100.9', action: 'session.started', detail: {} };
    const moved = (before: string, after: string) => ({ id: gone, email: { before, after } });
    const entries = [
      { ...own, at: 1, actor: 'Üli@erased.example', subject: 'ÜLI@erased.example' },
      {
        ...boss,
        at: 2,
        action: 'user.changed',
        subject: 'Üli@erased.example',
        detail: moved('Üli@erased.example', now),
      },
      { ...boss, at: 3, action: 'user.changed', subject: now, detail: moved('shared@erased.example', now) },
      { ...boss, at: 4, action: 'message.deleted', subject: '7', detail: { from: 'ÜLI@ERASED.example' } },
      { ...boss, at: 5, action: 'message.deleted', subject: '8', detail: { from: 'joüli@erased.example' } },
      { ...boss, at: 6, action: 'user.created', subject: 'shared@erased.example', detail: { first_name: 'Other' } },
    ];
    for (const entry of entries) await writeAudit(accounts, entry);
    const mail = await accounts.selectFrom('mails').selectAll().where('id', '=', 'o').executeTakeFirstOrThrow();
    const content = JSON.stringify({ heading: "'ÜLI@erased.example' wrote" });
    for (const row of [
      { ...mail, id: 'p', content },
      { ...mail, id: 'q', content: content.replace('ÜLI', 'joüli') },
    ])
      await accounts.insertInto('mails').values(row).execute();
    await eraseDeletedAccounts(accounts, 32 * DAY_MS);
    const dump = JSON.stringify([
      await accounts.selectFrom('audit_log').selectAll().orderBy('seq').execute(),
      await accounts.selectFrom('mails').selectAll().execute(),
      await accounts.selectFrom('users').selectAll().where('id', '=', gone).execute(),
    ]);
    expect(dump.match(/\w*üli/giu)).toEqual(['joüli', 'joüli']);
    expect(dump).not.toContain('198.51.100.9');
    expect(dump.match(/shared@erased/g)).toHaveLength(1);
    expect(dump).toContain('Other');
    expect((await verifyAudit(accounts)).faults).toEqual([]);
  });
});
