// @vitest-environment jsdom
import { expect, test } from 'vitest';
import { type ApiToken, createApiToken, listApiTokens, revokeApiToken } from '#contract/api-tokens.ts';
import { userOf } from '../../app/testing/accounts.ts';
import { expectAccessible, field, fill, page, productPage } from '../../app/testing/product-page.ts';

const product = productPage();
const { press } = product;
const token = (name: string, over: Partial<ApiToken> = {}): ApiToken => ({
  ...{ id: '01900000-0000-7000-8000-0000000000cc', name, prefix: 'vbt_ab12c', reads_only: true, expired: false },
  ...{ created_at: '2026-11-21T10:00:00.000Z', expires_at: '2027-02-19T10:00:00.000Z', last_used_at: null },
  ...over,
});

test('a token is made, its secret shown this once, and revoked', async () => {
  product.network.on(listApiTokens, { data: [] });
  product.open('/app/api-tokens', { as: userOf('property') });
  await page().findByText('No tokens yet');
  await press('Make a token');
  fill(await field(/^Name/), 'Nightly report');
  product.network.on(createApiToken, { ...token('Nightly report'), token: 'vbt_ab12c-the-whole-secret' });
  product.network.on(listApiTokens, { data: [token('Nightly report')] });
  await press('Make token');
  await page().findByText('vbt_ab12c-the-whole-secret');
  expect(product.network.callsOf(createApiToken).at(-1)?.body).toEqual({
    ...{ name: 'Nightly report', reads_only: true, days: 90 },
  });
  await expectAccessible();
  await press('Revoke Nightly report');
  product.network.on(revokeApiToken, { status: true });
  product.network.on(listApiTokens, { data: [] });
  await press('Revoke');
  await page().findByText('No tokens yet');
});

test('a demo account has none and is told why', async () => {
  product.network.on(listApiTokens, { data: [] });
  product.open('/app/api-tokens', { as: userOf('advertiser', { demo: true }) });
  expect((await page().findByRole('note')).textContent).toContain('demo account');
  expect(page().queryByRole('button', { name: 'Make a token' })).toBeNull();
});
