import { v7 as uuid } from 'uuid';
import type { PriceModel } from '#domain/money.ts';
import { nameKey } from '#domain/name-key.ts';
import { createAccessKey } from '../../../access-key.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';

export type Row = { readonly id: string; readonly key: number };
type Price = { readonly model: PriceModel; readonly micros: number; readonly from?: number };

/** Puts rows of a network into the accounts store, so that a test states only what it is about. */
export function createNetworkBuilder(accounts: AccountsDb) {
  const stamps = { created_at: 0, updated_at: 0 };

  async function customer(kind: 'property' | 'advertiser', name: string): Promise<Row> {
    const row = { id: uuid(), name, name_key: nameKey(name), kind, category: 'hotel', ...stamps };
    return accounts.insertInto('customers').values(row).returning(['id', 'key']).executeTakeFirstOrThrow();
  }

  async function venue(customerId: string, timeZone: string): Promise<string> {
    const id = uuid();
    const place = { type: 'hotel', address: '1 Main St', city: 'Springfield', state: 'IL', lat: null, lng: null };
    const row = { id, customer_id: customerId, name: id, name_key: id, time_zone: timeZone, ...place, ...stamps };
    await accounts.insertInto('venues').values(row).execute();
    return id;
  }

  async function assign(outletId: string, customerId: string, venueId: string, fromAt = 0): Promise<void> {
    const current = accounts.updateTable('outlet_assignments').set({ to_at: fromAt });
    await current.where('outlet_id', '=', outletId).where('to_at', 'is', null).execute();
    const row = { id: uuid(), outlet_id: outletId, customer_id: customerId, venue_id: venueId, from_at: fromAt };
    await accounts.insertInto('outlet_assignments').values(row).execute();
  }

  async function outlet(eui: string, owner?: { customerId: string; venueId: string }): Promise<Row & { eui: string }> {
    const row = { id: uuid(), eui, label: eui, ...stamps };
    const made = await accounts.insertInto('outlets').values(row).returning(['id', 'key']).executeTakeFirstOrThrow();
    if (owner) await assign(made.id, owner.customerId, owner.venueId);
    return { ...made, eui };
  }

  async function campaign(advertiserId: string): Promise<Row> {
    const row = { id: uuid(), customer_id: advertiserId, name: 'Campaign', ...stamps };
    return accounts.insertInto('campaigns').values(row).returning(['id', 'key']).executeTakeFirstOrThrow();
  }

  async function flight(
    campaignId: string,
    code: string,
    options: { prices: readonly Price[]; startsAt?: number; endsAt?: number },
  ): Promise<Row> {
    const { prices, startsAt = 0, endsAt = 4e12 } = options;
    const row = { id: uuid(), campaign_id: campaignId, code, starts_at: startsAt, ends_at: endsAt };
    const made = await accounts
      .insertInto('flights')
      .values({ ...row, budget_micros: 0, paused: 0, ...stamps })
      .returning(['id', 'key'])
      .executeTakeFirstOrThrow();
    for (const price of prices) await addPrice(made.id, price);
    return made;
  }

  async function addPrice(flightId: string, { model, micros, from = 0 }: Price): Promise<void> {
    const row = { id: uuid(), flight_id: flightId, model, price_micros: micros, valid_from: from };
    await accounts.insertInto('flight_prices').values(row).execute();
  }

  async function target(flightId: string, place: { outletId: string } | { venueId: string }): Promise<void> {
    const outletId = 'outletId' in place ? place.outletId : null;
    const venueId = 'venueId' in place ? place.venueId : null;
    const row = { id: uuid(), flight_id: flightId, outlet_id: outletId, venue_id: venueId };
    await accounts.insertInto('flight_targets').values(row).execute();
  }

  async function share(customerId: string, sharePpm: number, from = 0): Promise<void> {
    const row = { id: uuid(), customer_id: customerId, share_ppm: sharePpm, valid_from: from };
    await accounts.insertInto('owner_shares').values(row).execute();
  }

  /** The text of a new key of an outlet or of a customer's gateway. */
  async function accessKey(subject: { outletId: string } | { customerId: string }): Promise<string> {
    const { key, hash, prefix } = createAccessKey();
    const outletId = 'outletId' in subject ? subject.outletId : null;
    const customerId = 'customerId' in subject ? subject.customerId : null;
    const row = { id: uuid(), key_hash: hash, prefix, outlet_id: outletId, customer_id: customerId, label: '' };
    await accounts
      .insertInto('access_keys')
      .values({ ...row, created_at: 0 })
      .execute();
    return key;
  }

  return { customer, venue, assign, outlet, campaign, flight, addPrice, target, share, accessKey };
}
