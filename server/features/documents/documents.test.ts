import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Explanation } from '#contract/explain.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { makeStoredEvent } from '#event-store/testing/make-stored-event.ts';
import { createTestApp, type TestApp } from '../../testing/create-test-app.ts';
import { makeCampaign, makeCustomer, makeFlight, makeOutlet, makeVenue } from '../../testing/makers.ts';
import { createTestBilling } from '../../testing/test-billing.ts';

let server: TestApp;
let headers: Record<'owner' | 'other' | 'sponsor' | 'admin', { authorization: string }>;
let owner: { id: string; key: number };
let sponsor: { id: string };
let place: object;

/** The machine's clock, which the stores also use, so that "known on" means the same to the test and to the stores. */
const NOW = Date.now();
const month = (back: number) => {
  const now = new Date(NOW);
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - back, 1)).toISOString().slice(0, 7);
};
const LAST = month(1);
const IN_LAST = Date.parse(`${LAST}-20T12:00:00Z`);

const SENT_ID = '0193f0a2-7c1e-7b0a-9d53-0c7a51d0e8aa';

/** An invalid view, with its withheld amount. */
const JUDGED = {
  invalid: 'repeated',
  amountMicros: 0,
  ownerMicros: 0,
  withheldMicros: 1_000,
  withheldOwnerMicros: 300,
} as const;
const NOT_COUNTED = { reason: 'repeated', views: 1, clicks: 0, burns: 0 };

beforeAll(async () => {
  server = await createTestApp();
  server.clock.ms = NOW;
  const { accounts, events } = server;
  owner = await makeCustomer(accounts, { name: 'Harbour Hotel' });
  const other = await makeCustomer(accounts);
  sponsor = await makeCustomer(accounts, { kind: 'advertiser', name: 'Brightwater' });
  const venue = await makeVenue(accounts, { customerId: owner.id, name: 'Lobby' });
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id, eui: 'aa000000000000f1' });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id, name: 'Spring' });
  const flight = await makeFlight(accounts, { campaignId: campaign.id, code: 'SPRING-1' });
  const keys = { customerKey: owner.key, outletKey: outlet.key, flightKey: flight.key, campaignKey: campaign.key };
  place = { ...keys, advertiserKey: (sponsor as { key: number } & typeof sponsor).key };
  await events.insert([
    makeStoredEvent({
      ...place,
      eventId: 1n,
      sentId: SENT_ID,
      timestampMs: IN_LAST,
      amountMicros: 1_234_567,
      ownerMicros: 370_370,
    }),
    makeStoredEvent({ ...place, ...JUDGED, eventId: 9n, timestampMs: IN_LAST }),
    makeStoredEvent({ ...place, eventId: 2n, timestampMs: NOW - 1_000, amountMicros: 20_000, ownerMicros: 6_001 }),
  ]);
  headers = {
    owner: await server.asRole('property', owner.id),
    other: await server.asRole('property', other.id),
    sponsor: await server.asRole('advertiser', sponsor.id),
    admin: await server.asRole('admin'),
  };
});
afterAll(() => server.close());

const get = (url: string, who: keyof typeof headers) =>
  server.app.inject({ url: `/api/documents${url}`, headers: headers[who] });

test('shows a month before it is final, with the share for the owner and the cost for the advertiser', async () => {
  const { data } = (await get('', 'owner')).json();
  expect(data.map((one: { month: string; state: string; total: number }) => [one.month, one.state, one.total])).toEqual(
    [
      [month(0), 'open', 0.006001],
      [LAST, 'closing', 0.37037],
    ],
  );
  const shown = (await get(`/${data[1].id}`, 'owner')).json();
  expect(shown.lines).toEqual([
    {
      kind: 'delivery',
      month: LAST,
      part: 'Lobby',
      item: '',
      eui: 'AA000000000000F1',
      views: 1,
      clicks: 0,
      burns: 0,
      micros: '370370',
      not_counted: [{ ...NOT_COUNTED, withheld_micros: '300' }],
    },
  ]);
  const invoice = (await get(`/invoice-${LAST}-${sponsor.id}`, 'sponsor')).json();
  expect(invoice).toMatchObject({
    document: { total: 1.234567, number: null },
    lines: [{ part: 'Spring', item: 'SPRING-1', not_counted: [{ ...NOT_COUNTED, withheld_micros: '1000' }] }],
  });
  expect((await get(`/${data[1].id}/pdf`, 'owner')).statusCode).toBe(404);
});

