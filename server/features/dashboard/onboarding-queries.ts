import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Finds the oldest customer of the kind that is not deleted. */
export const findFirstCustomer = (accounts: AccountsDb, kind: 'property' | 'advertiser') =>
  accounts
    .selectFrom('customers')
    .select('id')
    .where('kind', '=', kind)
    .where('deleted_at', 'is', null)
    .orderBy('key')
    .limit(1)
    .executeTakeFirst();

/** Finds an owner with a venue. */
export const findSite = (accounts: AccountsDb) =>
  accounts
    .selectFrom('venues')
    .innerJoin('customers', 'customers.id', 'venues.customer_id')
    .select('customers.id as customerId')
    .where('customers.deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();

/** Finds an outlet in service with a current or future place, for one owner or for any. */
export const findStandingOutlet = (accounts: AccountsDb, customerId: string | null) =>
  accounts
    .selectFrom('outlet_assignments as place')
    .innerJoin('outlets', 'outlets.id', 'place.outlet_id')
    .innerJoin('customers', 'customers.id', 'place.customer_id')
    .select('outlets.id')
    .where('place.to_at', 'is', null)
    .where('outlets.retired_at', 'is', null)
    .where('customers.deleted_at', 'is', null)
    .$if(customerId !== null, (query) => query.where('place.customer_id', '=', customerId ?? ''))
    .limit(1)
    .executeTakeFirst();

export const findGoodKey = (accounts: AccountsDb, nowMs: number) =>
  accounts
    .selectFrom('access_keys')
    .select('id')
    .where('revoked_at', 'is', null)
    .where(({ eb, or }) => or([eb('expires_at', 'is', null), eb('expires_at', '>', nowMs)]))
    .limit(1)
    .executeTakeFirst();

/** Finds a flight of one advertiser or of any. */
export const findFlight = (accounts: AccountsDb, advertiserId: string | null) =>
  accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .select('flights.id')
    // Drafts are left out, because they show nothing yet.
    .where('flights.state', 'in', ['in_review', 'approved'])
    .where('customers.deleted_at', 'is', null)
    .$if(advertiserId !== null, (query) => query.where('customers.id', '=', advertiserId ?? ''))
    .limit(1)
    .executeTakeFirst();

export const findRate = (accounts: AccountsDb) =>
  accounts.selectFrom('rate_card').select('id').limit(1).executeTakeFirst();

/** Finds an approved flight, one with a creative if there is any. */
export const findShownFlight = (accounts: AccountsDb) =>
  accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .leftJoin('creatives', (join) =>
      join.onRef('creatives.flight_id', '=', 'flights.id').on('creatives.removed_at', 'is', null),
    )
    .select(['flights.campaign_id as campaignId', 'creatives.id as creativeId'])
    .where('flights.state', '=', 'approved')
    .where('customers.deleted_at', 'is', null)
    .orderBy((eb) => eb.case().when('creatives.id', 'is', null).then(1).else(0).end())
    .limit(1)
    .executeTakeFirst();

export const findCustomerAccount = (accounts: AccountsDb) =>
  accounts
    .selectFrom('users')
    .select('id')
    .where('customer_id', 'is not', null)
    .where('deleted_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
