import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

const AT_ONCE = 5_000;

export type OutletCosts = {
  readonly key: number;
  readonly purchase_price: number | null;
  readonly monthly_cost: number | null;
  /** Since when it stands where it stands. */
  readonly from_at: number;
};

/** Outlets in service with what they cost, in pieces that others pass between. */
export async function findCosts(accounts: AccountsDb, nowMs: number): Promise<Map<number, OutletCosts>> {
  const found = new Map<number, OutletCosts>();
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
    for (const row of rows) found.set(row.key, row);
    if (rows.length < AT_ONCE) return found;
    after = rows.at(-1)?.key ?? after;
  }
}
