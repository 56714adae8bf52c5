// @vitest-environment jsdom
import { within } from '@testing-library/react';
import { beforeEach, expect, test } from 'vitest';
import { listAdjustments } from '#contract/adjustments.ts';
import { listAdminCustomers } from '#contract/customers.ts';
import { getMoneyOverview } from '#contract/money-overview.ts';
import { listObjections } from '#contract/objections.ts';
import { listPayees, setPayee } from '#contract/payees.ts';
import { getPayer } from '#contract/payer.ts';
import { listPayments } from '#contract/payments.ts';
import { listPayoutRuns } from '#contract/payouts.ts';
import {
  approveRefund,
  declineRefund,
  listRefunds,
  payRefund,
  proposeRefund,
  type Refund,
  returnRefund,
} from '#contract/refunds.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { BRIGHTWATER, OVERVIEW } from '../../app/testing/money-books.ts';
import { button, expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const press = async (name: string | RegExp): Promise<void> => product.user.click(await button(name));
const table = <Row>(...data: Row[]) => ({ data, total: data.length, page: 1, limit: 10 });
const aName = expect.stringMatching(/^[0-9a-f]{8}-[0-9a-f-]{27}$/);

const REFUND: Refund = {
  id: '01900000-0000-7000-8000-0000000000b1',
  number: 3,
  customer: BRIGHTWATER,
  amount: 25.5,
  reason: 'Paid twice',
  state: 'proposed',
  account: null,
  starts_at: null,
  may_approve: true,
  why: '',
  proposed_at: '2026-11-20T10:00:00.000Z',
  proposed_by: 'bea@hotel.example',
  decided_at: null,
  decided_by: null,
  paid_on: null,
};
const AHEAD = { customer: BRIGHTWATER, ahead: 40, refund: 0 };

beforeEach(() => {
  product.network.on(getMoneyOverview, { ...OVERVIEW, ahead: 40, advertisers_ahead: [AHEAD] });
  product.network.on(listPayees, table());
  product.network.on(getPayer, { payer: null });
  product.network.on(listPayments, table());
  product.network.on(listPayoutRuns, table());
  product.network.on(listRefunds, table());
  product.network.on(listAdjustments, table());
  product.network.on(listObjections, { data: [] });
  product.network.on(listAdminCustomers, table());
});

test('lists credit balances of advertisers, and proposes a partial refund', async () => {
  product.open('/admin/money/payouts', { as: userOf('admin') });
  const ahead = within(await page().findByRole('table', { name: 'Credit balances' }));
  expect(ahead.getByRole('row', { name: /^Brightwater/ }).textContent).toContain('$40.00');
  await page().findByText('No refunds yet');
  await expectAccessible();
  await press('Refund Brightwater');
  expect(((await field(/^Amount/)) as HTMLInputElement).value).toBe('40.00');
  fill(await field(/^Amount/), '25.50');
  fill(await field(/^Reason/), 'Paid twice');
  product.network.on(proposeRefund, REFUND);
  product.network.on(listRefunds, table({ ...REFUND, may_approve: false }));
  await press('Propose refund');
  await page().findByText('Awaiting another administrator');
  expect(product.network.callsOf(proposeRefund).at(-1)?.body).toEqual({
    customer_id: BRIGHTWATER.id,
    amount: 25.5,
    reason: 'Paid twice',
    sending_id: aName,
  });
});

test('lets another administrator approve a refund, enters its account, and marks it as paid and returned', async () => {
  product.network.on(listRefunds, table(REFUND));
  product.open('/admin/money/payouts', { as: userOf('admin') });
  await press('Approve: refund 3');
  const approved = { ...REFUND, state: 'approved', may_approve: false } as const;
  product.network.on(approveRefund, approved);
  product.network.on(listRefunds, table(approved));
  await press('Approve');
  await button('Bank file: refund 3');
  expect(product.network.callsOf(approveRefund).at(-1)?.body).toEqual({ sending_id: aName });

  await press('Add account of Brightwater');
  fill(await field(/^Account holder/), 'Brightwater Inc');
  fill(await field(/^Account number/), '123456');
  fill(await field(/^Bank/), '021000021');
  product.network.on(setPayee, {
    customer: BRIGHTWATER,
    holder: 'Brightwater Inc',
    account: '•••• 3456',
    bank: '021000021',
    revision: 1,
    holder_kind: 'company',
    account_kind: 'checking',
    changed_at: REFUND.proposed_at,
    changed_by: null,
    confirmed_at: REFUND.proposed_at,
    confirmed_by: null,
    starts_at: null,
    in_use: null,
    may_confirm: false,
  });
  await press('Save account');
  await page().findByText('Account saved');
  expect(product.network.callsOf(setPayee).at(-1)?.params).toEqual({ id: BRIGHTWATER.id });

  await press('Mark as paid: refund 3');
  fill(await field(/^Paid on/), '2026-11-21');
  const paid = { ...approved, state: 'paid', paid_on: '2026-11-21' } as const;
  product.network.on(payRefund, paid);
  product.network.on(listRefunds, table(paid));
  await press('Mark as paid');
  await page().findByText('Refund 3 marked as paid', { selector: 'div' });
  await press('Mark as returned: refund 3');
  fill(await field(/^Reason/), 'Account closed');
  product.network.on(returnRefund, { ...paid, state: 'returned', why: 'Account closed' });
  product.network.on(listRefunds, table({ ...paid, state: 'returned', why: 'Account closed' }));
  await press('Mark as returned');
  await page().findByText('Paid twice; Account closed');
});

test('declines a refund with a reason and shows the reason', async () => {
  product.network.on(listRefunds, table(REFUND));
  product.open('/admin/money/payouts', { as: userOf('admin') });
  await press('Decline: refund 3');
  fill(await field(/^Reason/), 'Not now');
  product.network.on(declineRefund, { ...REFUND, state: 'declined', why: 'Not now' });
  product.network.on(listRefunds, table({ ...REFUND, state: 'declined', why: 'Not now' }));
  await press('Decline');
  await page().findByText('Paid twice; Not now');
});
