import { v7 as uuid } from 'uuid';
import type { PriceModel } from '#domain/money.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import {
  makeCampaign,
  makeCustomer,
  makeFlight,
  makeKey,
  makeOutlet,
  makeVenue,
  reassignOutlet,
} from '../../../testing/makers.ts';

type Price = { readonly model: PriceModel; readonly micros: number; readonly from?: number };

/** Inserts the rows of a network into the accounts store. A test sets only the fields that matter to it. */
export function createNetworkBuilder(accounts: AccountsDb) {
  async function flight(
    campaignId: string,
    code: string,
    options: {
      prices: readonly Price[];
      startsAt?: number;
      endsAt?: number;
      budgetMicros?: number;
      seconds?: number;
      plain?: boolean;
    },
  ) {
    const { prices, ...dates } = options;
    const made = await makeFlight(accounts, { campaignId, code, ...dates });
    await accounts.deleteFrom('flight_prices').where('flight_id', '=', made.id).execute();
    for (const price of prices) await addPrice(made.id, price);
    return made;
  }

  async function addPrice(flightId: string, { model, micros, from = 0 }: Price): Promise<void> {
    const row = { id: uuid(), flight_id: flightId, model, price_micros: micros, valid_from: from };
    await accounts.insertInto('flight_prices').values(row).execute();
  }

  return {
    customer: (kind: 'property' | 'advertiser', name: string) => makeCustomer(accounts, { kind, name }),
    venue: async (customerId: string, timeZone: string) => (await makeVenue(accounts, { customerId, timeZone })).id,
    outlet: (eui: string, owner: { customerId: string; venueId: string }) => makeOutlet(accounts, { eui, ...owner }),
    loneOutlet: (eui: string) =>
      accounts
        .insertInto('outlets')
        .values({ id: uuid(), eui, label: '', created_at: 0, updated_at: 0 })
        .returningAll()
        .executeTakeFirstOrThrow(),
    assign: (outletId: string, customerId: string, venueId: string, at: number) =>
      reassignOutlet(accounts, { outletId, customerId, venueId, at }),
    campaign: (customerId: string) => makeCampaign(accounts, { customerId }),
    flight,
    addPrice,
    target: async (flightId: string, place: { outletId: string } | { venueId: string }) => {
      const rule = 'outletId' in place ? { outlets: [place.outletId] } : { venues: [place.venueId] };
      const targets = JSON.stringify(rule);
      await accounts.updateTable('flights').set({ targets }).where('id', '=', flightId).execute();
    },
    share: async (customerId: string, sharePpm: number, from = 0) => {
      const row = { id: uuid(), customer_id: customerId, share_ppm: sharePpm, valid_from: from };
      await accounts.insertInto('owner_shares').values(row).execute();
    },
    accessKey: async (subject: { outletId: string } | { customerId: string }) => (await makeKey(accounts, subject)).key,
  };
}