test('returns only the documents of the customer that an administrator selects', async () => {
  for (const [customer, kind] of [
    [owner, 'statement'],
    [sponsor, 'invoice'],
  ] as const) {
    const { data, total } = (await get(`?cid=${customer.id}`, 'admin')).json();
    const ids = [month(0), LAST].map((name) => `${kind}-${name}-${customer.id}`);
    expect([data.map(({ id }: { id: string }) => id), total]).toEqual([ids, 2]);
  }
});

const explain = (id: string, query: string, who: keyof typeof headers) =>
  server.app.inject({ url: `/api/explain?document=${id}&${query}`, headers: headers[who] });
/** Checks that the parts add up to the total, for any breakdown. */
const expectSum = ({ parts, events, left_out: rest, total }: Explanation) =>
  expect(
    [...parts, ...events, ...(rest === null ? [] : [rest])].reduce((all, { amount }) => all + BigInt(amount), 0n),
  ).toBe(BigInt(total));

test('a document that is not final opens to lines, and a line to events, for its reader only', async () => {
  const cases = [
    { id: `statement-${LAST}-${owner.id}`, who: 'owner', total: '370370', other: '1234567', hidden: 'SPRING-1' },
    { id: `invoice-${LAST}-${sponsor.id}`, who: 'sponsor', total: '1234567', other: '370370', hidden: 'owner' },
    { id: `statement-${month(0)}-${owner.id}`, who: 'owner', total: '6001', other: '20000', hidden: 'SPRING-1' },
    { id: `invoice-${month(0)}-${sponsor.id}`, who: 'sponsor', total: '20000', other: '6001', hidden: 'owner' },
  ] as const;
  for (const { id, who, total, other, hidden } of cases) {
    const whole: Explanation = (await explain(id, '', who)).json();
    expect(whole).toMatchObject({ by: 'line', total, left_out: null, next_cursor: null, parts: [{ events: 1 }] });
    expectSum(whole);
    const line = `line=${whole.parts[0]?.id}`;
    const of: Explanation = (await explain(id, line, who)).json();
    for (const by of of.choices) {
      const told = await explain(id, `${line}&by=${by}`, who);
      expect(told.json(), `${id} ${by}`).toMatchObject({ total, left_out: null });
      expectSum(told.json());
      for (const word of [other, hidden, 'ip', 'fingerprint']) expect(told.body).not.toContain(`"${word}"`);
    }
    for (const stranger of ['other', who === 'owner' ? 'sponsor' : 'owner'] as const)
      for (const query of ['', line]) expect((await explain(id, query, stranger)).statusCode).toBe(404);
    for (const wrong of ['line=0', 'line=delivery-2020-01-X', `line=carried-${LAST}-`])
      expect((await explain(id, wrong, who)).statusCode, wrong).toBe(404);
    for (const wrong of ['range=7d', 'by=flight', 'figure=views'])
      expect((await explain(id, wrong, who)).statusCode, wrong).toBe(400);
  }
});

