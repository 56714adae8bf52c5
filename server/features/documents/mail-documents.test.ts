import { createHash } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { startDelivery } from '../../mail/deliver-mails.ts';
import { openMailSink } from '../../mail/testing/mail-sink.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeUser } from '../../testing/makers.ts';
import { createTestBilling } from '../../testing/test-billing.ts';
import { sendReminders } from '../money/send-reminders.ts';
import { mailDocuments } from './mail-documents.ts';

/** The events store uses the machine's clock. */
const NOW = Date.now();
const [YEAR, MONTH] = [new Date(NOW).getUTCFullYear(), new Date(NOW).getUTCMonth()];
const LAST = new Date(Date.UTC(YEAR, MONTH - 1, 1)).toISOString().slice(0, 7);

let server: TestApp;
let sponsor: { id: string; key: number };
let invoiceDueAt: number;

beforeAll(async () => {
  // Nothing is delivered, because the test app runs no jobs.
  server = await createTestApp({ env: { SMTP_URL: 'smtp://127.0.0.1:9', NETWORK_TIME_ZONE: 'UTC' } });
  server.clock.ms = NOW;
  const { accounts, events } = server;
  const owner = await makeCustomer(accounts, { name: 'Harbour Hotel' });
  sponsor = await makeCustomer(accounts, { kind: 'advertiser', name: 'Brightwater' });
  const outlet = await makeOutlet(accounts, { customerId: owner.id });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id });
  const flight = await makeFlight(accounts, { campaignId: campaign.id });
  const keys = { customerKey: owner.key, outletKey: outlet.key, flightKey: flight.key, campaignKey: campaign.key };
  const event = { ...keys, advertiserKey: sponsor.key, timestampMs: Date.parse(`${LAST}-20T12:00:00Z`) };
  await events.insert([makeStoredEvent({ ...event, eventId: 1n, amountMicros: 50_000_000, ownerMicros: 15_000_000 })]);
  await makeUser(accounts, { role: 'property', customerId: owner.id, email: 'keeper@harbour.example' });
  await makeUser(accounts, { role: 'advertiser', customerId: sponsor.id, email: 'buyer@brightwater.example' });
  await accounts
    .updateTable('customers')
    .set({ billing_email: 'bills@brightwater.example' })
    .where('id', '=', sponsor.id)
    .execute();
  await (await createTestBilling(server, NOW)).close(LAST);
  const { due_at } = await accounts
    .selectFrom('documents')
    .select('due_at')
    .where('kind', '=', 'invoice')
    .executeTakeFirstOrThrow();
  invoiceDueAt = due_at ?? 0;
});
afterAll(() => server.close());

async function takeMails() {
  const mails = await server.accounts
    .selectFrom('mails')
    .leftJoin('mail_attachments', 'mail_attachments.mail_id', 'mails.id')
    .select(['mails.to_email', 'mails.subject', 'mails.unsubscriber', 'mails.content', 'mail_attachments.name'])
    .select('mail_attachments.content as file')
    .orderBy('mails.to_email')
    .execute();
  await server.accounts.deleteFrom('mails').execute();
  return mails;
}

test('a final document is mailed once, with its PDF, to the users and to the billing address', async () => {
  const { accounts, dependencies } = server;
  for (let round = 0; round < 2; round += 1) await mailDocuments(dependencies);
  const hashes = await accounts.selectFrom('documents').select(['kind', 'pdf_sha256']).orderBy('kind').execute();
  const mails = await takeMails();
  expect(mails.map(({ to_email: to, name }) => [to, name])).toEqual([
    ['bills@brightwater.example', 'I-000001.pdf'],
    ['buyer@brightwater.example', 'I-000001.pdf'],
    ['keeper@harbour.example', 'S-000001.pdf'],
  ]);
  const sent = mails.map(({ file }) =>
    createHash('sha256')
      .update(Buffer.from(file ?? '', 'base64'))
      .digest('hex'),
  );
  const [invoice, statement] = hashes.map(({ pdf_sha256: hash }) => hash);
  expect(sent).toEqual([invoice, invoice, statement]);
  expect(mails[0]).toMatchObject({
    subject: expect.stringMatching(/^Invoice I-000001 of .* is final$/),
    unsubscriber: `customer:${sponsor.id}`,
  });
  const inApp = await accounts.selectFrom('notifications').select(['kind', 'detail']).orderBy('detail').execute();
  expect(inApp).toEqual([
    { kind: 'document_final', detail: '$15.00' },
    { kind: 'document_final', detail: '$50.00' },
  ]);
});

