import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { describeOnEngines } from '../databases/accounts/testing/open-engines.ts';
import { fixedKeys } from '../keys/testing/keys-of-test.ts';
import { eventually } from '../testing/eventually.ts';
import { type Delivery, startDelivery } from './deliver-mails.ts';
import { createMail, type MailOrder } from './mail.ts';
import { linkIn, type MailSink, openMailSink } from './testing/mail-sink.ts';
import { createUnsubscribeLinks } from './unsubscribe-link.ts';

const NOW = Date.UTC(2026, 10, 21, 12);
const CONFIG = {
  networkName: 'Voltboard',
  mailFrom: 'no-reply@outlets.example',
  mailReplyTo: 'support@outlets.example',
  publicUrl: 'https://outlets.example',
  keys: fixedKeys('one secret'),
};
const ORDER: MailOrder = {
  to: 'maria@hotel.example',
  kind: 'verify-email',
  subject: 'Verify your e-mail — größer',
  content: {
    heading: 'Welcome <b>Maria</b>',
    paragraphs: ['You & <script>alert(1)</script> are welcome.'],
    facts: [{ label: 'From', value: '"203.0.113.9"' }],
    action: { label: 'Verify', path: '/verify-email' },
    note: 'Ignore it otherwise.',
  },
  token: { value: 'a-token_1', expiresAt: NOW + HOUR_MS },
};

const LETTERHEAD = {
  id: 'head',
  made_by: 'boss@outlets.example',
  name: 'Harbor Network',
  address: '',
  tax_id: '',
  contact: '',
  payment: '',
  logo: '',
};