test('a final document has a number, whole cents, a carried remainder and an immutable PDF, for its reader only', async () => {
  const { accounts } = server;
  const letter = (name: string) => ({ name, address: '1 Pier Road', tax_id: '', contact: '', payment: '', logo: null });
  const write = async (name: string) => {
    const asked = { url: '/api/admin/letterhead', headers: headers.admin };
    const { since } = (await server.app.inject(asked)).json();
    return server.app.inject({ ...asked, method: 'PUT', payload: { ...letter(name), since } });
  };
  const address = (billing_address: string) =>
    accounts.updateTable('customers').set({ billing_address, tax_id: '04-7' }).where('id', '=', owner.id).execute();
  expect((await write('Harbour Network Inc.')).statusCode).toBe(200);
  await address('12 Harbor Walk, Boston');
  const billing = await createTestBilling(server, NOW);
  await billing.close(LAST);
  const id = `statement-${LAST}-${owner.id}`;
  const { document, lines } = (await get(`/${id}`, 'owner')).json();
  expect(document).toMatchObject({ state: 'final', number: 'S-000001', total: 0.37, carried: 0.00037, due_at: null });
  expect(lines.map((line: { kind: string; micros: string }) => [line.kind, line.micros])).toEqual([
    ['delivery', '370370'],
    ['carried-on', '-370'],
  ]);
  expect(lines[0].not_counted).toEqual([{ ...NOT_COUNTED, withheld_micros: '300' }]);
  const [head = '', first = ''] = (await get(`/${id}/csv`, 'owner')).body.slice(1).split('\r\n');
  const cells = new Map(head.split(',').map((name, at) => [name, first.split(',')[at]]));
  expect(
    ['gross_views', 'not_counted_views', 'views', 'not_counted_repeated', 'withheld', 'amount'].map((name) =>
      cells.get(name),
    ),
  ).toEqual(['2', '1', '1', '1', '0.000300', '0.370370']);
  const pdf = await get(`/${id}/pdf`, 'owner');
  expect(pdf.headers['content-type']).toBe('application/pdf');
  expect(createHash('sha256').update(pdf.rawPayload).digest('hex')).toBe(document.pdf_sha256);
  // Any reader can verify that the lines are those that the PDF names.
  const file = await get(`/${id}/lines`, 'owner');
  expect(createHash('sha256').update(file.rawPayload).digest('hex')).toBe(document.lines_sha256);
  expect(
    file.body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))[0],
  ).toMatchObject({
    place: 0,
    kind: 'delivery',
    views: 1,
    micros: '370370',
    not_counted: [{ ...NOT_COUNTED, withheld_micros: '300' }],
  });
  expect((await get(`/${id}/lines`, 'other')).statusCode).toBe(404);
  expect(document.ledger).toEqual({ seq: expect.any(Number), hash: expect.stringMatching(/^[0-9a-f]{64}$/) });
  // The events of the document, as each side sees them.
  const eventsOf = async (one: string, who: 'owner' | 'sponsor') =>
    (await get(`/${one}/events?format=ndjson`, who)).body
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));
  const own = await eventsOf(id, 'owner');
  expect(own).toEqual([
    {
      outlet: 'AA000000000000F1',
      id: SENT_ID,
      at: new Date(IN_LAST).toISOString(),
      kind: 'view',
      arrived_at: expect.any(String),
      verdict: 'counted',
      share_version: expect.any(String),
      amount: '0.370370',
    },
    expect.objectContaining({ id: '', verdict: 'repeated', amount: '0.000000' }),
  ]);
  const paid = await eventsOf(`invoice-${LAST}-${sponsor.id}`, 'sponsor');
  expect(paid[0]).toMatchObject({ id: SENT_ID, flight: 'SPRING-1', amount: '1.234567' });
  expect(Object.keys(paid[0])).not.toContain('share_version');
  const table = (await get(`/${id}/events`, 'owner')).body.slice(1).split('\r\n');
  expect(table[0]).toBe('outlet,id,at,arrived_at,kind,verdict,share_version,amount');
  expect(table[1]?.endsWith(',0.370370')).toBe(true);
  expect((await get(`/${id}/events`, 'sponsor')).statusCode).toBe(404);
  // Later changes on either side do not change the document.
  expect((await write('Another Network Inc.')).statusCode).toBe(200);
  await address('elsewhere');
  expect((await get(`/${id}/pdf`, 'admin')).rawPayload.equals(pdf.rawPayload)).toBe(true);
  const row = accounts.selectFrom('documents').selectAll().where('id', '=', id);
  expect(await row.executeTakeFirst()).toMatchObject({
    customer_address: '12 Harbor Walk, Boston',
    customer_tax_id: '04-7',
    layout: 6,
    letterhead_id: expect.any(String),
  });
  const taken = server.accounts
    .selectFrom('audit_log')
    .select('subject')
    .where('action', '=', 'document.exported')
    .where('subject', '=', document.number);
  expect(await taken.execute()).toEqual(Array.from({ length: 6 }, () => ({ subject: document.number })));
  for (const who of ['other', 'sponsor'] as const) {
    expect((await get(`/${id}`, who)).statusCode).toBe(404);
    for (const file of ['pdf', 'csv']) expect((await get(`/${id}/${file}`, who)).statusCode).toBe(404);
  }
  const all = (await get('', 'admin')).json();
  expect(all.data.map(({ number }: { number: string }) => number).toSorted()).toEqual(['I-000001', 'S-000001']);
  const ofSponsor = (await get(`?cid=${sponsor.id}`, 'admin')).json();
  expect(ofSponsor.data.map(({ number }: { number: string | null }) => number)).toEqual([null, 'I-000001']);
  expect((await get(`/${id}`, 'admin')).json().lines[0]).toMatchObject({
    amount_micros: '1234567',
    owner_micros: '370370',
  });
  // The current month begins with the carried remainder.
  const next = (await get(`/statement-${month(0)}-${owner.id}`, 'owner')).json();
  expect(next.lines.map((line: { kind: string; micros: string }) => [line.kind, line.micros])).toEqual([
    ['delivery', '6001'],
    ['carried', '370'],
  ]);
});

