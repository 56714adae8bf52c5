// Played by `npm run test:full` alone.
import { setTimeout as pause } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import type { StoredRole } from '#domain/role.ts';
import { createTestApp, type TestApp } from '../testing/create-test-app.ts';
import {
  callsOf,
  type DescribedOperation,
  type Known,
  type MalformedCall,
  type OpenApi,
  operationsOf,
} from '../testing/described-calls.ts';
import { makeCampaign, makeCustomer, makeFlight, makeKey, makeOutlet, makeUser, makeVenue } from '../testing/makers.ts';
import { byLength } from '../testing/test-length.ts';

/** Number of runs. A long run overnight: `FUZZ_RUNS=500000 FUZZ_SEED=7 npx vitest run openapi-fuzz`. */
const RUNS = Number(process.env.FUZZ_RUNS ?? byLength(300, 20_000));
const SEED = Number(process.env.FUZZ_SEED ?? 20_261_121);
/**
 * Number of concurrent calls: fewer than the number of passwords that the server checks or queues, so that it rejects
 * no call as too busy.
 */
const AT_ONCE = 4;

type Actor = 'nobody' | 'stranger' | 'key' | StoredRole;
const ACTORS: readonly Actor[] = ['nobody', 'stranger', 'key', 'unassigned', 'property', 'advertiser', 'full', 'admin'];

/** Calls for outlets. Only keys pass the first check of these calls, so keys make half of the calls. */
const OF_OUTLETS: readonly string[] = ['/api/serve', '/api/ingest/events'];

let server: TestApp;
let known: Known;
let owner: string;
let sponsor: string;
let outletKey: string;
let venueId: string;
const credentials = new Map<Actor, string>();

beforeAll(async () => {
  server = await createTestApp({ env: { SIGN_UP: 'open' } });
  const { accounts } = server;
  const [property, advertiser] = [
    await makeCustomer(accounts, { name: "O'Malley % _ Hotel" }),
    await makeCustomer(accounts, { kind: 'advertiser' }),
  ];
  const venue = await makeVenue(accounts, { customerId: property.id });
  const outlet = await makeOutlet(accounts, { customerId: property.id, venueId: venue.id });
  const campaign = await makeCampaign(accounts, { customerId: advertiser.id });
  const flight = await makeFlight(accounts, { campaignId: campaign.id });
  const user = await makeUser(accounts, { role: 'property', customerId: property.id });
  owner = property.id;
  sponsor = advertiser.id;
  venueId = venue.id;
  outletKey = (await makeKey(accounts, { outletId: outlet.id })).key;
  const ids = [property.id, advertiser.id, venue.id, outlet.id, user.id, '01900000-0000-7000-8000-000000000000'];
  known = {
    id: ids,
    cid: [property.id, property.name, advertiser.id, ''],
    customer_id: [property.id, advertiser.id],
    venue_id: [venue.id],
    outlet_id: [outlet.id],
    eui: [outlet.eui, outlet.eui.toUpperCase()],
    email: ['somebody@example.com', user.email ?? ''],
    role: ['admin', 'property', ''],
    flight: [flight.code],
    tz: ['UTC', 'America/New_York'],
    time_zone: ['America/Chicago', 'Europe/Berlin', ''],
    start: ['0', '1795000000', '1795300000'],
    end: ['1795300000', '1795400000'],
    timestamp: ['2026-11-21T11:59:00Z'],
    from: ['2026-01-01', '2026-11-21', '2027-01-01'],
    to: ['2026-11-22'],
    version: ['1795262400000'],
    content: [Buffer.from('name,kind,category\nA,property,hotel\n').toString('base64'), 'AAAA'],
  };
});
afterAll(() => server.close());

async function makeOutletKey(): Promise<string> {
  const outlet = await makeOutlet(server.accounts, { customerId: owner, venueId });
  return (await makeKey(server.accounts, { outletId: outlet.id })).key;
}

/** Signs in again, because some calls end the session that makes them, or the whole account. */
async function signIn(actor: Actor): Promise<string> {
  if (actor === 'nobody') return '';
  if (actor === 'stranger') return 'Bearer eyJhbGciOiJub25lIn0.e30.x';
  if (actor === 'key') return `Bearer ${outletKey}`;
  const customer = { property: owner, advertiser: sponsor }[actor as string];
  return (await server.asRole(actor, customer)).authorization;
}

/** Sends a call. If an earlier call ended the actor's session, signs in and sends it again. */
async function send(...call: Parameters<typeof sendOnce>) {
  const [, actor] = call;
  const wasSignedIn = credentials.has(actor);
  const answer = await sendOnce(...call);
  return answer.statusCode === 401 && wasSignedIn && actor !== 'stranger' ? sendOnce(...call) : answer;
}

