// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { beforeEach, expect, test, vi } from 'vitest';
import { type Adjustment, listAdjustments, makeAdjustment } from '#contract/adjustments.ts';
import type { Period } from '#contract/common.ts';
import { type AdminCustomer, listAdminCustomers } from '#contract/customers.ts';
import { CUSTOMER_FIELDS, noValues } from '#contract/editable-fields.ts';
import { type Explanation, explainFigure } from '#contract/explain.ts';
import { getMoneyOverview } from '#contract/money-overview.ts';
import { listObjections, type Objection } from '#contract/objections.ts';
import { confirmPayee, listPayees, type Payee, setPayee } from '#contract/payees.ts';
import { getPayer, type Payer, setPayer } from '#contract/payer.ts';
import { enterPayment, listPayments, type Payment, withdrawPayment } from '#contract/payments.ts';
import {
  approvePayoutRun,
  exportPayoutRun,
  listPayoutRuns,
  listPayouts,
  type Payout,
  type PayoutRun,
  payPayout,
  proposePayoutRun,
} from '#contract/payouts.ts';
import { listRefunds } from '#contract/refunds.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { BRIGHTWATER, OVERVIEW, PIER } from '../../app/testing/money-books.ts';
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

const product = productPage();
const press = async (name: string | RegExp): Promise<void> => product.user.click(await button(name));

const PAYMENT: Payment = {
  id: '01900000-0000-7000-8000-0000000000d1',
  customer: BRIGHTWATER,
  amount: 40,
  paid_on: '2026-11-20',
  reference: 'Transfer 7',
  entered_at: '2026-11-20T10:00:00.000Z',
  entered_by: 'ada@hotel.example',
  withdrawn_at: null,
  withdrawn_by: null,
  why_withdrawn: '',
};
const RUN: PayoutRun = {
  id: '01900000-0000-7000-8000-0000000000e1',
  number: 1,
  state: 'proposed',
  minimum: 10,
  total: 120.5,
  proposed_at: '2026-11-20T10:00:00.000Z',
  proposed_by: 'bea@hotel.example',
  left_out: [],
  left_out_total: 0,
  payouts: 1,
  waiting: 1,
  decided_at: null,
  decided_by: null,
  why: '',
  may_approve: true,
  cash_short: 80.5,
};
const PAYOUT: Payout = {
  id: '01900000-0000-7000-8000-0000000000f1',
  customer: PIER,
  amount: 120.5,
  state: 'approved',
  account: '•••• 3000',
  starts_at: null,
  paid_on: null,
  why: '',
};
const PAYEE: Payee = {
  customer: PIER,
  holder: 'Pier House Ltd',
  account: '•••• 3000',
  bank: 'DEUTDEFF',
  revision: 1,
  holder_kind: 'company',
  account_kind: 'checking',
  starts_at: null,
  in_use: null,
  may_confirm: false,
  changed_at: '2026-11-20T10:00:00.000Z',
  changed_by: 'ada@hotel.example',
  confirmed_at: '2026-11-20T10:00:00.000Z',
  confirmed_by: 'ada@hotel.example',
};
const PAYER: Payer = {
  holder: 'Voltboard',
  account: '•••• 6789',
  bank: '021000021',
  company_id: '1123456789',
  revision: 1,
  changed_at: '2026-11-20T10:00:00.000Z',
  changed_by: 'ada@hotel.example',
  fault: null,
};
const ADJUSTMENT: Adjustment = {
  id: '01900000-0000-7000-8000-0000000000a1',
  made_at: '2026-11-20T10:00:00.000Z',
  made_by: 'ada@hotel.example',
  reason: 'Goodwill',
  objection_id: null,
  owner: PIER,
  advertiser: null,
  amount: 0,
  owner_amount: 2.5,
  eui: null,
  day: null,
  documented: false,
};
const OBJECTION: Objection = {
  id: 'o',
  day: '2026-11-20',
  eui: '70b3d57ed0000001',
  outlet: 'Lobby left',
  reason: 'repeated',
  words: 'Real',
  state: 'open',
  raised_at: '2026-11-21T10:00:00.000Z',
  raised_by: 'ada@hotel.example',
  decided_at: null,
  answer: '',
  credited: null,
  customer: 'Pier House',
};
const customerOf = ({ id, name }: typeof PIER, kind: 'property' | 'advertiser'): AdminCustomer => ({
  ...noValues(CUSTOMER_FIELDS),
  id,
  name,
  kind,
  status: 'active',
  outlets: 1,
  venues: 1,
  campaigns: 0,
  accounts: 1,
  share: 0.3,
  created_at: '2026-01-01T00:00:00.000Z',
  version: 1,
});
const table = <Row>(...data: Row[]) => ({ data, total: data.length, page: 1, limit: 10 });

