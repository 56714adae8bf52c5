import { type ExpressionBuilder, sql } from 'kysely';
import type { CAMPAIGN_SORTS } from '#contract/table-choices.ts';
import { nameKey } from '#domain/name-key.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsText } from '../../databases/accounts/contains-text.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { readSort } from '../../http/read-page.ts';
import { isCustomerLike } from '../../network/customer-name-queries.ts';

type CampaignSort = (typeof CAMPAIGN_SORTS)[number];

export type CampaignFilter = { readonly q: string; readonly sort: CampaignSort | `-${CampaignSort}` };

const ORDER = {
  name: 'campaigns.name_key',
  advertiser: 'customers.name_key',
  created_at: 'campaigns.created_at',
} as const satisfies Record<CampaignSort, string>;

/** Campaigns of a filter, in its order; ties by name. */
export function findCampaignPage(
  accounts: AccountsDb,
  { q, sort }: CampaignFilter,
  { limit, offset }: { limit: number; offset: number },
) {
  const { name, direction } = readSort(sort);
  return accounts
    .selectFrom('campaigns')
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .select(['campaigns.id', 'campaigns.name', 'customers.id as customer_id', 'customers.name as customer_name'])
    .where(matches(q))
    .orderBy(sql.ref(ORDER[name]), direction)
    .orderBy('campaigns.name_key')
    .orderBy('campaigns.id')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countCampaigns(accounts: AccountsDb, { q }: CampaignFilter): Promise<number> {
  const row = await accounts
    .selectFrom('campaigns')
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where(matches(q))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

const matches = (q: string) => (where: ExpressionBuilder<AccountsSchema, 'campaigns' | 'customers'>) =>
  where.and(
    q.trim() === ''
      ? []
      : [where.or([containsText('campaigns.name_key', nameKey(q)), isCustomerLike('customers.find_key', q)])],
  );

/** What the approved flights of the campaigns come to, for those of them that have any. */
export function sumFlights(accounts: AccountsDb, campaignIds: readonly string[], nowMs: number) {
  const count = (condition: ReturnType<typeof sql<boolean>>) =>
    sql<number>`sum(case when ${condition} then 1 else 0 end)`;
  return accounts
    .selectFrom('flights')
    .select(['campaign_id'])
    .select(({ fn }) => [
      fn.countAll<number>().as('flights'),
      fn.min('starts_at').as('starts_at'),
      fn.max('ends_at').as('ends_at'),
      fn.sum<number>('budget_micros').as('budget_micros'),
      count(sql`starts_at <= ${nowMs} and ends_at > ${nowMs} and paused = 0`).as('running'),
      count(sql`starts_at <= ${nowMs} and ends_at > ${nowMs} and paused = 1`).as('paused'),
      count(sql`starts_at > ${nowMs}`).as('planned'),
    ])
    .where('campaign_id', 'in', campaignIds.length === 0 ? [''] : campaignIds)
    .where('state', '=', 'approved')
    .groupBy('campaign_id')
    .execute();
}
