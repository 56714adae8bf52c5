import { randomBytes } from 'node:crypto';
import { v7 as uuid } from 'uuid';
import type { PriceModel } from '#domain/money.ts';
import { nameKey } from '#domain/name-key.ts';
import { personKeys } from '#domain/person-names.ts';
import type { StoredRole } from '#domain/role.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createAccessKey } from '../network/access-key.ts';
import { namesOf } from '../network/site-queries.ts';
import { hashPassword } from '../sign-in/password.ts';

const stamps = { created_at: 0, updated_at: 0 };

let counter = 0;
const next = (word: string) => `${word} ${++counter}`;

export function makeCustomer(
  accounts: AccountsDb,
  given: { name?: string; kind?: 'property' | 'advertiser'; category?: string } = {},
) {
  const { name = next('Customer'), kind = 'property', category = kind === 'property' ? 'hotel' : 'brand' } = given;
  return accounts
    .insertInto('customers')
    .values({ id: uuid(), ...namesOf(name), kind, category, ...stamps, deleted_at: null })
    .returningAll()
    .executeTakeFirstOrThrow();
}

export function makeVenue(
  accounts: AccountsDb,
  given: { customerId: string; name?: string; timeZone?: string; lat?: number | null; lng?: number | null },
) {
  const { customerId, name = next('Venue'), timeZone = 'America/New_York', lat = 40.7, lng = -74 } = given;
  const place = {
    type: 'hotel',
    address: '1 Main Street',
    city: 'New York',
    state: 'NY',
    time_zone: timeZone,
    lat,
    lng,
  };
  return accounts
    .insertInto('venues')
    .values({ id: uuid(), customer_id: customerId, ...namesOf(name), ...place, ...stamps })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates an outlet and its assignment to a venue of the customer. By default, the assignment has no start. */
export async function makeOutlet(
  accounts: AccountsDb,
  given: {
    customerId: string;
    venueId?: string;
    eui?: string;
    lat?: number | null;
    lng?: number | null;
    lastSeenAt?: number | null;
    from?: number;
    timeZone?: string;
  },
) {
  const {
    customerId,
    eui = randomBytes(8).toString('hex'),
    lat = 40.7,
    lng = -74,
    lastSeenAt = null,
    from = 0,
  } = given;
  const venueId =
    given.venueId ??
    (await makeVenue(accounts, { customerId, ...(given.timeZone ? { timeZone: given.timeZone } : {}) })).id;
  const outlet = await accounts
    .insertInto('outlets')
    .values({ id: uuid(), eui, label: '', lat, lng, last_seen_at: lastSeenAt, retired_at: null, ...stamps })
    .returningAll()
    .executeTakeFirstOrThrow();
  await accounts
    .insertInto('outlet_assignments')
    .values({
      id: uuid(),
      outlet_id: outlet.id,
      customer_id: customerId,
      venue_id: venueId,
      from_at: from,
      to_at: null,
    })
    .execute();
  return { ...outlet, venueId };
}

/** Ends the current assignment and starts an assignment to another customer at the same time. */
export async function reassignOutlet(
  accounts: AccountsDb,
  given: { outletId: string; customerId: string; venueId?: string; at: number },
) {
  const { outletId, customerId, at } = given;
  const venueId = given.venueId ?? (await makeVenue(accounts, { customerId })).id;
  await accounts
    .updateTable('outlet_assignments')
    .set({ to_at: at })
    .where('outlet_id', '=', outletId)
    .where('to_at', 'is', null)
    .execute();
  await accounts
    .insertInto('outlet_assignments')
    .values({ id: uuid(), outlet_id: outletId, customer_id: customerId, venue_id: venueId, from_at: at, to_at: null })
    .execute();
}

export function makeCampaign(accounts: AccountsDb, given: { customerId: string; name?: string }) {
  const { customerId, name = next('Campaign') } = given;
  return accounts
    .insertInto('campaigns')
    .values({ id: uuid(), customer_id: customerId, name, name_key: nameKey(name), ...stamps })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/**
 * Creates a flight that never ends, with one price from the beginning (by default a CPM of 10 dollars). Tests report
 * its views without plays, so the flight accepts such views. Its creative has no known length, so no rate rule limits
 * its views.
 */
export async function makeFlight(
  accounts: AccountsDb,
  given: {
    campaignId: string;
    code?: string;
    model?: PriceModel;
    priceMicros?: number;
    startsAt?: number;
    endsAt?: number;
    budgetMicros?: number;
    /** If false, there is no creative, and views without a play are invalid, as for any new flight. */
    plain?: boolean;
    /** The length of a plain flight's creative. */
    seconds?: number;
  },
) {
  const {
    campaignId,
    code = `F-${randomBytes(4).toString('hex')}`,
    model = 'cpm',
    priceMicros = 10_000_000,
    startsAt = 0,
    endsAt = 9e12,
    budgetMicros = 1e15,
    plain = true,
    seconds = 0,
  } = given;
  const flight = await accounts
    .insertInto('flights')
    .values({
      id: uuid(),
      campaign_id: campaignId,
      code,
      starts_at: startsAt,
      ends_at: endsAt,
      budget_micros: budgetMicros,
      accepts_unsigned: plain ? 1 : 0,
      paused: 0,
      ...stamps,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  await accounts
    .insertInto('flight_prices')
    .values({ id: uuid(), flight_id: flight.id, model, price_micros: priceMicros, valid_from: 0 })
    .execute();
  if (plain) await makeCreative(accounts, { flightId: flight.id, seconds });
  return flight;
}

/** Creates a picture for a flight. `hash` does not belong to a real file. */
export async function makeCreative(
  accounts: AccountsDb,
  given: { flightId: string; seconds?: number; target?: string },
) {
  const { flightId, seconds = 10, target = 'https://ads.example/' } = given;
  const file = { hash: await makePicture(accounts), name: next('Creative'), target_url: target };
  const { hash, ...row } = file;
  return accounts
    .insertInto('creatives')
    .values({ id: uuid(), flight_id: flightId, duration_seconds: seconds, file_hash: hash, created_at: 0, ...row })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates the picture that a property's outlets show if no flight runs. */
export async function makeHousePicture(accounts: AccountsDb, given: { customerId: string }) {
  const row = { id: uuid(), file_hash: await makePicture(accounts), duration_seconds: 12 };
  return accounts
    .insertInto('house_pictures')
    .values({ ...row, customer_id: given.customerId, target_url: '', updated_at: 0 })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function makePicture(accounts: AccountsDb): Promise<string> {
  const hash = randomBytes(32).toString('hex');
  const size = { width: 1_200, height: 800, size_bytes: 3 };
  await accounts
    .insertInto('creative_files')
    .values({ hash, type: 'image/png', ...size, image: 'AAAA', created_at: 0 })
    .execute();
  return hash;
}

export const TEST_PASSWORD = 'a long enough password';

export async function makeUser(
  accounts: AccountsDb,
  given: {
    role: StoredRole;
    standing?: 'manager' | 'viewer';
    customerId?: string | null;
    email?: string;
    password?: string | null;
    disabled?: 0 | 1;
    verified?: 0 | 1;
    deletedAt?: number | null;
    demo?: 0 | 1;
  },
) {
  const {
    role,
    standing = 'manager',
    customerId = null,
    email = `user${++counter}@test.example`,
    disabled = 0,
    verified = 1,
    deletedAt = null,
    demo = 0,
  } = given;
  const password = given.password === undefined ? null : given.password;
  const person = {
    first_name: 'Test',
    last_name: 'Person',
    ...personKeys('Test', 'Person'),
    email,
    email_key: email.toLowerCase(),
    email_verified: verified,
    phone_number: '',
    avatar: '[]',
  } as const;
  const rights = {
    provider: 'local',
    role,
    standing,
    customer_id: customerId,
    disabled,
    demo,
    import_hash: null,
    authentication_uid: null,
  } as const;
  return accounts
    .insertInto('users')
    .values({
      id: uuid(),
      ...person,
      ...rights,
      password_hash: password === null ? null : await hashPassword(password),
      ...stamps,
      created_by_id: null,
      updated_by_id: null,
      deleted_at: deletedAt,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Creates a key for an outlet or for a customer's gateway. `key` is its text. */
export async function makeKey(accounts: AccountsDb, given: { outletId: string } | { customerId: string }) {
  const { key, hash, prefix } = createAccessKey();
  const subject = {
    outlet_id: 'outletId' in given ? given.outletId : null,
    customer_id: 'customerId' in given ? given.customerId : null,
  };
  const row = await accounts
    .insertInto('access_keys')
    .values({
      id: uuid(),
      key_hash: hash,
      prefix,
      ...subject,
      label: 'test',
      created_at: 0,
      revoked_at: null,
      last_used_at: null,
      expires_at: null,
    })
    .returningAll()
    .executeTakeFirstOrThrow();
  return { ...row, key };
}