beforeEach(() => {
  product.network.on(getMoneyOverview, OVERVIEW);
  product.network.on(listPayees, table());
  product.network.on(getPayer, { payer: null });
  product.network.on(listPayments, table());
  product.network.on(listPayoutRuns, table());
  product.network.on(listRefunds, table());
  product.network.on(listAdjustments, table());
  product.network.on(listObjections, { data: [] });
  product.network.on(listAdminCustomers, ({ query: { kind } }) => ({
    ...table(kind === 'property' ? customerOf(PIER, 'property') : customerOf(BRIGHTWATER, 'advertiser')),
  }));
});

const aName = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);

async function choose(label: RegExp, name: string): Promise<void> {
  await product.user.type(await page().findByLabelText(label, { selector: 'input' }), name.slice(0, 4));
  await product.user.click(await page().findByRole('option', { name, hidden: true }));
}

const openTab = async (name: string): Promise<void> =>
  product.user.click(within(await page().findByRole('navigation', { name: 'Money' })).getByRole('link', { name }));

test('shows the amounts owed both ways, records a payment, and reverses it with a reason', async () => {
  product.open('/admin/money', { as: userOf('admin') });
  await explained('Overdue');
  await openTab('Months');
  await page().findByText('October 2026');
  await openTab('Receivables');
  await page().findByText('No payments yet');
  expect((await page().findByRole('row', { name: /^Brightwater/ })).textContent).toContain('Second notice');
  await expectAccessible();
  await press('Record payment');
  await choose(/^Advertiser/, 'Brightwater');
  fill(await field(/^Amount/), '40');
  fill(await field(/^Paid on/), '2026-11-20');
  fill(await field(/^Reference/), 'Transfer 7');
  product.network.on(enterPayment, PAYMENT);
  product.network.on(listPayments, table(PAYMENT));
  await press('Save payment');
  await page().findByText('Transfer 7');
  expect(product.network.callsOf(enterPayment).at(-1)?.body).toEqual({
    customer_id: BRIGHTWATER.id,
    amount: 40,
    paid_on: '2026-11-20',
    reference: 'Transfer 7',
    sending_id: aName,
  });
  const withdrawn = { ...PAYMENT, withdrawn_at: '2026-11-20T11:00:00.000Z', why_withdrawn: 'Of another account' };
  await press('Reverse $40.00 from Brightwater');
  fill(await field(/^Reason/), 'Of another account');
  product.network.on(withdrawPayment, withdrawn);
  product.network.on(listPayments, table(withdrawn));
  await press('Reverse payment');
  await page().findByText('Reversed: Of another account');
});

test('uses the days of the books for months and payments, wherever the user is', async () => {
  vi.setSystemTime('2026-11-20T23:30:00.000Z');
  try {
    product.open('/admin/money/months', { as: userOf('admin', { time_zone: 'Pacific/Auckland' }) });
    const months = within(await page().findByRole('table', { name: 'Months' }));
    expect(months.getByRole('row', { name: /^October 2026/ }).textContent).toContain('Nov 5, 2026');
    await openTab('Receivables');
    await press('Record payment');
    expect(((await field(/^Paid on/)) as HTMLInputElement).value).toBe('2026-11-20');
  } finally {
    vi.useRealTimers();
  }
});