describeOnEngines('delivery of mails', (engine) => {
  let accounts: AccountsDb;
  let clock = NOW;
  let sink: MailSink;
  const running: Delivery[] = [];
  const now = () => clock;
  const mail = createMail({ config: { ...CONFIG, smtpUrl: 'smtp://127.0.0.1' }, now });
  /** Starts the delivery in a process whose own clock may be wrong. All processes share one clock. */
  const deliverTo = (smtpUrl: string, aheadMs = 0) => {
    const clocks = { now: () => clock + aheadMs, time: async () => clock };
    const delivery = startDelivery({ config: CONFIG, smtpUrl, accounts, ...clocks, report: () => undefined });
    running.push(delivery);
    return delivery;
  };
  const stored = () => accounts.selectFrom('mails').selectAll().orderBy('id').execute();

  beforeAll(async () => {
    accounts = await engine.openMigrated();
  });
  afterEach(async () => {
    for (const delivery of running.splice(0)) await delivery.close();
    await sink.close();
    await accounts.deleteFrom('mails').execute();
    clock = NOW;
  });
  afterAll(() => engine.remove());

  test.each([3, -3])(
    'with a clock that is %i days wrong, steals no mail from another process and delays none',
    async (days) => {
      sink = await openMailSink();
      await mail.send(accounts, ORDER);
      // Another process is sending it.
      await accounts
        .updateTable('mails')
        .set({ leased_until: clock + MINUTE_MS })
        .execute();
      const wrong = deliverTo(sink.url, days * DAY_MS);
      await wrong.runNow();
      expect(sink.received).toEqual([]);
      clock += MINUTE_MS;
      // The process with the wrong clock delayed the mail for the usual time.
      const [address] = [sink.url];
      await sink.close();
      await deliverTo(address, days * DAY_MS).runNow();
      const [row] = await stored();
      expect([row?.attempts, (row?.next_at ?? 0) > clock, (row?.next_at ?? 0) <= clock + MINUTE_MS]).toEqual([
        1,
        true,
        true,
      ]);
      clock += MINUTE_MS;
      sink = await openMailSink();
      await deliverTo(sink.url, days * DAY_MS).runNow();
      expect(sink.received).toHaveLength(1);
      expect((await stored())[0]).toMatchObject({ status: 'sent', sent_at: clock });
    },
  );

  test('a mail arrives once, as text and HTML, with its content escaped', async () => {
    sink = await openMailSink();
    await mail.send(accounts, { ...ORDER, replyTo: 'guest@hotel.example' });
    await deliverTo(sink.url).runNow();
    const [received, ...more] = sink.received;
    expect(more).toEqual([]);
    expect(received).toMatchObject({
      envelopeTo: 'maria@hotel.example',
      subject: ORDER.subject,
      from: { name: 'Voltboard', address: 'no-reply@outlets.example' },
      replyTo: [{ address: 'guest@hotel.example' }],
      date: '2026-11-21T12:00:00.000Z',
    });
    const [row] = await stored();
    expect(received?.messageId).toBe(`<${row?.id}@outlets.example>`);
    expect(linkIn(received ?? {})).toMatchObject({ url: 'https://outlets.example/verify-email?token=a-token_1' });
    expect(received?.text).toContain('You & <script>alert(1)</script> are welcome.');
    const html = received?.html ?? '';
    expect(html).toContain('You &amp; &lt;script&gt;alert(1)&lt;/script&gt; are welcome.');
    expect(html).toContain('href="https://outlets.example/verify-email?token=a-token_1"');
    expect(html).toContain('prefers-color-scheme: dark');
    expect(html).not.toMatch(/<script|<img|<link|url\(|<b>/);
    expect(row).toMatchObject({ status: 'sent', attempts: 1, sealed_token: null, sent_at: NOW });
  });

  test('every mail names its sender, its organization and where replies go; only some can be stopped', async () => {
    sink = await openMailSink();
    await accounts
      .insertInto('letterheads')
      .values({ ...LETTERHEAD, made_at: NOW })
      .execute();
    await mail.send(accounts, ORDER);
    const about = { notification: 'flight_approved', userId: '01900000-0000-7000-8000-0000000000a1' } as const;
    clock += 1;
    await mail.send(accounts, { ...ORDER, about });
    clock += 1;
    await mail.send(accounts, { ...ORDER, about: { ...about, notification: 'security' } });
    await deliverTo(sink.url).runNow();
    await accounts.deleteFrom('letterheads').execute();
    expect(sink.received).toHaveLength(3);
    for (const { from, replyTo, text = '', html = '' } of sink.received) {
      expect([from?.name, replyTo?.[0]?.address]).toEqual(['Harbor Network', 'support@outlets.example']);
      expect(text).toContain('Sent by Harbor Network to maria@hotel.example. Replies');
      expect(html).toContain('Sent by Harbor Network to maria@hotel.example. Replies go to support@outlets.example.');
    }
    const links = sink.received.map(({ headers }) =>
      ['list-unsubscribe', 'list-unsubscribe-post'].map((key) => headers.find((one) => one.key === key)?.value),
    );
    const link = createUnsubscribeLinks(CONFIG).linkOf({
      notification: 'flight_approved',
      unsubscriber: `user:${about.userId}`,
    });
    expect(links.filter(([first]) => first !== undefined)).toEqual([[`<${link}>`, 'List-Unsubscribe=One-Click']]);
    expect(sink.received.filter(({ text }) => text?.includes(String(link)))).toHaveLength(1);
  });

  test('mails wait while the mail server is away, and arrive once when it is back', async () => {
    const first = await openMailSink();
    await first.close();
    const delivery = deliverTo(first.url);
    for (let count = 0; count < 5; count += 1) await mail.send(accounts, ORDER);
    await delivery.runNow();
    expect((await stored()).map(({ status }) => status)).toEqual(Array(5).fill('queued'));
    expect((await stored())[0]).toMatchObject({ attempts: 1, last_error: expect.stringContaining('ECONNREFUSED') });
    sink = await openMailSink(first.port);
    clock += 1_000;
    await delivery.runNow();
    expect(sink.received).toHaveLength(5);
    expect(new Set(sink.received.map(({ messageId }) => messageId)).size).toBe(5);
  });

  test('another process sends a mail of a dead process after its lease', async () => {
    const silent = createServer(() => undefined).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    const { port } = silent.address() as { port: number };
    await mail.send(accounts, ORDER);
    void deliverTo(`smtp://127.0.0.1:${port}`).runNow();
    await eventually(async () => expect((await stored())[0]?.leased_until).toBeGreaterThan(NOW));
    sink = await openMailSink();
    const other = deliverTo(sink.url);
    await other.runNow();
    expect(sink.received).toEqual([]);
    clock += MINUTE_MS;
    await other.runNow();
    expect(sink.received).toHaveLength(1);
    silent.close();
  });

  test('several servers on one store send each mail once', async () => {
    sink = await openMailSink();
    for (let count = 0; count < 20; count += 1) await mail.send(accounts, ORDER);
    const deliveries = [deliverTo(sink.url), deliverTo(sink.url), deliverTo(sink.url)];
    await Promise.all(deliveries.map((delivery) => delivery.runNow()));
    await sink.arrived((mails) => mails.length >= 20);
    expect(sink.received).toHaveLength(20);
    expect(new Set(sink.received.map(({ messageId }) => messageId)).size).toBe(20);
  });

  test('waits after a temporary failure and stops after a refusal, and neither blocks other mails', async () => {
    sink = await openMailSink();
    const delivery = deliverTo(sink.url);
    await mail.send(accounts, ORDER);
    sink.refuse('452 mailbox busy');
    await delivery.runNow();
    expect((await stored())[0]).toMatchObject({ status: 'queued', next_at: NOW + 30_000 });
    sink.refuse('550 no such mailbox');
    await mail.send(accounts, { ...ORDER, to: 'nobody@hotel.example' });
    await delivery.runNow();
    sink.refuse(null);
    clock += 30_000;
    await delivery.runNow();
    expect(sink.received.map(({ envelopeTo }) => envelopeTo)).toEqual(['maria@hotel.example']);
    expect((await stored())[1]).toMatchObject({
      status: 'failed',
      last_error: expect.stringContaining('no such mailbox'),
    });
  });

  test('never sends a mail with an expired link or to an address of the demo', async () => {
    sink = await openMailSink();
    await mail.send(accounts, ORDER);
    await mail.send(accounts, { ...ORDER, to: 'owner@demo.voltboard.example' });
    clock += HOUR_MS;
    await deliverTo(sink.url).runNow();
    expect(sink.received).toEqual([]);
    expect((await stored()).map(({ status }) => status)).toEqual(['failed', 'held']);
  });
});
