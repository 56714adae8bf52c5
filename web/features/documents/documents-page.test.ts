// @vitest-environment jsdom
import { waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import {
  type DocumentLine,
  type DocumentRow,
  getDocument,
  listDocuments,
  listLineEvents,
} from '#contract/documents.ts';
import { type Explanation, explainFigure } from '#contract/explain.ts';
import { getOwnMoney } from '#contract/own-balance.ts';
import { getOwnPayee, type Payee, setOwnPayee } from '#contract/payees.ts';
import { userOf } from '../../app/testing/accounts.ts';
import {
  atAddress,
  button,
  expectAccessible,
  explained,
  field,
  fill,
  page,
  productPage,
} from '../../app/testing/product-page.ts';
import { OWN_MONEY, STATEMENT, stubDashboard } from '../../app/testing/stub-dashboard.ts';

const product = productPage();

const RUNNING: DocumentRow = {
  ...STATEMENT,
  id: OWN_MONEY.month.id,
  month: '2026-11',
  state: 'open',
  number: null,
  total: 80.25,
  carried: null,
  cut_off_at: null,
  final_at: OWN_MONEY.month.final_at,
  pdf_sha256: null,
  lines_sha256: null,
  without_play: null,
  ledger: null,
  paid: null,
  payment: null,
};
const LINE: DocumentLine = {
  kind: 'delivery',
  month: '2026-10',
  part: 'Lobby',
  item: 'Bar 1',
  eui: '00000000000000A1',
  views: 12,
  clicks: 1,
  burns: 0,
  micros: '120500370',
  not_counted: [],
};
const WHY: Explanation = {
  period: {
    from: '2026-10-01',
    to: '2026-10-31',
    time_zone: 'UTC',
    days_of: 'network',
    today: '2026-11-22',
    today_ends_in: 9,
  },
  figure: 'revenue',
  by: 'advertiser',
  unit: 'micro-dollars',
  total: '120500370',
  events: [],
  next_cursor: null,
  choices: ['advertiser', 'day', 'event'],
  parts: [{ id: 'v', label: 'Volt Cola', kind: 'view', events: 12, each: '10041697', amount: '120500364' }],
  left_out: { parts: 0, amount: '6' },
};
const JUDGED: DocumentLine = {
  ...LINE,
  item: 'Bar 2',
  eui: '00000000000000A2',
  views: 9,
  micros: '9',
  not_counted: [{ reason: 'repeated', views: 3, clicks: 1, burns: 0, withheld_micros: '42' }],
};
const CARRIED: DocumentLine = { ...LINE, kind: 'carried-on', part: '', item: '', eui: '', views: 0, micros: '-370' };
const listed = { data: [RUNNING, STATEMENT], total: 2, page: 1, limit: 25 };

test("shows an owner earnings and payout day, opens a statement, and opens a line's events", async () => {
  product.network.on(getOwnMoney, OWN_MONEY);
  product.network.on(getOwnPayee, { payee: null });
  product.network.on(listDocuments, listed);
  product.open('/app/documents', { as: userOf('property') });
  await page().findByText('Earned in November 2026 so far');
  await page().findByText(/About \$115\.00 expected · Statement on/);
  await page().findByText('Included in the next payout run');
  await page().findByRole('button', { name: 'Download Statement S-000007' });
  await expectAccessible();
  product.network.on(getDocument, {
    document: STATEMENT,
    time_zone: 'UTC',
    lines: [LINE, JUDGED, CARRIED],
    lines_total: 3,
  });
  await product.user.click(await button('October 2026'));
  await atAddress(/open=statement-2026-10/);
  await page().findByRole('heading', { name: 'Statement S-000007' });
  await page().findByText('$120.50037');
  await page().findByText('Carried to the next document');
  for (const head of ['Gross views', 'Invalid views', 'Net charges'])
    await page().findByRole('columnheader', { name: head });
  const why = await page().findByRole('link', { name: /^Repeated of Lobby · Bar 2/ });
  expect([why.textContent, why.getAttribute('href')]).toEqual([
    'Repeated 4',
    '/app/traffic?range=all&by=outlet&reason=repeated',
  ]);
  product.network.on(listLineEvents, {
    data: [{ id: '', at: '2026-10-20T12:00:00.000Z', kind: 'view', micros: '10041697' }],
    total: 1,
    removed: 0,
    page: 1,
    limit: 100,
  });
  await product.user.click(await button('Events of Lobby · Bar 1 · 00000000000000A1'));
  await page().findByText('$10.041697');
  expect(product.network.callsOf(listLineEvents).at(-1)?.params).toEqual({ id: STATEMENT.id, line: '0' });
  await expectAccessible();
  product.network.on(explainFigure, WHY);
  await product.user.click(await explained('Amount of Lobby · Bar 1 · 00000000000000A1'));
  await page().findByText('12 charges × $10.041697');
  expect(product.network.callsOf(explainFigure)[0]?.query).toEqual({
    figure: 'revenue',
    document: STATEMENT.id,
    line: '0',
  });
  // The line's events have been removed since then, and a part of a line has no further explanation.
  await page().findByText('Events removed');
  expect(page().queryByRole('button', { name: 'Volt Cola' })).toBeNull();
  await expectAccessible();
});

test.each([
  ['property', 'Your earnings'],
  ['advertiser', 'Your balance'],
] as const)('shows the heading of the balances for the role %s before the answer', async (role, heading) => {
  product.network.on(listDocuments, listed);
  product.network.on(getOwnPayee, { payee: null });
  const release = product.network.hold(getOwnMoney, OWN_MONEY);
  product.open('/app/documents', { as: userOf(role) });
  await page().findByRole('heading', { name: heading });
  release();
  await page().findByText('Earned in November 2026 so far');
});

test('dims and marks the amounts of another day until the new answer arrives', async () => {
  product.network.on(getDocument, { document: RUNNING, time_zone: 'UTC', lines: [LINE], lines_total: 1 });
  product.open(`/app/documents?open=${RUNNING.id}`, { as: 'admin' });
  const before = await page().findByText('$80.25');
  expect(before.closest('[data-kept]')).toBeNull();
  const earlier = { ...RUNNING, total: 41.5 };
  const release = product.network.hold(getDocument, {
    document: earlier,
    time_zone: 'UTC',
    lines: [LINE],
    lines_total: 1,
  });
  fill(await field('As known on'), '2026-11-10');
  await waitFor(() => expect(page().getByText('$80.25').closest('[data-kept]')).not.toBeNull());
  release();
  await page().findByText('$41.50');
});

test('does not report an empty list for a day whose answer is pending', async () => {
  product.network.on(listDocuments, { data: [], total: 0, page: 1, limit: 25 });
  product.open('/app/documents?known_on=2026-01-01', { as: 'admin' });
  await page().findByText('No documents yet');
  const release = product.network.hold(listDocuments, listed);
  fill(await field('As known on'), '2026-11-10');
  await waitFor(() => expect(page().queryByText('No documents yet')).toBeNull());
  release();
  await button('October 2026');
});

test.each(['America/Los_Angeles', 'Pacific/Auckland'])(
  "shows the contract's days on documents to a user in %s",
  async (zone) => {
    const invoice: DocumentRow = {
      ...STATEMENT,
      id: STATEMENT.id.replace('statement', 'invoice'),
      kind: 'invoice',
      title: 'invoice',
      number: 'I-000003',
      time_zone: 'America/New_York',
      final_at: '2026-11-06T05:00:10.000Z',
      due_at: '2026-12-06T05:00:10.000Z',
    };
    const next = { amount: 120.5, due_at: invoice.due_at, state: 'due' as const };
    product.network.on(getOwnMoney, { ...OWN_MONEY, kind: 'invoice', time_zone: 'America/New_York', next });
    product.network.on(listDocuments, { ...listed, data: [invoice], total: 1 });
    product.network.on(getDocument, {
      document: invoice,
      time_zone: 'America/New_York',
      lines: [LINE],
      lines_total: 1,
    });
    product.open('/app/documents', { as: userOf('advertiser', { time_zone: zone }) });
    await page().findByText('$120.50 due by Dec 6, 2026');
    expect((await page().findByRole('row', { name: /^October 2026/ })).textContent).toMatch(/Nov 6, 2026Dec 6, 2026/);
    await product.user.click(await button('October 2026'));
    await page().findByText('Due Dec 6, 2026');
    await page().findByText('Final since Nov 6, 2026');
  },
);

test('explains the sums of a running month like those of a final document, also as known on a day', async () => {
  product.network.on(getOwnMoney, OWN_MONEY);
  product.network.on(getOwnPayee, { payee: null });
  product.network.on(listDocuments, listed);
  product.network.on(explainFigure, WHY);
  const asked = () => product.network.callsOf(explainFigure).map(({ query }) => query);
  const look = async (label: string): Promise<void> => {
    await product.user.click(await explained(label));
    await page().findByText('12 charges × $10.041697');
    // A click in the panel does not count as a click on the row below the panel.
    await product.user.click(await page().findByText('12 charges × $10.041697'));
    await product.user.click(await button('Close'));
    await expect.poll(() => page().queryByText('12 charges × $10.041697')).toBeNull();
  };
  product.open('/app/documents?known_on=2026-11-20', { as: userOf('property') });
  await look('Earned in November 2026 so far');
  await look('Next payout');
  await look('Last statement');
  await look(`Total of Statement, ${RUNNING.customer.name}, November 2026`);
  expect(asked()).toEqual([
    { figure: 'revenue', document: RUNNING.id },
    { figure: 'payable' },
    { figure: 'revenue', document: STATEMENT.id },
    { figure: 'revenue', document: RUNNING.id, known_on: '2026-11-20' },
  ]);
  const lines = [{ ...LINE, month: '2026-11' }, CARRIED];
  product.network.on(getDocument, { document: RUNNING, time_zone: 'UTC', lines, lines_total: 2 });
  await product.user.click(await button('November 2026'));
  await look('Total');
  await look('Amount of Lobby · Bar 1 · 00000000000000A1');
  const document = { figure: 'revenue', document: RUNNING.id, known_on: '2026-11-20' };
  expect(asked().slice(-2)).toEqual([document, { ...document, line: 'delivery-2026-11-00000000000000A1' }]);
});

test('explains each count of a line, and offers no explanation for zero', async () => {
  product.network.on(explainFigure, { ...WHY, figure: 'gross_views', unit: 'events', choices: ['reason', 'day'] });
  product.network.on(getDocument, {
    document: STATEMENT,
    time_zone: 'UTC',
    lines: [JUDGED, CARRIED],
    lines_total: 2,
  });
  product.open(`/app/documents?open=${STATEMENT.id}`, { as: userOf('property') });
  const of = 'Lobby · Bar 2 · 00000000000000A2';
  for (const [head, figure] of [
    ['Gross views', 'gross_views'],
    ['Invalid views', 'invalid_views'],
    ['Net charges', 'views'],
    ['Clicks', 'clicks'],
  ] as const) {
    await product.user.click(await explained(`${head} of ${of}`));
    await page().findByRole('dialog', { name: `Why: ${head} of ${of}` });
    await expect
      .poll(() => product.network.callsOf(explainFigure).at(-1)?.query)
      .toEqual({ figure, document: STATEMENT.id, line: '0' });
    await product.user.click(await button('Close'));
  }
  for (const name of [`Burns of ${of}`, 'Gross views of Carried to the next document'])
    expect(page().queryByTitle(`Explain: ${name}`)).toBeNull();
  await expectAccessible();
});

test('shows a negative document as a credit note, without a due day, naming what it corrects', async () => {
  const number = 'I-000007';
  const credit: DocumentRow = {
    ...STATEMENT,
    kind: 'invoice',
    title: 'credit_note',
    number,
    total: -12.5,
    paid: -12.5,
    payment: 'paid',
    id: STATEMENT.id.replace('statement', 'invoice'),
    corrects: ['I-000003', 'I-000005'],
  };
  product.network.on(getOwnMoney, { ...OWN_MONEY, kind: 'invoice' });
  product.network.on(listDocuments, { ...listed, data: [credit], total: 1 });
  product.network.on(getDocument, { document: credit, time_zone: 'UTC', lines: [LINE], lines_total: 1 });
  product.open('/app/documents', { as: userOf('advertiser') });
  const row = await page().findByRole('row', { name: /^October 2026/ });
  expect(row.textContent).toMatch(/Credit note I-000007.*Credited.*–/);
  await product.user.click(await button('October 2026'));
  await page().findByRole('heading', { name: 'Credit note I-000007' });
  await page().findByText('I-000003, I-000005');
  expect(page().queryByText(/^Due |Balance due|^Paid$|Invoice(?!s$)/)).toBeNull();
  await expectAccessible();
});

test('explains the paid and the open amount of a document', async () => {
  const part: DocumentRow = {
    ...STATEMENT,
    kind: 'invoice',
    title: 'invoice',
    total: 120.5,
    paid: 50.25,
    payment: 'part',
  };
  product.network.on(explainFigure, {
    ...WHY,
    figure: 'paid',
    by: 'move',
    total: '50250000',
    choices: ['move'],
    left_out: null,
    parts: [
      {
        id: 'p',
        label: 'Payment',
        kind: null,
        events: 0,
        each: null,
        amount: '50250000',
        moved: { kind: 'payment', on: '2026-11-12', reference: 'RF-18' },
      },
    ],
  });
  const open = async (document: DocumentRow) => {
    product.network.on(getDocument, { document, time_zone: 'UTC', lines: [LINE], lines_total: 1 });
    product.open(`/app/documents?open=${STATEMENT.id}`, { as: userOf('advertiser') });
    await page().findByText('Final since', { exact: false });
  };
  await open(part);
  for (const [name, figure] of [
    ['Paid', 'paid'],
    ['Balance due', 'open'],
  ] as const) {
    await product.user.click(await explained(name));
    await page().findByRole('dialog', { name: `Why: ${name}` });
    await page().findByText(/RF-18/);
    await expect
      .poll(() => product.network.callsOf(explainFigure).at(-1)?.query)
      .toEqual({ figure, document: STATEMENT.id });
    await product.user.click(await button('Close'));
    await expect.poll(() => page().queryByText(/RF-18/)).toBeNull();
  }
  await expectAccessible();
  // Zero has no explanation: either nothing has been paid yet, or everything has been.
  const gone = async (name: string) => expect.poll(() => page().queryByTitle(`Explain: ${name}`)).toBeNull();
  await open({ ...part, paid: 0, payment: 'open' });
  await gone('Paid');
  await open({ ...part, paid: 120.5, payment: 'paid' });
  await gone('Balance due');
});

const PAYEE: Payee = {
  customer: { id: 'x', name: 'Pier House' },
  holder: 'Pier House Ltd',
  account: '•••• 3000',
  bank: 'DEUTDEFF',
  revision: 1,
  changed_at: '2026-11-20T10:00:00.000Z',
  changed_by: null,
  confirmed_at: null,
  confirmed_by: null,
  holder_kind: 'company',
  account_kind: 'checking',
  starts_at: null,
  in_use: null,
  may_confirm: false,
};

test('lets a manager enter the payout account, and reports that an administrator must confirm it', async () => {
  product.network.on(getOwnMoney, OWN_MONEY);
  product.network.on(listDocuments, listed);
  product.network.on(getOwnPayee, { payee: null });
  product.open('/app/documents', { as: userOf('property') });
  await product.user.click(await button('Add account'));
  fill(await field(/^Account holder/), 'Pier House Ltd');
  fill(await field(/^Account number/), 'DE89 3704 0044 0532 0130 00');
  fill(await field(/^Bank/), 'DEUTDEFF');
  product.network.on(setOwnPayee, PAYEE);
  product.network.on(getOwnPayee, { payee: PAYEE });
  await product.user.click(await button('Save account'));
  await page().findByText('Awaiting confirmation');
  expect(product.network.callsOf(setOwnPayee).at(-1)?.body).toEqual({
    holder: 'Pier House Ltd',
    account: 'DE89 3704 0044 0532 0130 00',
    bank: 'DEUTDEFF',
    holder_kind: 'company',
    account_kind: 'checking',
  });
  await expectAccessible();
});

test('shows an advertiser the overdue amount, and requests a past day as known on it', async () => {
  product.network.on(getOwnMoney, {
    ...OWN_MONEY,
    kind: 'invoice',
    open: 300,
    overdue: 100,
    last: null,
    next: { amount: 100, due_at: '2026-11-01T00:00:00.000Z', state: 'due' },
  });
  product.network.on(listDocuments, { ...listed, data: [], total: 0 });
  product.open('/app/documents?known_on=2026-11-02', { as: userOf('advertiser') });
  await page().findByText('$100.00 overdue');
  await page().findByText('No documents yet');
  expect(product.network.callsOf(listDocuments).at(-1)?.query).toMatchObject({ known_on: '2026-11-02' });
});

test('shows an administrator the documents of all customers, without sums of their own', async () => {
  product.network.on(listDocuments, { ...listed, data: [STATEMENT], total: 1 });
  product.open('/app/documents', { as: userOf('admin') });
  await page().findByText('Pier House');
  expect(product.network.callsOf(getOwnMoney)).toEqual([]);
});

test('shows the same sums on the first screen after login', async () => {
  stubDashboard(product.network);
  product.open('/app/main/dashboard', { as: userOf('property') });
  await page().findByRole('heading', { name: 'At a glance' });
  await page().findByText('$80.25');
  const link = await page().findByRole('link', { name: 'All documents' });
  expect(link.getAttribute('href')).toBe('/app/documents');
});