test('search finds a final document by its number, for its reader only', async () => {
  const found = async (who: keyof typeof headers, q: string) => {
    const url = `/api/list/search?q=${encodeURIComponent(q)}`;
    return (await server.app.inject({ url, headers: headers[who] })).json().documents;
  };
  const statement = { id: `statement-${LAST}-${owner.id}`, kind: 'statement', number: 'S-000001', month: LAST };
  const invoice = { id: `invoice-${LAST}-${sponsor.id}`, kind: 'invoice', number: 'I-000001', month: LAST };
  const both = [
    { ...statement, title: 'statement', customer: 'Harbour Hotel' },
    { ...invoice, title: 'invoice', customer: 'Brightwater' },
  ];
  expect(await found('admin', '000001')).toEqual(both);
  expect(await found('admin', 'invoice i-1')).toEqual([both[1]]);
  expect(await found('owner', 's-000001')).toEqual([both[0]]);
  expect(await found('owner', '1')).toEqual([both[0]]);
  expect(await found('sponsor', 'I-000001')).toEqual([both[1]]);
  for (const who of ['owner', 'other'] as const) expect(await found(who, 'I-000001')).toEqual([]);
  for (const who of ['sponsor', 'other'] as const) expect(await found(who, 'S-000001')).toEqual([]);
  for (const q of ['S-000002', 'S-00000', 'harbour']) expect(await found('admin', q)).toEqual([]);
});

test('a line opens to the events that it sums, for its reader only, without later events', async () => {
  const final = (await get(`/statement-${LAST}-${owner.id}`, 'owner')).json().document;
  // The store stamps events with the machine's current second, and the cut-off was a second that had not begun.
  await expect.poll(() => Date.now()).toBeGreaterThan(Date.parse(final.cut_off_at));
  await server.events.insert([
    makeStoredEvent({ ...place, eventId: 3n, timestampMs: IN_LAST + 1, amountMicros: 90_000, ownerMicros: 30_000 }),
  ]);
  const id = `statement-${LAST}-${owner.id}`;
  for (const who of ['owner', 'admin'] as const) {
    const told = (await explain(id, 'line=0&by=event', who)).json();
    expect(told).toMatchObject({ total: '370370', left_out: null, events: [{ amount: '370370' }] });
    // Only administrators see the amount that the advertiser paid.
    expect([told.paid, told.events[0].paid]).toEqual(who === 'admin' ? ['1234567', '1234567'] : [undefined, undefined]);
    expect(JSON.stringify(told).includes('1234567')).toBe(who === 'admin');
  }
  // The whole document by its lines, including carried cents.
  const total = (await explain(id, '', 'owner')).json();
  expect(total).toMatchObject({ by: 'line', total: '370000', left_out: null, next_cursor: null });
  expect(total.parts.map(({ events, amount }: { events: number; amount: string }) => [events, amount])).toEqual([
    [1, '370370'],
    [0, '-370'],
  ]);
  for (const who of ['other', 'sponsor'] as const) expect((await explain(id, '', who)).statusCode).toBe(404);
  const invoice = (await explain(`invoice-${LAST}-${sponsor.id}`, 'line=0', 'sponsor')).json();
  expect(invoice).toMatchObject({ total: '1234567', parts: [{ label: 'SPRING-1', events: 1, each: '1234567' }] });
  expect((await explain(id, 'line=0', 'other')).statusCode).toBe(404);
  expect((await explain(id, 'line=0', 'sponsor')).statusCode).toBe(404);
  expect((await explain(id, 'line=2', 'owner')).statusCode).toBe(400);
});

