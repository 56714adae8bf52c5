import { randomBytes, randomUUID } from 'node:crypto';
import { v7 as newId } from 'uuid';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { nameKey } from '../../domain/name-key.ts';
import type { AccountsDb } from '../../server/databases/accounts/accounts-db.ts';
import { createAccessKey } from '../../server/network/access-key.ts';
import { namesOf } from '../../server/network/site-queries.ts';
import { hashPassword } from '../../server/sign-in/password.ts';

export const BENCH_PASSWORD = 'bench-only-password-31415';
const ADVERTISERS = 50;
const FLIGHTS_PER_ADVERTISER = 8;
const LARGE_GATEWAYS = 8;
/** How long each picture is shown, in seconds. */
export const CREATIVE_SECONDS = 5;

export type BenchOutlet = { readonly key: number; readonly eui: string; readonly customerKey: number };
export type BenchFlight = {
  readonly key: number;
  readonly code: string;
  readonly campaignKey: number;
  readonly advertiserKey: number;
};
/** The key of a customer's gateway, and the outlets for which the gateway may report. */
export type BenchGateway = { readonly key: string; readonly outlets: readonly BenchOutlet[] };
export type BenchNetwork = {
  readonly outlets: readonly BenchOutlet[];
  readonly flights: readonly BenchFlight[];
  /** Gateways of the first customers, which have the most outlets. */
  readonly gateways: readonly BenchGateway[];
  /** Gateways of all customers. */
  readonly allGateways: readonly BenchGateway[];
  /** The customer with the most outlets, which is the worst case for requests about one customer. */
  readonly largest: { readonly id: string; readonly name: string };
};

/**
 * Returns the owners' weights, which skew the distribution of outlets: the first owner has about fifty times the
 * median.
 */
const weights = (count: number) => Array.from({ length: count }, (_, index) => 1 / (index + 8));

const ROWS_AT_ONCE = 500;

/**
 * EUI prefixes of the manufacturers. A manufacturer numbers its outlets in order, and a buyer receives a box of
 * consecutive outlets. Row IDs are in order too, as in the product.
 */
const MAKERS = ['70b3d5', '0004a3', 'a84041', '24e124'] as const;
const MADE_BEFORE = 0x12_0000_0000;
let made = 0;
const euiOf = (serial: number) =>
  `${MAKERS[Math.floor(serial / 5_000) % MAKERS.length]}${(MADE_BEFORE + serial).toString(16).padStart(10, '0')}`;

const newOutlet = (at: number) => ({
  id: newId(),
  eui: euiOf(made++),
  label: '',
  // One in fifty outlets has no location.
  ...(Math.random() < 0.02
    ? { lat: null, lng: null }
    : { lat: 30 + Math.random() * 15, lng: -120 + Math.random() * 45 }),
  last_seen_at: contactAt(at),
  retired_at: null,
});

/**
 * Returns an outlet's last contact. Nine in ten outlets report every few minutes; the others last reported within two
 * days.
 */
const contactAt = (at: number) => at - Math.floor(Math.random() * (Math.random() < 0.9 ? 10 * MINUTE_MS : 2 * DAY_MS));

/**
 * Writes a network with `outletCount` outlets, `customerCount` owners, 50 advertisers, and an account for each role.
 */