test('repeats a failed submission under its id, even after a reload, and gives the next one a new id', async () => {
  product.open('/admin/money/adjustments', { as: userOf('admin') });
  const sent = () =>
    product.network.callsOf(makeAdjustment).map(({ body }) => (body as { sending_id: string }).sending_id);
  const write = async () => {
    await press('Make adjustment');
    await choose(/^Owner(?! credit)/, 'Pier House');
    fill(await field(/^Owner credit/), '2.50');
    fill(await field(/^Reason/), 'Goodwill');
  };
  await write();
  product.network.refuse(makeAdjustment, 500, 'The server is not well.');
  await press('Save adjustment');
  await expect.poll(sent).toHaveLength(1);
  product.network.on(makeAdjustment, ADJUSTMENT);
  await press('Save adjustment');
  await page().findByText('Adjustment made');
  await write();
  await press('Save adjustment');
  await expect.poll(sent).toHaveLength(3);
  const [first, second, third] = sent();
  expect(second).toBe(first);
  expect(third).not.toBe(first);
});

test('proposes a run without offering its approval to the proposer', async () => {
  product.open('/admin/money/payouts', { as: userOf('admin') });
  await press('Propose run');
  fill(await field(/^Minimum amount/), '10');
  product.network.on(proposePayoutRun, { ...RUN, may_approve: false });
  product.network.on(listPayoutRuns, table({ ...RUN, may_approve: false }));
  await press('Propose payout run');
  await page().findByText('Awaiting another administrator');
  expect(page().queryByRole('button', { name: 'Approve: run 1' })).toBeNull();
  expect(product.network.callsOf(proposePayoutRun).at(-1)?.body).toEqual({ minimum: 10, sending_id: aName });
});

test('lets another administrator approve a run, open it, and mark a payout as paid', async () => {
  product.network.on(listPayoutRuns, table(RUN));
  product.open('/admin/money/payouts', { as: userOf('admin') });
  await page().findByText('$80.50 short');
  await press('Approve: run 1');
  await page().findByText(/This exceeds the cash in the ledger by \$80\.50\./);
  const approved = { ...RUN, state: 'approved' as const, may_approve: false };
  product.network.on(approvePayoutRun, approved);
  product.network.on(listPayoutRuns, table(approved));
  await press('Approve');
  await press('Bank file: run 1');
  fill(await field(/^Execution date/), '2026-11-23');
  product.network.on(exportPayoutRun, 'file');
  await press('Download');
  await expect
    .poll(() => product.network.callsOf(exportPayoutRun).at(-1)?.query)
    .toEqual({ format: 'bank', day: '2026-11-23' });
  product.network.on(listPayouts, table(PAYOUT));
  await press('Run 1');
  await atAddress(/run=01900000/);
  await press('Mark as paid: Pier House');
  fill(await field(/^Paid on/), '2026-11-20');
  const paid = { ...PAYOUT, state: 'paid' as const, paid_on: '2026-11-20' };
  product.network.on(payPayout, paid);
  product.network.on(listPayouts, table(paid));
  await press('Mark as paid');
  await button('Mark as returned: Pier House');
  expect(product.network.callsOf(payPayout).at(-1)?.body).toEqual({ paid_on: '2026-11-20', sending_id: aName });
});

test('enters the account of an owner and never shows it in full afterwards', async () => {
  product.open('/admin/money/accounts', { as: userOf('admin') });
  await press('Add account');
  await choose(/^Owner/, 'Pier House');
  fill(await field(/^Account holder/), 'Pier House Ltd');
  fill(await field(/^Account number/), 'DE89 3704 0044 0532 0130 00');
  fill(await field(/^Bank/), 'DEUTDEFF');
  product.network.on(setPayee, PAYEE);
  product.network.on(listPayees, table(PAYEE));
  await press('Save account');
  await page().findByText('•••• 3000');
  expect(product.network.callsOf(setPayee).at(-1)?.body).toEqual({
    holder: 'Pier House Ltd',
    account: 'DE89 3704 0044 0532 0130 00',
    bank: 'DEUTDEFF',
    holder_kind: 'company',
    account_kind: 'checking',
  });
  await press('Change the account of Pier House');
  expect(await field(/^Account number/)).toHaveProperty('value', '');
});

