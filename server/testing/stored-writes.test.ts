// Played by `npm run test:full` alone.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#contract/common.ts';
import { EXPECTED } from './matrix-table.ts';
import { MONEY_WRITES } from './money-writes.ts';
import { NETWORK_WRITES } from './network-writes.ts';
import { newestIn, openWriteWorld, rowsOf, type WriteWorld } from './write-world.ts';

let world: WriteWorld;
beforeAll(async () => {
  world = await openWriteWorld();
});
afterAll(() => world.close());

const addressOf = (url: string) => url.replaceAll(/:([a-z]+)/g, (_, name: string) => world.ids[name] ?? '');
/**
 * Matches URLs of calls that move money or change where it goes. A session that was confirmed an hour ago may not make
 * such calls.
 */
const STEP_UP =
  /^(POST|PUT) \/(payments|payees|payee|payer|payout-runs|payouts|refunds|adjustments|objections\/:.*|admin\/(rate-card|traffic-rules|traffic-findings|letterhead|customers\/:\w+\/shares))(\/|$)/;
const STEPS = [...MONEY_WRITES, ...NETWORK_WRITES];

test.each(STEPS)('$call is stored and answered while the events store hangs', async ({ call, table, ...step }) => {
  const [method = '', url = ''] = call.split(' ');
  const before = await rowsOf(world, table);
  const body = await step.body?.(world);
  const isPicture = Buffer.isBuffer(body);
  // A deletion's arguments are part of its URL.
  const sent = method === 'DELETE' ? { query: body as Record<string, string> } : { payload: body as object };
  const send = (headers: WriteWorld['headers']) =>
    world.server.app.inject({
      method: method as 'POST',
      url: `/api${addressOf(url)}`,
      headers: { ...headers[step.who ?? 'admin'], ...(isPicture ? { 'content-type': 'image/png' } : {}) },
      ...(body === undefined ? {} : sent),
    });
  if (STEP_UP.test(call)) {
    const refused = await send(world.staleHeaders);
    expect([refused.statusCode, refused.json<Failure>().error.code]).toEqual([401, 'fresh_login']);
    expect(await rowsOf(world, table)).toBe(before);
  }
  const answer = await send(world.headers);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(await rowsOf(world, table)).not.toBe(before);
  const told = answer.json();
  for (const [name, of] of Object.entries(step.finds ?? {})) world.ids[name] = await newestIn(world, of);
  if (step.keeps !== undefined) world.ids[step.keeps] = told.id ?? '';
});

test('an objection is accepted only with known figures: 503 before anything is stored', async () => {
  const before = await rowsOf(world, 'objections');
  const url = `/api/objections/${world.ids.accepted}/accept`;
  const answer = await world.server.app.inject({
    method: 'POST',
    url,
    headers: world.headers.admin,
    payload: { reason: 'So.' },
  });
  expect(answer.statusCode, answer.body).toBe(503);
  expect(answer.headers['retry-after']).toBe('10');
  expect(await rowsOf(world, 'objections')).toBe(before);
});

/**
 * Routes that this test does not call, grouped by the reason. Either another test calls them, or they need no figures.
 */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  'writes-without-events.test.ts plays it, or calls it of what is not there': [
    ...['PATCH /flights/:', 'POST /flights/:/submit', 'POST /flights/:/approve', 'POST /flights/:/return'],
    ...['POST /flights/:/pause', 'POST /flights/:/resume', 'POST /flights/:/cancel', 'POST /campaigns/:/flights'],
    ...['POST /flights/several/pause', 'POST /flights/several/resume', 'POST /flights/several/approve'],
    ...['POST /flights/:/duplicate', 'POST /campaigns/:/duplicate', 'PATCH /flights/:/creatives/:'],
    'POST /flights/:/creatives/:/preview-link',
    ...['POST /campaigns/:/archive', 'POST /campaigns/:/restore'],
    ...['POST /flights/:/archive', 'POST /flights/:/restore'],
    ...[
      'PATCH /campaigns/:',
      'POST /alerts/:/acknowledge',
      'POST /alerts/:/unacknowledge',
      'POST /alert-calls/:/replay',
      'POST /admin/mail/:/retry',
    ],
    ...['POST /alert-webhooks', 'DELETE /alert-webhooks/:', 'POST /alerts/acknowledge'],
  ],
  'it is about a person who signs in, whom no event knows': [
    ...['POST /login', 'POST /auth/exchange', 'POST /auth/second-factor', 'POST /auth/confirm', 'POST /auth/link'],
    ...['POST /auth/passkeys', 'POST /auth/passkeys/options', 'PATCH /auth/passkeys/:', 'DELETE /auth/passkeys/:'],
    ...['POST /auth/passkeys/sign-in', 'POST /auth/passkeys/sign-in/options', 'POST /auth/passkeys/confirm/options'],
    ...['POST /single-sign-on/domains', 'POST /single-sign-on/domains/:/check', 'PUT /single-sign-on/domains/:'],
    'DELETE /single-sign-on/domains/:',
    ...['POST /auth/identities', 'DELETE /auth/identities/:', 'PUT /auth/second-factor', 'DELETE /auth/second-factor'],
    ...['POST /auth/second-factor/seed', 'POST /auth/second-factor/recovery-codes', 'PUT /auth/password'],
    ...['DELETE /auth/sessions', 'DELETE /auth/sessions/:', 'POST /auth/signup', 'PUT /auth/verify-email'],
    ...['POST /auth/send-password-reset-email', 'PUT /auth/password-reset', 'POST /auth/logout', 'DELETE /account'],
  ],
  'it answers from the accounts store alone': [
    ...['POST /admin/traffic-findings/:/approve', 'POST /admin/traffic-findings/:/decline'],
    ...['POST /notifications/read', 'POST /unsubscribe', 'PUT /admin/settings'],
  ],
  'it asks for figures, and stores none': [
    'POST /ad-preview',
    ...['POST /shared-report', 'POST /admin/traffic-rules/trial', 'POST /admin/money/trial', 'POST /list/print-ticket'],
  ],
  'it is about events, and says when to try again': [
    ...['POST /ingest/events', 'POST /serve', 'POST /objections', 'POST /objections/:/accept'],
    'POST /admin/traffic-findings/:/propose',
    'POST /admin/traffic-findings/:/propose',
  ],
  'the file is stored, and a run of its own reads it': [
    ...['POST /users/import', 'POST /admin/campaigns/import', 'POST /admin/customers/import'],
    ...['POST /admin/outlets/import', 'POST /admin/imports/:/cancel'],
  ],
};

test('every route that writes is tested here, or listed with its reason', () => {
  const named = (call: string) => call.replace(/\?.*/, '').replaceAll(/:[a-z_]+/g, ':');
  const played = new Set([...STEPS.map(({ call }) => named(call)), ...Object.values(ELSEWHERE).flat()]);
  const writing = Object.keys(EXPECTED).filter((route) => !route.startsWith('GET ') && route.includes(' /api/'));
  expect(writing.map((route) => named(route.replace(' /api', ' '))).filter((route) => !played.has(route))).toEqual([]);
});