export async function writeNetwork(
  accounts: AccountsDb,
  customerCount: number,
  outletCount: number,
): Promise<BenchNetwork> {
  const at = Date.now();
  const stamps = { created_at: at, updated_at: at };
  const addCustomer = (name: string, kind: 'property' | 'advertiser') =>
    accounts
      .insertInto('customers')
      .values({
        id: randomUUID(),
        ...namesOf(name),
        kind,
        category: kind === 'property' ? 'hotel' : 'brand',
        ...stamps,
        deleted_at: null,
      })
      .returning(['id', 'key', 'name'])
      .executeTakeFirstOrThrow();

  const outlets: BenchOutlet[] = [];
  const flights: BenchFlight[] = [];
  const allGateways: BenchGateway[] = [];
  let largest = { id: '', name: '' };
  await accounts.transaction().execute(async (transaction) => {
    accounts = transaction;
    const shares = weights(customerCount);
    const sum = shares.reduce((a, b) => a + b, 0);
    for (const [index, share] of shares.entries()) {
      const owner = await addCustomer(`Bench Property ${String(index).padStart(4, '0')}`, 'property');
      if (index === 0) largest = owner;
      const venue = {
        id: randomUUID(),
        customer_id: owner.id,
        name: `Venue ${index}`,
        name_key: nameKey(`Venue ${index}`),
        type: 'hotel',
        address: '',
        city: 'Denver',
        state: 'CO',
        time_zone: 'America/Denver',
        // One venue in ten has no location either.
        ...(index % 10 === 9 ? { lat: null, lng: null } : { lat: 39.7, lng: -105 }),
      };
      await accounts
        .insertInto('venues')
        .values({ ...venue, ...stamps })
        .execute();
      const wanted =
        index === shares.length - 1
          ? outletCount - outlets.length
          : Math.max(1, Math.round((outletCount * share) / sum));
      const own: BenchOutlet[] = [];
      for (let left = Math.min(wanted, outletCount - outlets.length); left > 0; left -= ROWS_AT_ONCE) {
        const rows = await accounts
          .insertInto('outlets')
          .values(Array.from({ length: Math.min(left, ROWS_AT_ONCE) }, () => ({ ...newOutlet(at), ...stamps })))
          .returning(['id', 'key', 'eui'])
          .execute();
        const held = { customer_id: owner.id, venue_id: venue.id, from_at: 0, to_at: null };
        await accounts
          .insertInto('outlet_assignments')
          .values(rows.map(({ id }) => ({ id: newId(), outlet_id: id, ...held })))
          .execute();
        own.push(...rows.map(({ key, eui }) => ({ key, eui, customerKey: owner.key })));
      }
      outlets.push(...own);
      const { key, hash, prefix } = createAccessKey();
      await accounts
        .insertInto('access_keys')
        .values({
          id: randomUUID(),
          key_hash: hash,
          prefix,
          outlet_id: null,
          customer_id: owner.id,
          label: 'bench',
          created_at: at,
          revoked_at: null,
          last_used_at: null,
        })
        .execute();
      allGateways.push({ key, outlets: own });
      if (index === 20) await addUser(accounts, 'owner@bench.example', 'property', owner.id);
    }
    const file = { hash: randomBytes(32).toString('hex'), type: 'image/png', width: 1_200, height: 800 } as const;
    await accounts
      .insertInto('creative_files')
      .values({ ...file, size_bytes: 3, image: 'AAAA', created_at: at })
      .execute();
    const creative = {
      duration_seconds: CREATIVE_SECONDS,
      target_url: 'https://ads.example/',
      file_hash: file.hash,
      created_at: at,
    };
    for (let index = 0; index < ADVERTISERS; index += 1) {
      const advertiser = await addCustomer(`Bench Sponsor ${index}`, 'advertiser');
      if (index === 3) await addUser(accounts, 'sponsor@bench.example', 'advertiser', advertiser.id);
      const campaign = await accounts
        .insertInto('campaigns')
        .values({
          id: randomUUID(),
          customer_id: advertiser.id,
          name: `Campaign ${index}`,
          name_key: `campaign ${index}`,
          ...stamps,
        })
        .returning(['id', 'key'])
        .executeTakeFirstOrThrow();
      for (let number = 0; number < FLIGHTS_PER_ADVERTISER; number += 1) {
        const code = `BENCH-${index}-${number}`;
        const flight = await accounts
          .insertInto('flights')
          .values({
            id: randomUUID(),
            campaign_id: campaign.id,
            code,
            starts_at: 0,
            ends_at: at + 400 * DAY_MS,
            budget_micros: 10 ** 15,
            paused: 0,
            accepts_unsigned: 1,
            ...stamps,
          })
          .returning(['id', 'key'])
          .executeTakeFirstOrThrow();
        await accounts
          .insertInto('flight_prices')
          .values({ id: randomUUID(), flight_id: flight.id, model: 'cpm', price_micros: 12_500_000, valid_from: 0 })
          .execute();
        await accounts
          .insertInto('creatives')
          .values({ id: randomUUID(), flight_id: flight.id, name: code, ...creative })
          .execute();
        flights.push({ key: flight.key, code, campaignKey: campaign.key, advertiserKey: advertiser.key });
      }
    }
    await addUser(accounts, 'admin@bench.example', 'admin', null);
  });
  return { outlets, flights, gateways: allGateways.slice(0, LARGE_GATEWAYS), allGateways, largest };
}

async function addUser(
  accounts: AccountsDb,
  email: string,
  role: 'admin' | 'property' | 'advertiser',
  customerId: string | null,
) {
  const at = Date.now();
  const person = {
    id: randomUUID(),
    first_name: role,
    last_name: 'bench',
    name_key: `${role} bench`,
    email,
    email_key: email,
    email_verified: 1,
    phone_number: '',
    avatar: '[]',
  } as const;
  const rights = {
    provider: 'local',
    role,
    customer_id: customerId,
    disabled: 0,
    demo: 0,
    import_hash: null,
    authentication_uid: null,
  } as const;
  const stamps = { created_at: at, updated_at: at, created_by_id: null, updated_by_id: null, deleted_at: null };
  await accounts
    .insertInto('users')
    .values({ ...person, ...rights, password_hash: await hashPassword(BENCH_PASSWORD), ...stamps })
    .execute();
}
