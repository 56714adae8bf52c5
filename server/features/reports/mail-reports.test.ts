import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { Dependencies } from '../../dependencies.ts';
import { accountName } from '../../http/costly-requests.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCustomer, makeUser } from '../../testing/makers.ts';
import { createReportMails } from './mail-reports.ts';

let server: TestApp;
/** Keys of customers whose figures cannot be read. `slow` is the customer whose figures are slow to read. */
const failing = new Set<number>();
let resolved = 0;
let slow: { readonly customerKey: number; readonly until: Promise<void> } | null = null;

beforeAll(async () => {
  server = await createTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:1' } });
});
afterAll(() => server.close());

function needs(): Dependencies {
  const { dependencies } = server;
  const resolve: Dependencies['figures']['resolve'] = async (asked, atMs) => {
    const key = asked.scope.kind === 'all' ? 0 : asked.scope.customerKey;
    resolved += 1;
    if (failing.has(key)) throw new Error('the figures cannot be read');
    if (slow?.customerKey === key) await slow.until;
    return dependencies.figures.resolve(asked, atMs);
  };
  return { ...dependencies, figures: { ...dependencies.figures, resolve } };
}

/** Creates an owner with this number of reports that are due at this hour. */
async function makeOwner(name: string, reports: number): Promise<{ id: string; key: number }> {
  const { accounts, clock } = server;
  const owner = await makeCustomer(accounts, { name });
  const user = await makeUser(accounts, { role: 'property', customerId: owner.id });
  for (let at = 0; at < reports; at += 1) {
    const id = `${name}-${at}`;
    const times = { created_at: clock.ms, updated_at: clock.ms };
    // One transaction, so that concurrent workers see no report without its recipients.
    await accounts.transaction().execute(async (tx) => {
      await tx
        .insertInto('saved_reports')
        .values({
          id,
          user_id: user.id,
          customer_id: owner.id,
          name: id,
          name_key: id,
          shared: 0,
          version: 1,
          ...times,
          question: JSON.stringify({ metrics: 'views', range: '7d' }),
        })
        .execute();
      await tx
        .insertInto('report_schedules')
        .values({
          id,
          report_id: id,
          every_span: 'day',
          weekday: 1,
          day_of_month: 1,
          hour: 0,
          time_zone: 'UTC',
          format: 'csv',
          next_at: clock.ms - HOUR_MS + at,
          created_at: clock.ms,
        })
        .execute();
      await tx.insertInto('report_recipients').values({ schedule_id: id, user_id: user.id }).execute();
    });
  }
  return owner;
}

const deliveredTo = async (name: string) => {
  const rows = await server.accounts.selectFrom('report_deliveries').select('report_id').execute();
  return rows.filter(({ report_id: id }) => id.startsWith(`${name}-`)).length;
};
const triesOf = async (name: string) => {
  const rows = await server.accounts.selectFrom('report_schedules').select(['id', 'failures']).execute();
  return rows.filter(({ id }) => id.startsWith(`${name}-`)).map(({ failures }) => failures);
};

test('any number of failing reports delays no other report, and each is retried with a growing delay', async () => {
  const broken = await makeOwner('broken', 60);
  failing.add(broken.key);
  server.clock.ms += MINUTE_MS;
  await makeOwner('whole', 2);
  const mails = createReportMails(needs());
  await expect(mails.runNow()).rejects.toThrow('cannot be read');
  expect(await deliveredTo('whole')).toBe(2);
  expect(await triesOf('broken')).toEqual(Array(60).fill(1));
  await mails.runNow();
  expect(await triesOf('broken')).toEqual(Array(60).fill(1));
  server.clock.ms += MINUTE_MS;
  await expect(mails.runNow()).rejects.toThrow('cannot be read');
  server.clock.ms += MINUTE_MS;
  await mails.runNow();
  expect(await triesOf('broken')).toEqual(Array(60).fill(2));
  failing.clear();
  server.clock.ms += MINUTE_MS;
  await mails.runNow();
  expect([await deliveredTo('broken'), new Set(await triesOf('broken'))]).toEqual([60, new Set([0])]);
});

test('a slow report blocks only its own worker, also for reports that become due later', async () => {
  const late = await makeOwner('late', 1);
  let letGo: () => void = () => undefined;
  const until = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  slow = { customerKey: late.key, until };
  const mails = createReportMails(needs());
  const first = mails.runNow();
  await makeOwner('quick', 3);
  await mails.runNow();
  expect([await deliveredTo('quick'), await deliveredTo('late')]).toEqual([3, 0]);
  // Another process does not take the slow report either.
  await createReportMails(needs()).runNow();
  letGo();
  await first;
  expect(await deliveredTo('late')).toBe(1);
});