test('enters the payer account and shows its fault', async () => {
  product.open('/admin/money/accounts', { as: userOf('admin') });
  await page().findByText('No payer account yet');
  await press('Add payer account');
  fill(await field(/^Account holder/), 'Voltboard');
  fill(await field(/^Account number/), '000123456789');
  fill(await field(/^Bank/), '021000021');
  fill(await field(/^ACH company ID/), '1123456789');
  product.network.on(setPayer, PAYER);
  product.network.on(getPayer, { payer: { ...PAYER, fault: 'Enter the company ID.' } });
  await press('Save account');
  await page().findByText('Enter the company ID.');
  await page().findByText('Needs correction');
  expect(product.network.callsOf(setPayer).at(-1)?.body).toEqual({
    holder: 'Voltboard',
    account: '000123456789',
    bank: '021000021',
    company_id: '1123456789',
  });
  await expectAccessible();
});

test("confirms an owner's account in the revision that was shown", async () => {
  const written = { ...PAYEE, revision: 3, confirmed_at: null, confirmed_by: null, may_confirm: true };
  product.network.on(listPayees, table(written));
  product.open('/admin/money/accounts', { as: userOf('admin') });
  await page().findByText('Needs your confirmation');
  await press('Confirm the account of Pier House');
  await page().findByText(/Pier House Ltd, •••• 3000 at DEUTDEFF/);
  product.network.on(confirmPayee, PAYEE);
  product.network.on(listPayees, table(PAYEE));
  await press('Confirm');
  await page().findByText('Confirmed');
  expect(product.network.callsOf(confirmPayee).at(-1)).toMatchObject({
    params: { id: PIER.id },
    body: { revision: 3 },
  });
});

test('makes an adjustment for one side', async () => {
  product.open('/admin/money/adjustments', { as: userOf('admin') });
  await press('Make adjustment');
  await choose(/^Owner(?! credit)/, 'Pier House');
  fill(await field(/^Owner credit/), '2.50');
  fill(await field(/^Reason/), 'Goodwill');
  product.network.on(makeAdjustment, ADJUSTMENT);
  product.network.on(listAdjustments, table(ADJUSTMENT));
  await press('Save adjustment');
  await page().findByText('On next documents');
  expect(product.network.callsOf(makeAdjustment).at(-1)?.body).toEqual({
    owner_id: PIER.id,
    advertiser_id: null,
    amount: 0,
    owner_amount: 2.5,
    reason: 'Goodwill',
    eui: null,
    day: null,
    sending_id: aName,
  });
});

test('explains receivables by customer, document, line and the parts of a line', async () => {
  const period: Period = {
    from: null,
    to: null,
    time_zone: 'UTC',
    days_of: 'network',
    today: '2026-11-22',
    today_ends_in: 9,
  };
  const invoice = `invoice-2026-10-${BRIGHTWATER.id}`;
  const part = (id: string, label: string, events: number, amount: string) =>
    ({ id, label, events, amount, kind: null, each: null }) as const;
  product.network.on(explainFigure, ({ query }): Explanation => {
    const told = {
      period,
      unit: 'micro-dollars' as const,
      total: '300000000',
      events: [],
      left_out: null,
      next_cursor: null,
    };
    if (query.line !== undefined)
      return {
        ...told,
        figure: 'revenue',
        by: 'flight',
        choices: ['flight', 'event'],
        parts: [{ ...part('F', 'SPRING-1', 100, '300000000'), kind: 'view', each: '3000000' }],
      };
    if (query.document !== undefined)
      return {
        ...told,
        figure: 'revenue',
        by: 'line',
        choices: ['line'],
        total: '340000000',
        parts: [part('0', 'Spring · SPRING-1', 100, '340000370'), part('1', 'Carried to the next document', 0, '-370')],
      };
    if (query.cid !== undefined)
      return {
        ...told,
        figure: 'receivable',
        by: 'document',
        choices: ['document'],
        parts: [
          part(invoice, 'Invoice I-000001, October 2026', 1, '340000000'),
          part('taken-off', 'Paid so far', 0, '-40000000'),
        ],
      };
    return {
      ...told,
      figure: 'receivable',
      by: 'customer',
      choices: ['customer'],
      parts: [part(BRIGHTWATER.id, BRIGHTWATER.name, 3, '300000000')],
    };
  });
  product.network.on(getMoneyOverview, { ...OVERVIEW, in_payout: 20 });
  product.open('/admin/money', { as: 'admin' });
  await explained('Overdue');
  await explained('Payable');
  await product.user.click(await explained('Receivable'));
  await page().findByText('3 documents');
  await expectAccessible();
  await press('Brightwater');
  await page().findByText('Paid so far');
  expect(page().queryByRole('button', { name: 'Paid so far' })).toBeNull();
  await press('Invoice I-000001, October 2026');
  await page().findByText('100 events');
  expect(page().queryByRole('button', { name: 'Carried to the next document' })).toBeNull();
  await press('Spring · SPRING-1');
  await page().findByText('100 views × $3.000000');
  expect(product.network.callsOf(explainFigure).map(({ query }) => query)).toEqual([
    { figure: 'receivable' },
    { figure: 'receivable', cid: BRIGHTWATER.id },
    { figure: 'revenue', document: invoice },
    { figure: 'revenue', document: invoice, line: '0' },
  ]);
  await press('Close');
  for (const [tab, name, query] of [
    ['Months', 'Billed, October 2026', { figure: 'billed', month: '2026-10' }],
    ['Months', 'Owed to owners, October 2026', { figure: 'owed', month: '2026-10' }],
    ['Receivables', 'Balance due from Brightwater', { figure: 'receivable', cid: BRIGHTWATER.id }],
    ['Receivables', 'Overdue from Brightwater', { figure: 'overdue', cid: BRIGHTWATER.id }],
    ['Overview', 'In payout runs', { figure: 'in_payout' }],
  ] as const) {
    await openTab(tab);
    await product.user.click(await explained(name));
    await expect.poll(() => product.network.callsOf(explainFigure).at(-1)?.query).toEqual(query);
    await press('Close');
  }
});