test('an earlier known_on shows what was known then, and nothing later', async () => {
  const id = `statement-${LAST}-${owner.id}`;
  const then = new Date(NOW - MINUTE_MS).toISOString();
  const before = (await get(`/${id}?known_on=${then}`, 'owner')).json();
  expect(before).toMatchObject({ document: { state: 'closing', number: null, total: 0 }, lines: [] });
  expect((await get(`/${id}/pdf?known_on=${then}`, 'owner')).statusCode).toBe(404);
  expect((await explain(id, `known_on=${then}`, 'owner')).json()).toMatchObject({ total: '0', parts: [] });
  expect((await get(`?known_on=${then}`, 'admin')).json()).toMatchObject({ data: [], total: 0 });
  const later = new Date(NOW + HOUR_MS).toISOString();
  expect((await get(`?known_on=${later}`, 'owner')).statusCode).toBe(400);
  expect((await get('?known_on=yesterday', 'owner')).statusCode).toBe(400);
});

test('late events are a line of the next invoice: the current total minus that of final invoices', async () => {
  const arrived = { ...place, eventId: 3n, timestampMs: IN_LAST + 1, amountMicros: 500_000, ownerMicros: 150_000 };
  await server.events.insert([makeStoredEvent(arrived)]);
  const linesOf = async (who: 'sponsor' | 'admin') =>
    (await get(`/invoice-${month(0)}-${sponsor.id}`, who)).json().lines.slice(0, 2);
  const delivered = { kind: 'delivery', month: month(0), item: 'SPRING-1', views: 1, micros: '20000' };
  const came = { kind: 'late', month: LAST, item: 'SPRING-1', views: 1, micros: '500000' };
  for (const who of ['sponsor', 'admin'] as const)
    expect(await linesOf(who)).toEqual([expect.objectContaining(delivered), expect.objectContaining(came)]);
  const id = `invoice-${month(0)}-${sponsor.id}`;
  const whole: Explanation = (await explain(id, '', 'sponsor')).json();
  expectSum(whole);
  const late: Explanation = (await explain(id, `line=late-${LAST}-SPRING-1&by=event`, 'sponsor')).json();
  expect(late).toMatchObject({ total: '500000', events: [{ amount: '500000' }], left_out: null });
});

test('the list of views contains the id that the outlet sent, for each reader', async () => {
  for (const who of ['owner', 'sponsor', 'admin'] as const) {
    const url = '/api/list/devices/aa000000000000f1/views';
    const answer = await server.app.inject({ url, headers: headers[who] });
    expect(answer.statusCode, answer.body).toBe(200);
    const ids = answer
      .json()
      .data.map(({ sent_id: sent }: { sent_id?: string }) => sent)
      .filter((id?: string) => id !== undefined);
    expect(ids, who).toEqual([SENT_ID]);
  }
});

test('rejects the download if the store has a different number of events than the document', async () => {
  const id = `statement-${LAST}-${owner.id}`;
  const setViews = (views: number) =>
    server.accounts
      .updateTable('document_lines')
      .set({ views })
      .where('document_id', '=', id)
      .where('kind', '=', 'delivery')
      .execute();
  for (const off of [-1, 1, 40]) {
    await setViews(1 + off);
    const answer = await get(`/${id}/events`, 'owner');
    expect([answer.statusCode, answer.json().error.message]).toEqual([
      409,
      `Events are missing: the document has ${2 + off}, but only 2 are stored. Contact the operator.`,
    ]);
  }
  await setViews(1);
  expect((await get(`/${id}/events`, 'owner')).statusCode).toBe(200);
});
