import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { TokenScope } from '#contract/token-scopes.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { createSessionTokens } from '../http/session-token.ts';
import type { TestApp } from './create-test-app.ts';
import { makeApiToken } from './make-api-token.ts';
import { makeCampaign, makeCustomer, makeFlight, makeKey, makeOutlet, makeUser, makeVenue } from './makers.ts';
import type { Expectation, Target } from './matrix-rows.ts';
import type { Actor } from './matrix-statuses.ts';

/** Token that grants access to the tested app's metrics, and to nothing else. */
export const METRICS_TOKEN = 'ab/cd+ef=gh.ij-kl_mn~op:qr,st;uv!wx';

type Tenant = Awaited<ReturnType<typeof makeTenant>>;
type Address = { readonly path: string; readonly query: string; readonly body?: object };

export type Matrix = {
  headers(actor: Actor): Record<string, string>;
  /**
   * Returns headers of a new session for the actor. For an actor without sessions, returns the same headers as
   * `headers`.
   */
  freshHeaders(actor: Actor): Promise<Record<string, string>>;
  /** Returns headers of a session that was confirmed long ago. Its account is another one with the actor's rights. */
  staleHeaders(actor: 'propertyA' | 'advertiserViewerA' | 'admin'): Promise<Record<string, string>>;
  /**
   * Returns headers of an API token that belongs to the actor and has these scopes. A token that can write money is
   * approved.
   */
  programHeaders(actor: Actor, scopes: readonly TokenScope[]): Promise<Record<string, string>>;
  /**
   * Returns the request for a route that refers to the target, from the actor's point of view. That is tenant A's side,
   * except for actors of tenant B.
   */
  address(pattern: string, target: Target, expectation: Expectation, actor: Actor): Address;
  /** Returns the strings that must not appear in any response to the actor. */
  forbidden(actor: Actor, expectation?: Expectation): readonly string[];
  /** Strings that an administrator's list contains. */
  readonly planted: readonly string[];
};

/**
 * Creates two owners with one outlet each. Each outlet has a view of one advertiser's campaign, whose data contains
 * unique strings.
 */
export async function makeMatrix(server: TestApp): Promise<Matrix> {
  const tenants = {
    A: await makeTenant(server, 'A', 1_234_567, 370_371),
    B: await makeTenant(server, 'B', 7_654_321, 2_296_298),
  };
  const { A, B } = tenants;
  const accounts = server.accounts;
  const users = {
    propertyA: await makeUser(accounts, { role: 'property', customerId: A.owner.id }),
    propertyViewerA: await makeUser(accounts, { role: 'property', standing: 'viewer', customerId: A.owner.id }),
    propertyB: await makeUser(accounts, { role: 'property', customerId: B.owner.id }),
    advertiserA: await makeUser(accounts, { role: 'advertiser', customerId: A.sponsor.id }),
    advertiserViewerA: await makeUser(accounts, { role: 'advertiser', standing: 'viewer', customerId: A.sponsor.id }),
    advertiserB: await makeUser(accounts, { role: 'advertiser', customerId: B.sponsor.id }),
    admin: await makeUser(accounts, { role: 'admin' }),
    full: await makeUser(accounts, { role: 'full' }),
    unassigned: await makeUser(accounts, { role: 'unassigned' }),
    unlinked: await makeUser(accounts, { role: 'property' }),
  };
  const approver = await makeUser(accounts, { role: 'admin' });
  // Use separate accounts, so that ending an account's other sessions does not end the sessions above.
  const stale = {
    propertyA: await makeUser(accounts, { role: 'property', customerId: A.owner.id }),
    advertiserViewerA: await makeUser(accounts, { role: 'advertiser', standing: 'viewer', customerId: A.sponsor.id }),
    admin: await makeUser(accounts, { role: 'admin' }),
  };
  const headers = new Map<Actor, Record<string, string>>();
  for (const [actor, user] of Object.entries(users) as [keyof typeof users, { id: string }][]) {
    headers.set(actor, await server.as(user));
  }
  for (const [actor, made] of await makeRefused(server, A)) headers.set(actor, made);
  const sideOf = (actor: Actor) => (actor.endsWith('B') ? { own: B, other: A } : { own: A, other: B });
  return {
    headers: (actor) => headers.get(actor) ?? {},
    freshHeaders: async (actor) =>
      actor in users ? server.as(users[actor as keyof typeof users]) : (headers.get(actor) ?? {}),
    staleHeaders: async (actor) => server.asStale(stale[actor]),
    programHeaders: async (actor, scopes) => {
      const { id: userId } = users[actor as keyof typeof users];
      const given = { userId, scopes, approvedBy: approver.id, at: server.clock.ms };
      return (await makeApiToken(accounts, given)).headers;
    },
    address: (pattern, target, expectation, actor) => addressOf(pattern, target, expectation, actor, sideOf(actor)),
    forbidden: (actor, expectation = { targets: {} }) => {
      const offered = [A, B].flatMap((tenant) => offeredTo(actor, expectation, tenant));
      return forbiddenFor(actor, A, B).filter((canary) => !offered.includes(canary));
    },
    planted: [A, B].flatMap(({ canaries }) => [
      ...canaries.owner,
      ...canaries.sponsor,
      ...canaries.visitor,
      ...canaries.recorded,
    ]),
  };
}