test('explains cash by its bookings and their entries', async () => {
  const period: Period = {
    from: null,
    to: null,
    time_zone: 'UTC',
    days_of: 'network',
    today: '2026-11-22',
    today_ends_in: 9,
  };
  const booking = 'payment 1 ';
  product.network.on(explainFigure, ({ query }): Explanation => {
    const told = {
      period,
      figure: 'cash',
      unit: 'micro-dollars',
      total: '40000000',
      next_cursor: null,
    } as const;
    const part = { kind: null, each: null, amount: '40000000' };
    return query.filters === undefined
      ? {
          ...told,
          by: 'booking',
          choices: ['booking', 'entry'],
          left_out: null,
          events: [],
          parts: [{ ...part, id: booking, label: 'Payments of advertisers', events: 2 }],
        }
      : {
          ...told,
          by: 'entry',
          choices: ['entry'],
          events: [],
          parts: [{ ...part, amount: '30000000', id: '9', label: '2026-11-20 · Payment: Transfer 7', events: 0 }],
          left_out: { parts: 1, amount: '10000000' },
        };
  });
  product.open('/admin/money', { as: 'admin' });
  await explained('Network revenue');
  await product.user.click(await explained('Cash'));
  await page().findByText('2 entries');
  await press('Payments of advertisers');
  await page().findByText('1 other entry');
  await expectAccessible();
  expect(page().queryByRole('button', { name: '2026-11-20 · Payment: Transfer 7' })).toBeNull();
  expect(product.network.callsOf(explainFigure).map(({ query }) => query)).toEqual([
    { figure: 'cash' },
    { figure: 'cash', by: 'entry', filters: JSON.stringify({ booking: [booking] }) },
  ]);
});

test('pages through adjustments, and counts the disputes beyond the first', async () => {
  const many = Array.from({ length: 12 }, (_, at) => ({ ...ADJUSTMENT, id: `a${at}`, reason: `Goodwill ${at}` }));
  product.network.on(listAdjustments, ({ query: { page: asked = '1' } }) => {
    const from = (Number(asked) - 1) * 10;
    return { data: many.slice(from, from + 10), total: 12, page: Number(asked), limit: 10 };
  });
  product.network.on(listObjections, { data: Array.from({ length: 13 }, (_, at) => ({ ...OBJECTION, id: `o${at}` })) });
  product.open('/admin/money/adjustments', { as: userOf('admin') });
  await page().findByText('Goodwill 0');
  await product.user.click(await page().findByRole('link', { name: 'Page 2' }));
  await page().findByText('Goodwill 11');
  expect(page().queryByText('Goodwill 0')).toBeNull();
  await openTab('Overview');
  await page().findByText('and 3 more');
});
