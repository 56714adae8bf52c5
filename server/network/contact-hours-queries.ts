import type { AccountsDb } from '../databases/accounts/accounts-db.ts';

/** Minutes with contact, by hour; oldest first. */
export const findContactHours = (
  accounts: AccountsDb,
  outletKeys: readonly number[],
  { fromHour, toHour }: { fromHour: number; toHour: number },
) =>
  accounts
    .selectFrom('contact_hours')
    .selectAll()
    .where('outlet_key', 'in', outletKeys)
    .where('hour', '>=', fromHour)
    .where('hour', '<', toHour)
    .orderBy('outlet_key')
    .orderBy('hour')
    .execute();

/** The oldest hour with contact that is known, by outlet. */
export async function findFirstHours(
  accounts: AccountsDb,
  outletKeys: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await accounts
    .selectFrom('contact_hours')
    .select(({ fn }) => ['outlet_key', fn.min('hour').as('hour')])
    .where('outlet_key', 'in', outletKeys)
    .groupBy('outlet_key')
    .execute();
  return new Map(rows.map(({ outlet_key, hour }) => [outlet_key, Number(hour)]));
}
