import { sql } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { inGroups } from '../../lib/in-groups.ts';

const AT_ONCE = 5_000;

/** A time before the first outlet. Subtracting this time keeps sums of timestamps exact. */
const EPOCH_MS = Date.UTC(2020);

/**
 * Returns a version mark that changes with every change to outlet costs. `updated_at` is each row's optimistic-lock
 * version.
 */
export async function findCostsMark(accounts: AccountsDb): Promise<string> {
  const { mark } = await accounts
    .selectFrom('outlets')
    .select(
      sql<string>`cast(count(*) as text) || ' ' || coalesce(cast(sum(updated_at - ${EPOCH_MS}) as text), '')
        || ' ' || coalesce(cast(sum(purchase_price) as text), '') || ' ' || coalesce(cast(sum(monthly_cost) as text), '')`.as(
        'mark',
      ),
    )
    .executeTakeFirstOrThrow();
  return mark;
}

export type OutletCosts = {
  readonly key: number;
  readonly purchase_price: number | null;
  readonly monthly_cost: number | null;
  /** When the current place began. */
  readonly from_at: number;
};

/** Reads outlets in service with their costs, in chunks between which other requests run. */
export async function findCosts(accounts: AccountsDb, nowMs: number, add: (row: OutletCosts) => void): Promise<void> {
  for (let after = 0; ; ) {
    const rows = await accounts
      .selectFrom('outlets')
      .innerJoin('outlet_assignments as place', 'place.outlet_id', 'outlets.id')
      .select(['outlets.key', 'purchase_price', 'monthly_cost', 'place.from_at'])
      .where('outlets.key', '>', after)
      .where('place.from_at', '<=', nowMs)
      .where((on) => on.or([on('place.to_at', 'is', null), on('place.to_at', '>', nowMs)]))
      .orderBy('outlets.key')
      .limit(AT_ONCE)
      .execute();
    for (const row of rows) add(row);
    if (rows.length < AT_ONCE) return;
    after = rows.at(-1)?.key ?? after;
  }
}

/** An outlet that its owner moved to another place. */
export type MovedOutlet = { readonly customerKey: number; readonly outletKey: number; readonly fromMs: number };

/** Finds outlets that their owner moved after `sinceMs`, with their current place. */
export const findMoved = (accounts: AccountsDb, sinceMs: number, nowMs: number): Promise<MovedOutlet[]> =>
  accounts
    .selectFrom('outlet_assignments as place')
    .innerJoin('outlets', 'outlets.id', 'place.outlet_id')
    .innerJoin('customers', 'customers.id', 'place.customer_id')
    .select(['customers.key as customerKey', 'outlets.key as outletKey', 'place.from_at as fromMs'])
    .where('place.from_at', '>', sinceMs)
    .where('place.from_at', '<=', nowMs)
    .where((on) => on.or([on('place.to_at', 'is', null), on('place.to_at', '>', nowMs)]))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('outlet_assignments as before')
          .select('before.id')
          .whereRef('before.outlet_id', '=', 'place.outlet_id')
          .whereRef('before.customer_id', '=', 'place.customer_id')
          .whereRef('before.from_at', '<', 'place.from_at')
          .where('before.to_at', '>', sinceMs),
      ),
    )
    .execute();

/**
 * Finds, by outlet key, when each outlet was bought (the start of its first place), and how long it has had a place
 * since then.
 */
export async function findServed(accounts: AccountsDb, outletKeys: readonly number[], nowMs: number) {
  const end = sql<number>`case when to_at is null or to_at > ${nowMs} then ${nowMs} else to_at end`;
  const rows = await inGroups(outletKeys, (group) =>
    accounts
      .selectFrom('outlet_assignments')
      .innerJoin('outlets', 'outlets.id', 'outlet_assignments.outlet_id')
      .select(['outlets.key as key', ({ fn }) => fn.min<number>('from_at').as('bought')])
      .select(sql<number>`sum(${end} - from_at)`.as('served'))
      .where('outlets.key', 'in', group)
      .where('from_at', '<=', nowMs)
      .groupBy('outlets.key')
      .execute(),
  );
  // PostgreSQL returns sums as text.
  return new Map(rows.map(({ key, bought, served }) => [key, { boughtMs: Number(bought), servedMs: Number(served) }]));
}
