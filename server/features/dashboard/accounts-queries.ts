import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** The flights of an advertiser's campaigns, and how many campaigns there are. */
export async function readCampaigns(accounts: AccountsDb, customerId: string) {
  const [campaigns, flights] = await Promise.all([
    accounts
      .selectFrom('campaigns')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('customer_id', '=', customerId)
      .executeTakeFirstOrThrow(),
    accounts
      .selectFrom('flights')
      .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
      .select([
        'flights.campaign_id as campaignId',
        'flights.starts_at as startsMs',
        'flights.ends_at as endsMs',
        'flights.paused',
      ])
      .where('campaigns.customer_id', '=', customerId)
      .execute(),
  ]);
  return { campaigns: Number(campaigns.count), flights: flights.map((row) => ({ ...row, paused: row.paused === 1 })) };
}

/** All campaigns' flights at once, for an administrator's summary. */
export async function countCampaigns(accounts: AccountsDb, nowMs: number): Promise<{ all: number; active: number }> {
  const all = await accounts
    .selectFrom('campaigns')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  const active = await accounts
    .selectFrom('flights')
    .select(({ fn }) => fn.count<number>('campaign_id').distinct().as('count'))
    .where('starts_at', '<=', nowMs)
    .where('ends_at', '>', nowMs)
    .where('paused', '=', 0)
    .executeTakeFirstOrThrow();
  return { all: Number(all.count), active: Number(active.count) };
}