async function makeTenant(server: TestApp, letter: 'A' | 'B', amountMicros: number, ownerMicros: number) {
  const { accounts } = server;
  const digit = letter.toLowerCase();
  const owner = await makeCustomer(accounts, { name: `Canary Owner ${letter}` });
  const sponsor = await makeCustomer(accounts, { name: `Canary Sponsor ${letter}`, kind: 'advertiser' });
  const venue = await makeVenue(accounts, { customerId: owner.id, name: `Canary Venue ${letter}` });
  const outlet = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id, eui: `ca${digit.repeat(14)}` });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id });
  const flight = await makeFlight(accounts, { campaignId: campaign.id, code: `CANARY-FLIGHT-${letter}` });
  const visitor = { fingerprint: `${digit}0`.repeat(16), ip: letter === 'A' ? '198.51.100.0' : '203.0.113.0' };
  const cryptic = `canary-cryptic-${letter}`;
  await server.events.insert([
    {
      customerKey: owner.key,
      outletKey: outlet.key,
      timestampMs: server.clock.ms - MINUTE_MS,
      eventId: BigInt(owner.key),
      kind: 'view',
      localDay: '2026-11-21',
      viewId: 0n,
      energyMilliWh: 25_000,
      energyMetered: false,
      advertiserKey: sponsor.key,
      campaignKey: campaign.key,
      flightKey: flight.key,
      amountMicros,
      ownerMicros,
      ...visitor,
      cryptic,
      invalid: null,
      withheldMicros: 0,
      withheldOwnerMicros: 0,
      signed: false,
      readingOf: 'none',
      sentId: '',
    },
  ]);
  const canaries = {
    owner: [owner.id, owner.name, venue.name, outlet.eui],
    sponsor: [sponsor.name],
    visitor: [visitor.fingerprint, visitor.ip],
    secret: [cryptic],
    flight: [flight.code],
    recorded: [String(amountMicros / 1_000_000)],
    share: [String(ownerMicros / 1_000_000)],
  };
  return { owner, sponsor, outlet, canaries };
}

/** Creates credentials without access: ended, expired and forged credentials, and credentials for another purpose. */
async function makeRefused(server: TestApp, A: Tenant): Promise<[Actor, Record<string, string>][]> {
  const { accounts, clock, config } = server;
  const person = (over: object) => makeUser(accounts, { role: 'admin', ...over });
  const disabled = await server.as(await person({ disabled: 1 }));
  const deleted = await server.as(await person({ deletedAt: clock.ms }));
  const expired = await sessionThat(server, await person({}), { expires_at: clock.ms - 1 });
  const ended = await sessionThat(server, await person({}), { ended_at: clock.ms - 1 });
  // The forger knows the key's ID, but has a different key.
  const { id } = config.keys.current('sessions');
  const forger = createSessionTokens({
    keys: { current: () => ({ id, bytes: randomBytes(32) }), find: () => null },
  });
  const session = { id: uuid(), userId: (await person({})).id, createdAt: clock.ms, expiresAt: clock.ms + HOUR_MS };
  const key = await makeKey(accounts, { outletId: A.outlet.id });
  const admin = await server.asRole('admin');
  const ticket = await server.app.inject({
    method: 'POST',
    url: '/api/list/print-ticket',
    headers: admin,
    payload: { cid: A.owner.id, role: 'admin' },
  });
  return [
    ['disabled', disabled],
    ['deleted', deleted],
    ['expired', expired],
    ['ended', ended],
    ['forged', { authorization: `Bearer ${await forger.sign(session)}` }],
    ['outletKeyA', { authorization: `Bearer ${key.key}` }],
    ['metricsToken', { authorization: `Bearer ${METRICS_TOKEN}` }],
    ['printTicket', { authorization: `Bearer ${ticket.json<{ ticket: string }>().ticket}` }],
  ];
}