test.each([-10, 10])(
  'a process whose clock is %i minutes off mails reports by the store’s clock, and takes none that another process makes',
  async (minutes) => {
    const { clock } = server;
    const off = () => clock.ms + minutes * MINUTE_MS;
    const own = createReportMails({ ...needs(), time: async () => clock.ms });
    const wrong = createReportMails({ ...needs(), now: off, time: async () => clock.ms });
    const name = minutes < 0 ? 'behind' : 'ahead';
    const late = await makeOwner(`${name}-late`, 1);
    let letGo: () => void = () => undefined;
    slow = {
      customerKey: late.key,
      until: new Promise<void>((resolve) => {
        letGo = resolve;
      }),
    };
    resolved = 0;
    const first = own.runNow();
    await makeOwner(`${name}-quick`, 1);
    await wrong.runNow();
    // Each report was made once, and the slow one by the process that leased it.
    expect([resolved, await deliveredTo(`${name}-quick`), await deliveredTo(`${name}-late`)]).toEqual([2, 1, 0]);
    letGo();
    await first;
    expect(await deliveredTo(`${name}-late`)).toBe(1);
    // Both are due next on the following day of the store's clock.
    const next = await server.accounts.selectFrom('report_schedules').select(['id', 'next_at']).execute();
    const [one, other] = [`${name}-late-0`, `${name}-quick-0`].map((id) => next.find((row) => row.id === id)?.next_at);
    expect([one, (one ?? 0) > clock.ms]).toEqual([other, true]);
  },
);

test('does not mail a report whose maker lost the right to mail', async () => {
  const { accounts } = server;
  const owner = await makeOwner('demoted', 1);
  const set = (standing: 'manager' | 'viewer') =>
    accounts.updateTable('users').set({ standing }).where('customer_id', '=', owner.id).execute();
  await set('viewer');
  await createReportMails(needs()).runNow();
  const rows = await accounts.selectFrom('report_deliveries').selectAll().execute();
  expect(rows.filter(({ report_id: id }) => id === 'demoted-0')).toMatchObject([
    { mail_id: null, reason: 'The creator of the report is no longer allowed to send it.' },
  ]);
});

test('a late mail has the range of its due time, says that it is late, and every missed due time is listed', async () => {
  const before = server.clock.ms;
  // The report is due on 31 December at 23:00, and is created on 4 January, after four days of outage.
  const dueMs = Date.UTC(2026, 11, 31, 23);
  await makeOwner('outage', 1);
  await server.accounts
    .updateTable('saved_reports')
    .set({ question: JSON.stringify({ metrics: 'views', range: 'this-month' }) })
    .where('id', '=', 'outage-0')
    .execute();
  const schedule = { next_at: dueMs, hour: 23, time_zone: 'UTC' };
  await server.accounts.updateTable('report_schedules').set(schedule).where('id', '=', 'outage-0').execute();
  server.clock.ms = Date.UTC(2027, 0, 4, 12);
  await createReportMails(needs()).runNow();
  const lines = await server.accounts
    .selectFrom('report_deliveries')
    .leftJoin('mails', 'mails.id', 'report_deliveries.mail_id')
    .select(['report_deliveries.due_at', 'report_deliveries.reason', 'mails.subject', 'mails.content'])
    .where('report_deliveries.report_id', '=', 'outage-0')
    .orderBy('report_deliveries.due_at')
    .execute();
  expect(lines.map(({ due_at: at }) => new Date(at).toISOString().slice(0, 13))).toEqual([
    '2026-12-31T23',
    '2027-01-01T23',
    '2027-01-02T23',
    '2027-01-03T23',
  ]);
  expect(lines[0]?.subject).toContain('Dec');
  expect(lines[0]?.content).toContain('This email is late.');
  expect(lines.slice(1).every(({ reason }) => reason.startsWith('Skipped'))).toBe(true);
  server.clock.ms = before;
});

test('a mailed report waits for a slot of its maker, like an interactive one, and delays no other report', async () => {
  const { accounts, dependencies } = server;
  const busy = await makeOwner('busy', 1);
  const maker = accounts.selectFrom('users').select('id').where('customer_id', '=', busy.id);
  const account = accountName((await maker.executeTakeFirstOrThrow()).id);
  const places = await Promise.all([1, 2].map(() => dependencies.costlyWork.enter(account)));
  const run = createReportMails(needs()).runNow();
  await makeOwner('idle', 1);
  await createReportMails(needs()).runNow();
  expect([await deliveredTo('idle'), await deliveredTo('busy')]).toEqual([1, 0]);
  for (const returnUnused of places) returnUnused?.();
  await run;
  expect(await deliveredTo('busy')).toBe(1);
  // The slot is free again.
  expect(await dependencies.costlyWork.enter(account)).not.toBeNull();
});
