import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import {
  makeCampaign,
  makeCustomer,
  makeFlight,
  makeKey,
  makeOutlet,
  makeUser,
  makeVenue,
  TEST_PASSWORD,
} from './makers.ts';
import { turnPatternsOff } from './patterns-off.ts';

export const OWNERS = 9;
export const OUTLETS = 3;
export const ADMIN = 'admin@several.example';
export const OWNER = 'owner@several.example';
export const SPONSOR = 'sponsor@several.example';
export const GUESSED = 'guessed@several.example';

export const euiOf = (owner: number, outlet: number) => `a0000000000${owner}000${outlet}`;

/** Creates the same network in each store. Only the numbers that the store assigns differ. */
export async function layNetwork(accounts: AccountsDb) {
  await turnPatternsOff(accounts);
  const sponsor = await makeCustomer(accounts, { name: 'Cola', kind: 'advertiser' });
  const campaign = await makeCampaign(accounts, { customerId: sponsor.id, name: 'Summer' });
  await makeFlight(accounts, { campaignId: campaign.id, code: 'CPM', priceMicros: 12_345_678 });
  await makeFlight(accounts, { campaignId: campaign.id, code: 'CPC', model: 'cpc', priceMicros: 1_234_567 });
  const keys: string[] = [];
  const customers: string[] = [];
  for (let owner = 0; owner < OWNERS; owner += 1) {
    const { id } = await makeCustomer(accounts, { name: `Hotel ${owner}` });
    const venue = await makeVenue(accounts, { customerId: id, name: `Venue ${owner}`, timeZone: 'America/New_York' });
    for (let at = 0; at < OUTLETS; at += 1)
      await makeOutlet(accounts, { customerId: id, venueId: venue.id, eui: euiOf(owner, at) });
    keys.push((await makeKey(accounts, { customerId: id })).key);
    customers.push(id);
  }
  const password = TEST_PASSWORD;
  await makeUser(accounts, { role: 'admin', email: ADMIN, password });
  await makeUser(accounts, { role: 'admin', email: GUESSED, password });
  await makeUser(accounts, { role: 'property', customerId: customers[0] ?? '', email: OWNER, password });
  await makeUser(accounts, { role: 'advertiser', customerId: sponsor.id, email: SPONSOR, password });
  return { keys, customers };
}