async function sessionThat(server: TestApp, user: { id: string }, is: { expires_at?: number; ended_at?: number }) {
  const headers = await server.as(user);
  await server.accounts.updateTable('sessions').set(is).where('user_id', '=', user.id).execute();
  return headers;
}

const UNKNOWN = { cid: '01900000-0000-7000-8000-000000000000', eui: '0123456789abcdef' };
const ROLE_IN_LINK: Partial<Record<Actor, string>> = {
  propertyA: 'property',
  propertyViewerA: 'property',
  propertyB: 'property',
  advertiserA: 'advertiser',
  advertiserViewerA: 'advertiser',
  advertiserB: 'advertiser',
  full: '',
};

function addressOf(
  pattern: string,
  target: Target,
  { by, query = '', body }: Expectation,
  actor: Actor,
  side: { own: Tenant; other: Tenant },
): Address {
  const named = target === 'own' || target === 'other' ? side[target] : null;
  const cid = target === 'malformed' ? '' : (named?.owner.id ?? UNKNOWN.cid);
  const eui = target === 'malformed' ? 'not-an-eui' : (named?.outlet.eui ?? UNKNOWN.eui);
  const mark = query === '' ? '' : `?${query}`;
  if (target === 'none' || by === undefined) return { path: pattern, query: mark, ...(body ? { body } : {}) };
  if (by === 'cid') return { path: pattern, query: `?cid=${cid}` };
  if (by === 'eui') return { path: pattern.replace(':eui', eui), query: mark };
  if (by === 'id') {
    const id = target === 'malformed' ? 'not_an_id' : UNKNOWN.cid;
    return { path: pattern.replace(':id', id), query: mark, ...(body ? { body } : {}) };
  }
  if (by === 'cid-in-body') return { path: pattern, query: mark, body: { cid, role: ROLE_IN_LINK[actor] ?? 'admin' } };
  if (by === 'outlet') return { path: pattern, query: mark, body: { eui, count: 1 } };
  const event = { id: uuid(), type: 'view', eui, timestamp: '2026-11-21T11:59:00Z' };
  return { path: pattern, query: mark, body: [event] };
}

/**
 * Returns the strings of a tenant that the route may show to the actor, because showing them is the route's purpose.
 */
function offeredTo(actor: Actor, route: Expectation, { canaries }: Tenant): readonly string[] {
  if (route.offersPlaces && actor.startsWith('advertiser')) return canaries.owner;
  if (route.offersFlights && actor.startsWith('property')) return [...canaries.sponsor, ...canaries.flight];
  // The sponsor's name appears under the ad.
  if (route.offersFlights && actor === 'outletKeyA') return [...canaries.sponsor, ...canaries.flight];
  return [];
}

function forbiddenFor(actor: Actor, A: Tenant, B: Tenant): readonly string[] {
  const all = ({ canaries }: Tenant) => Object.values(canaries).flat();
  const [mine, theirs] = actor.endsWith('B') ? [B, A] : [A, B];
  const { canaries } = mine;
  if (actor === 'admin' || actor === 'full') return [];
  if (actor.startsWith('property'))
    return [...all(theirs), ...canaries.recorded, ...canaries.flight, ...canaries.secret];
  if (actor.startsWith('advertiser'))
    return [...all(theirs), ...canaries.share, ...canaries.visitor, ...canaries.secret];
  return [...all(A), ...all(B)];
}