test('a document does not reach a billing address that has changed', async () => {
  const { accounts, config, clock, dependencies } = server;
  const sink = await openMailSink();
  const delivery = startDelivery({ config, smtpUrl: sink.url, accounts, now: () => clock.ms, report: () => undefined });
  const setAddress = (email: string) =>
    accounts.updateTable('customers').set({ billing_email: email }).where('id', '=', sponsor.id).execute();
  try {
    for (const changes of [false, true]) {
      await accounts.deleteFrom('document_mails').execute();
      await mailDocuments(dependencies);
      if (changes) await setAddress('other@brightwater.example');
      await delivery.runNow();
    }
  } finally {
    await delivery.close();
    await sink.close();
    await setAddress('bills@brightwater.example');
  }
  expect(sink.received.map(({ envelopeTo }) => envelopeTo)).toEqual(['bills@brightwater.example']);
  const [mail] = sink.received;
  expect(mail?.attachments.map(({ filename }) => filename)).toEqual(['I-000001.pdf']);
  expect(mail?.text).toContain('Sent by Voltboard to Brightwater.');
  const header = (key: string) => mail?.headers.find((one) => one.key === key)?.value ?? '';
  expect(header('list-unsubscribe')).toMatch(/^<http:\/\/localhost:4000\/api\/unsubscribe\?token=.*>$/);
  expect(header('list-unsubscribe-post')).toBe('List-Unsubscribe=One-Click');
  const failed = await accounts.selectFrom('mails').select('to_email').where('status', '=', 'failed').execute();
  expect(failed).toEqual([{ to_email: 'bills@brightwater.example' }]);
  await takeMails();
});

const receivables = async () => {
  const answer = await server.app.inject({ url: '/api/admin/money', headers: await server.asRole('admin') });
  return answer.json().advertisers[0];
};

test('an overdue invoice is reminded of once per level, until it is paid', async () => {
  const { clock, dependencies } = server;
  const subjects: [number, string][] = [];
  expect((await receivables()).reminder).toBeNull();
  for (const day of [-1, 0, 2, 3, 4, 13, 14, 15, 30, 40]) {
    clock.ms = invoiceDueAt + day * DAY_MS;
    for (let round = 0; round < 2; round += 1) await sendReminders(dependencies);
    const mails = await takeMails();
    for (const { subject } of mails.filter(({ to_email: to }) => to.startsWith('buyer'))) subjects.push([day, subject]);
    expect(mails.length % 2).toBe(0);
  }
  expect(subjects).toEqual([
    [3, 'Payment reminder: Invoice I-000001'],
    [14, 'Second notice: Invoice I-000001'],
    [30, 'Final notice: Invoice I-000001'],
  ]);
  expect(await receivables()).toMatchObject({
    customer: { name: 'Brightwater' },
    overdue: 50,
    reminder: { level: 3, at: new Date(invoiceDueAt + 30 * DAY_MS).toISOString() },
  });
});

test('a paid invoice is not reminded of', async () => {
  const { accounts, clock, dependencies } = server;
  await accounts.deleteFrom('payment_reminders').execute();
  await accounts.deleteFrom('notifications').execute();
  const payload = {
    customer_id: sponsor.id,
    amount: 50,
    paid_on: new Date(clock.ms - 2 * DAY_MS).toISOString().slice(0, 10),
    reference: 'Transfer',
    sending_id: newId(),
  };
  const headers = await server.asRole('admin');
  const paid = await server.app.inject({ method: 'POST', url: '/api/payments', headers, payload });
  expect(paid.statusCode, paid.body).toBe(200);
  clock.ms += MINUTE_MS;
  await sendReminders(dependencies);
  expect(await takeMails()).toEqual([]);
});
