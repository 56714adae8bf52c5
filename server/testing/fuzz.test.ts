import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Failure } from '#contract/common.ts';
import { HOUR_MS } from '#domain/durations.ts';
import { createTestApp, type TestApp } from './create-test-app.ts';
import { makeCustomer, makeKey, makeOutlet } from './makers.ts';
import { byLength } from './test-length.ts';

/** Number of runs per property. For a run of a whole night: `FUZZ_RUNS=500000 npx vitest run fuzz`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? byLength(500, 5_000));

let server: TestApp;
let credentials: string[];
let outlet: { eui: string };
beforeAll(async () => {
  server = await createTestApp();
  const customer = await makeCustomer(server.accounts, { name: "O'Malley % _ Hotel" });
  outlet = await makeOutlet(server.accounts, { customerId: customer.id });
  const { key } = await makeKey(server.accounts, { customerId: customer.id });
  const sessions = [
    await server.asRole('admin'),
    await server.asRole('property', customer.id),
    await server.asRole('unassigned'),
  ];
  credentials = [...sessions.map(({ authorization }) => authorization), `Bearer ${key}`, 'Bearer x', ''];
});
afterAll(() => server.close());

/** Generates texts that are already encoded, because some are not valid Unicode. */
const nasty = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1',
    '100',
    '101',
    '1e400',
    'NaN',
    '9223372036854775807',
    '00000000000',
    '%00',
    '%ED%A0%80',
    '%FF',
  ),
  fc.constantFrom(
    "'%20OR%201=1--",
    '%27;drop%20table%20users;--',
    '{cid:String}',
    '..%2f..%2fetc%2fpasswd',
    '__proto__',
    '%0d%0aSet-Cookie:a',
  ),
  fc.constantFrom(
    '*',
    '%25',
    '_',
    '%5C',
    '[]',
    '%7B%7D',
    'null',
    'true',
    'UTC',
    'America/New_York',
    'Mars',
    'none',
    'print',
    '-total_views',
    'x'.repeat(3_000),
  ),
  fc.string({ unit: 'binary', maxLength: 20 }).map(encodeURIComponent),
  fc.integer({ min: 0, max: 2_000_000_000 }).map(String),
);
const names = [
  'cid',
  'start',
  'end',
  'tz',
  'limit',
  'cursor',
  'q',
  'sort',
  'embed',
  'eui',
  'format',
  'op',
  'role',
  't',
  'constructor',
  'a',
];
const query = fc
  .array(fc.tuple(fc.constantFrom(...names), nasty), { maxLength: 4 })
  .map((pairs) => pairs.map(([name, value]) => `${name}=${value}`).join('&'));
const paths = [
  '/list',
  '/list/summary',
  '/list/map',
  '/list/devices',
  '/list/daily',
  '/list/search',
  '/list/print-ticket',
  '/login',
  '/auth/me',
  '/auth/logout',
  '/auth/exchange',
  '/ingest/events',
  '/serve',
  '/admin/customers',
  '/admin/outlets',
  '/admin/outlets/import',
  '/admin/keys',
  '/config',
  '/readyz',
];
const path = fc.oneof(
  { weight: 5, arbitrary: fc.constantFrom(...paths) },
  { weight: 1, arbitrary: fc.oneof(nasty, fc.constant('OUTLET')).map((eui) => `/list/devices/${eui}/views`) },
  { weight: 1, arbitrary: nasty.map((part) => `/${part}`) },
);
const json = fc.oneof(
  fc.json(),
  fc
    .dictionary(
      fc.constantFrom('email', 'password', 'cid', 'code', 'confirm', 'role', 'start', 'tz', 'id', 'type', 'eui'),
      fc.jsonValue(),
    )
    .map((value) => JSON.stringify(value)),
  fc.string({ unit: 'binary', maxLength: 50 }),
  fc.constantFrom(
    '',
    '[',
    '[[[[[[',
    '{"a":',
    '"\\ud800"',
    `{"email":"${'x'.repeat(5_000)}"}`,
    '[]',
    '[{}]',
    'null',
    '0',
    '\n\n{}\n',
  ),
);
const call = fc.record({
  method: fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'),
  path,
  query,
  body: json,
  type: fc.constantFrom('application/json', 'application/json', 'application/x-ndjson', 'text/plain', 'x'),
  who: fc.nat({ max: 5 }),
});

test('no input makes the server fail or reveal its stores', { timeout: HOUR_MS }, async () => {
  await fc.assert(
    fc.asyncProperty(call, async ({ method, path: where, query: search, body, type, who }) => {
      const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
      const answer = await server.app.inject({
        method: method as 'GET',
        url: `/api${where.replace('OUTLET', outlet.eui)}?${search}`,
        headers: { authorization: credentials[who] ?? '', ...(hasBody ? { 'content-type': type } : {}) },
        ...(hasBody ? { payload: body } : {}),
      });
      expect(answer.statusCode).toBeLessThan(500);
      if (answer.statusCode >= 400 && method !== 'HEAD') {
        const { message, fields = {}, codes = {}, ...others } = answer.json<Failure>().error;
        expect(others).toEqual({});
        for (const text of [message, ...Object.values(fields)]) expect(text).toMatch(/^[^<>]{3,300}$/s);
        expect(Object.keys(codes)).toEqual(Object.keys(fields));
      }
      expect(answer.payload).not.toMatch(/DB::|SQLITE|chdb|kysely|node_modules|syntax error|\.ts:\d/i);
    }),
    { numRuns: RUNS },
  );
  expect((await server.app.inject('/api/readyz')).json()).toMatchObject({ status: 'ready' });
});