async function sendOnce(
  { method, path }: DescribedOperation,
  actor: Actor,
  { url, body, contentType }: MalformedCall,
  at: number,
) {
  const authorization = credentials.get(actor) ?? (await signIn(actor));
  credentials.set(actor, authorization);
  const answer = await server.app.inject({
    method: method as 'GET',
    url,
    // Each call has its own address. Otherwise, the rate limits would reject most of the calls.
    remoteAddress: `10.${(at >> 16) & 255}.${(at >> 8) & 255}.${at & 255}`,
    headers: {
      ...(authorization === '' ? {} : { authorization }),
      ...(body === undefined ? {} : { 'content-type': contentType }),
    },
    ...(body === undefined ? {} : { payload: body }),
    // The stream of live changes has no end.
    ...(path === '/api/list/live' ? { payloadAsStream: true } : {}),
  });
  if (path === '/api/list/live') answer.stream().destroy();
  if (answer.statusCode === 401) credentials.delete(actor);
  // An earlier call may have retired the outlet of the key.
  if (answer.statusCode === 401 && actor === 'key' && OF_OUTLETS.includes(path)) outletKey = await makeOutletKey();
  return answer;
}

const ENGINE_WORDS = /DB::|SQLITE|chdb|kysely|node_modules|syntax error|\.ts:\d/i;

/**
 * Maximum number of attempts. A slow machine may ask a caller to retry, but a machine that keeps asking fails the test.
 */
const MOST_TRIES = 4;

/** Sends a call as a client would: retries after the time that the server states. */
async function sendPatiently(...call: Parameters<typeof send>) {
  for (let tries = 1; ; tries += 1) {
    const answer = await send(...call);
    const retryAfter = answer.statusCode === 503 ? Number(answer.headers['retry-after'] ?? 0) : 0;
    if (retryAfter === 0 || tries === MOST_TRIES) return answer;
    await pause(retryAfter * SECOND_MS);
  }
}

/** Returns the fault of an answer, or null if there is none. */
function faultOf({ path, statuses }: DescribedOperation, answer: Awaited<ReturnType<typeof send>>): string | null {
  const { statusCode } = answer;
  if (statusCode >= 500) return `${statusCode} ${answer.payload.slice(0, 200)}`;
  if (!statuses.includes(statusCode)) return `${statusCode} is not described`;
  if (path === '/api/list/live') return null;
  if (ENGINE_WORDS.test(answer.payload)) return `words of an engine: ${answer.payload.slice(0, 200)}`;
  return null;
}

test('calls generated from the description, by every actor, cause no server error and no undescribed status', {
  timeout: HOUR_MS,
}, async () => {
  const operations = operationsOf((await server.app.inject('/api/openapi.json')).json<OpenApi>());
  expect(operations.length).toBeGreaterThan(80);
  const each = Math.ceil(RUNS / operations.length / ACTORS.length);
  const faults = new Map<string, string>();
  const met = new Map<string, Set<number>>();
  let at = 0;
  for (const [index, operation] of operations.entries()) {
    const name = `${operation.method} ${operation.path}`;
    const statuses = new Set<number>();
    met.set(name, statuses);
    const calls = fc.sample(callsOf(operation, known), { seed: SEED + index, numRuns: each * ACTORS.length });
    const waiting = calls.entries();
    const work = async (): Promise<void> => {
      for (const [turn, call] of waiting) {
        const isForKeys = OF_OUTLETS.includes(operation.path) && turn % 2 === 0;
        const actor = isForKeys ? 'key' : (ACTORS[turn % ACTORS.length] ?? 'nobody');
        const answer = await sendPatiently(operation, actor, call, at++);
        statuses.add(answer.statusCode);
        const fault = faultOf(operation, answer);
        if (fault !== null) faults.set(`${name}: ${fault}`, `${actor} ${JSON.stringify(call).slice(0, 600)}`);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, work));
  }
  expect(Object.fromEntries(faults)).toEqual({});
  expect(at).toBeGreaterThanOrEqual(RUNS);
  // Each operation was rejected for its input or accepted at least once, not only rejected for its caller.
  const unmet = [...met].filter(([, statuses]) => [...statuses].every((status) => status === 401 || status === 403));
  expect(unmet.map(([name]) => name)).toEqual([]);
  expect((await server.app.inject('/api/readyz')).json()).toMatchObject({ status: 'ready' });
});
