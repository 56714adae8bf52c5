import { v7 as uuid } from 'uuid';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../server/databases/accounts/accounts-db.ts';
import {
  makeCampaign,
  makeCreative,
  makeCustomer,
  makeFlight,
  makeKey,
  makeOutlet,
  makeUser,
  makeVenue,
  TEST_PASSWORD,
} from '../../server/testing/makers.ts';
import { turnPatternsOff } from '../../server/testing/patterns-off.ts';
import type { Account, Flight, From, Outlet, Owner, Terms } from './drill-terms.ts';

export const DRILL_PASSWORD = TEST_PASSWORD;

const OWNERS = 8;
const OUTLETS_EACH = 5;
const ZONES = ['America/New_York', 'America/Los_Angeles', 'Europe/Berlin', 'Asia/Kolkata'];
const DEFAULT_SHARE_PPM = 300_000n;
/** The price of a view in the flight whose budget runs out. */
const SCARCE_MICROS = 40_001n;
/**
 * The price of a view in the flight that only the server chooses, and the flight's number of paid views per paid view
 * of the scarce flight.
 */
const PLAY_MICROS = 70_003n;
const PLAYS_SHARE = 0.1;
const FOR_EVER = 9e12;

type Order = Omit<Flight, 'key' | 'advertiser'>;

/**
 * Creates owners with changed shares, and advertisers with flights of every kind. Some prices require rounding, some
 * change, and one flight has a pause. One budget pays for `scarceViews` views and a remainder, then runs out. In one
 * flight, only plays count.
 */
export async function layDrillNetwork(accounts: AccountsDb, nowMs: number, scarceViews: number): Promise<Terms> {
  const owners: Owner[] = [];
  const outlets: Outlet[] = [];
  for (let index = 0; index < OWNERS; index += 1) {
    const owner = await layOwner(accounts, index, nowMs);
    owners.push(owner);
    for (let at = 0; at < OUTLETS_EACH; at += 1) {
      const timeZone = ZONES[(index + (at % 2)) % ZONES.length] ?? 'UTC';
      const venue = await makeVenue(accounts, { customerId: owner.id, name: `${owner.name} ${at}`, timeZone });
      const eui = `d0000000000${index}000${at}`;
      const { key } = await makeOutlet(accounts, { customerId: owner.id, venueId: venue.id, eui });
      outlets.push({ key, eui, owner: index, timeZone });
    }
  }
  const advertisers: Account[] = [];
  const flights: Flight[] = [];
  for (const [index, orders] of ordersOf(nowMs, scarceViews).entries()) {
    const account = await layAccount(accounts, `Sponsor ${index}`, 'advertiser');
    advertisers.push(account);
    const campaign = await makeCampaign(accounts, { customerId: account.id });
    for (const order of orders) {
      const key = await layFlight(accounts, campaign.id, order);
      flights.push({ ...order, key, advertiser: index });
    }
  }
  // Turn off the statistical rules, because some outlets report within minutes, at random times, what honest visitors
  // do in weeks.
  await turnPatternsOff(accounts);
  const admin = 'admin@drill.example';
  await makeUser(accounts, { role: 'admin', email: admin, password: DRILL_PASSWORD });
  return { owners, outlets, advertisers, flights, admin };
}

const ordersOf = (nowMs: number, scarceViews: number): Order[][] => {
  const always = (value: bigint): From<bigint>[] => [{ fromMs: 0, value }];
  const plain = { budget: null, held: null, needsPlay: false };
  const held = { fromMs: nowMs - 5 * DAY_MS, toMs: nowMs - 4 * DAY_MS };
  const changed = [
    { fromMs: 0, value: 12_345_678n },
    { fromMs: nowMs - 3 * DAY_MS, value: 7_654_500n },
  ];
  return [
    [
      { ...plain, code: 'DRILL-CPM', model: 'cpm', micros: changed },
      { ...plain, code: 'DRILL-CPC', model: 'cpc', micros: always(1_234_567n) },
    ],
    [
      { ...plain, code: 'DRILL-CPB', model: 'cpb', micros: always(2_000_001n) },
      { code: 'DRILL-FLAT', model: 'flat', micros: always(33_333n), ...plain, held },
      {
        code: 'DRILL-SCARCE',
        model: 'flat',
        micros: always(SCARCE_MICROS),
        ...plain,
        budget: SCARCE_MICROS * BigInt(scarceViews) + 17n,
      },
      {
        code: 'DRILL-PLAYS',
        model: 'flat',
        micros: always(PLAY_MICROS),
        ...plain,
        budget: PLAY_MICROS * BigInt(Math.ceil(scarceViews * PLAYS_SHARE)) + 23n,
        needsPlay: true,
      },
    ],
  ];
};

async function layOwner(accounts: AccountsDb, index: number, nowMs: number): Promise<Owner> {
  const account = await layAccount(accounts, `Owner ${index}`, 'property');
  const changed = { fromMs: nowMs - 2 * DAY_MS, value: BigInt(250_000 + index * 12_347) };
  // The first owner has no contract and gets the default share.
  const own: From<bigint>[] = index === 0 ? [] : [{ fromMs: 0, value: DEFAULT_SHARE_PPM + BigInt(index) }, changed];
  for (const { fromMs, value } of own) {
    const row = { id: uuid(), customer_id: account.id, share_ppm: Number(value), valid_from: fromMs };
    await accounts.insertInto('owner_shares').values(row).execute();
  }
  const shares = own.length > 0 ? own : [{ fromMs: 0, value: DEFAULT_SHARE_PPM }];
  return { ...account, accessKey: (await makeKey(accounts, { customerId: account.id })).key, shares };
}

async function layAccount(accounts: AccountsDb, name: string, kind: 'property' | 'advertiser'): Promise<Account> {
  const { id, key } = await makeCustomer(accounts, { name, kind });
  const email = `${name.toLowerCase().replace(' ', '-')}@drill.example`;
  await makeUser(accounts, { role: kind, customerId: id, email, password: DRILL_PASSWORD });
  return { id, key, name, email };
}

async function layFlight(accounts: AccountsDb, campaignId: string, order: Order): Promise<number> {
  const { code, model, micros, budget, held, needsPlay } = order;
  const [first, ...others] = micros;
  const { id, key } = await makeFlight(accounts, {
    campaignId,
    code,
    model,
    priceMicros: Number(first?.value ?? 0n),
    // Plays are spread over a flight's time, and nearly all of that time is over.
    endsAt: needsPlay ? Date.now() + 12 * HOUR_MS : FOR_EVER,
    plain: !needsPlay,
    ...(budget === null ? {} : { budgetMicros: Number(budget) }),
  });
  if (needsPlay) await makeCreative(accounts, { flightId: id, seconds: 0 });
  for (const { fromMs, value } of others) {
    const row = { id: uuid(), flight_id: id, model, price_micros: Number(value), valid_from: fromMs };
    await accounts.insertInto('flight_prices').values(row).execute();
  }
  if (held !== null) {
    const row = { id: uuid(), flight_id: id, from_at: held.fromMs, to_at: held.toMs };
    await accounts.insertInto('flight_pauses').values(row).execute();
  }
  return key;
}
