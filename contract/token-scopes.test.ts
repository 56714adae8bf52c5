import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Endpoint } from './endpoint.ts';
import { APPROVED_SCOPE } from './token-scopes.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'allowed' in value;

const files = readdirSync(import.meta.dirname).filter((name) => name.endsWith('.ts') && !name.includes('.test.'));
const modules = await Promise.all(
  files.map((name) => import(join(import.meta.dirname, name)) as Promise<Record<string, unknown>>),
);
const ENDPOINTS = modules.flatMap((one) => Object.values(one)).filter(isEndpoint);
const named = (endpoints: readonly Endpoint[]) => endpoints.map(({ method, url }) => `${method} ${url}`).toSorted();

/**
 * Paths of endpoints that move money or set its destination. Customers may raise disputes without these checks, because
 * a dispute moves no money.
 */
const MONEY =
  /^\/(payments|payees?|payer|payout-runs|payouts|refunds|adjustments|objections\/:id|admin\/(rate-card|traffic-rules|traffic-findings|letterhead|customers\/:id\/shares))(\/|$)/;
const isTrial = ({ url }: Endpoint) => url.endsWith('/trial');
const isBankFile = ({ url }: Endpoint) => /^\/(payout-runs|refunds)\/:id\/export$/.test(url);

test('every operation on money, and each bank file, requires a fresh confirmation', () => {
  const acts = ENDPOINTS.filter(
    (one) => isBankFile(one) || (one.method !== 'GET' && MONEY.test(one.url) && !isTrial(one)),
  );
  expect(acts.length).toBeGreaterThan(25);
  expect(named(acts.filter(({ stepUp }) => stepUp !== true))).toEqual([]);
});

test('only the scope money:write lets a token move money, and no scope lets it change where money goes', () => {
  const acts = ENDPOINTS.filter((one) => one.method !== 'GET' && MONEY.test(one.url) && !isTrial(one));
  const allowed = acts.filter(({ tokenScope }) => tokenScope !== 'none');
  expect(named(allowed.filter(({ tokenScope }) => tokenScope !== APPROVED_SCOPE))).toEqual([]);
  const places = acts.filter(({ url }) => /payee|payer|letterhead|shares/.test(url));
  expect(places.length).toBeGreaterThan(4);
  expect(named(places.filter(({ tokenScope }) => tokenScope !== 'none'))).toEqual([]);
});

test('a read scope opens no endpoint that writes, except trials that store nothing', () => {
  const isRead = ({ tokenScope }: Endpoint) => tokenScope.endsWith(':read');
  const writing = ENDPOINTS.filter((one) => one.method !== 'GET' && isRead(one));
  expect(named(writing)).toEqual(['POST /admin/money/trial', 'POST /admin/traffic-rules/trial']);
  expect(
    named(ENDPOINTS.filter(({ method, tokenScope }) => method === 'GET' && tokenScope.endsWith(':write'))),
  ).toEqual([]);
});

test('endpoints that need a step-up are closed to tokens, and endpoints that ignore tokens declare no scope', () => {
  const steps = ENDPOINTS.filter(({ stepUp }) => stepUp === true);
  expect(named(steps.filter(({ tokenScope }) => tokenScope !== 'none' && !tokenScope.startsWith('money:')))).toEqual(
    [],
  );
  const open = ENDPOINTS.filter(({ allowed }) =>
    ['anyone', 'outlet-key', 'print-ticket', 'metrics-token'].includes(allowed),
  );
  expect(named(open.filter(({ tokenScope }) => tokenScope !== 'none'))).toEqual([]);
});
