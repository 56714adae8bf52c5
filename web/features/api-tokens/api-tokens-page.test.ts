// @vitest-environment jsdom
import { expect, test } from 'vitest';
import {
  type ApiToken,
  approveTokenRequest,
  createApiToken,
  declineTokenRequest,
  listApiTokens,
  listTokenRequests,
  revokeApiToken,
  type TokenRequest,
} from '#contract/api-tokens.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const { press } = product;
const token = (name: string, over: Partial<ApiToken> = {}): ApiToken => ({
  id: '01900000-0000-7000-8000-0000000000cc',
  name,
  prefix: 'vbt_ab12c',
  pending: false,
  expired: false,
  scopes: ['reports:read'],
  addresses: [],
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2027-02-19T10:00:00.000Z',
  last_used_at: null,
  ...over,
});

test('creates a token, shows its secret once, and revokes it', async () => {
  product.network.on(listApiTokens, { data: [] });
  product.open('/app/api-tokens', { as: userOf('property') });
  await page().findByText('No tokens yet');
  await press('Create token');
  fill(await field(/^Name/), 'Nightly report');
  fill(await field(/^Campaigns/), 'read write');
  expect(page().queryByLabelText(/^People/)).toBeNull();
  expect(page().queryByText(/another administrator approves/)).toBeNull();
  fill(await field(/^Allowed addresses/), '203.0.113.7, 10.0.0.0/8');
  const addresses = ['203.0.113.7', '10.0.0.0/8'];
  product.network.on(createApiToken, { ...token('Nightly report'), addresses, token: 'vbt_ab12c-the-whole-secret' });
  product.network.on(listApiTokens, { data: [token('Nightly report', { addresses })] });
  await press('Create');
  await page().findByText('vbt_ab12c-the-whole-secret');
  expect(product.network.callsOf(createApiToken).at(-1)?.body).toEqual({
    name: 'Nightly report',
    scopes: ['reports:read', 'campaigns:read', 'campaigns:write'],
    addresses,
    days: 90,
  });
  expect(page().getByText('Only from 203.0.113.7, 10.0.0.0/8')).toBeDefined();
  await expectAccessible();
  await press('Revoke Nightly report');
  product.network.on(revokeApiToken, { status: true });
  product.network.on(listApiTokens, { data: [] });
  await press('Revoke');
  await page().findByText('No tokens yet');
});

test('shows an error for a token without access at its field, and sends nothing', async () => {
  product.network.on(listApiTokens, { data: [] });
  product.open('/app/api-tokens', { as: userOf('property') });
  await page().findByText('No tokens yet');
  await press('Create token');
  fill(await field(/^Name/), 'Idle');
  fill(await field(/^Reports/), '');
  await press('Create');
  await page().findByText('Choose access to at least one area.');
  expect(product.network.callsOf(createApiToken)).toHaveLength(0);
});

const REQUEST: TokenRequest = {
  id: '01900000-0000-7000-8000-0000000000dd',
  name: 'Bank robot',
  prefix: 'vbt_ab12d',
  may_approve: true,
  scopes: ['money:read', 'money:write'],
  owner: 'other@network.example',
  created_at: '2026-11-21T10:00:00.000Z',
  expires_at: '2027-02-19T10:00:00.000Z',
};
const requests = (...data: TokenRequest[]) => ({ data, total: data.length, page: 1, limit: 100 });

test("lets an administrator approve another administrator's token, never their own", async () => {
  product.network.on(listApiTokens, { data: [token('Books', { pending: true, scopes: ['money:write'] })] });
  product.network.on(
    listTokenRequests,
    requests(REQUEST, { ...REQUEST, id: '01900000-0000-7000-8000-0000000000de', name: 'Books', may_approve: false }),
  );
  product.open('/app/api-tokens', { as: userOf('admin') });
  await page().findByText('Awaiting approval');
  expect(page().getAllByText('Money: read and write')).toHaveLength(2);
  expect(page().queryByRole('button', { name: 'Approve Books' })).toBeNull();
  await expectAccessible();
  await press('Approve Bank robot');
  product.network.on(approveTokenRequest, { status: true });
  product.network.on(listTokenRequests, requests());
  await press('Approve');
  await page().findByText('Bank robot was approved');
  expect(product.network.callsOf(approveTokenRequest).at(-1)?.params).toEqual({ id: REQUEST.id });
});

test('lets an administrator decline a request', async () => {
  product.network.on(listApiTokens, { data: [] });
  product.network.on(listTokenRequests, requests(REQUEST));
  product.open('/app/api-tokens', { as: userOf('admin') });
  await press('Decline Bank robot');
  product.network.on(declineTokenRequest, { status: true });
  product.network.on(listTokenRequests, requests());
  await press('Decline');
  await page().findByText('Bank robot was declined');
});

test('shows a demo account no tokens and explains why', async () => {
  product.network.on(listApiTokens, { data: [] });
  product.open('/app/api-tokens', { as: userOf('advertiser', { demo: true }) });
  expect((await page().findByRole('note')).textContent).toContain('demo account');
  expect(page().queryByRole('button', { name: 'Create token' })).toBeNull();
});
