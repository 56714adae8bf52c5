import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';

/** Finds minutes with contact, by hour, oldest first. */
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

/**
 * Finds the first recorded hour with contact, by outlet. Needs one index lookup per outlet, regardless of the number of
 * hours.
 */
export async function findFirstHours(
  accounts: AccountsDb,
  outletKeys: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await accounts
    .selectFrom('outlets as outlet')
    .select('outlet.key')
    .select(({ selectFrom }) =>
      selectFrom('contact_hours as contact')
        .select(({ fn }) => fn.min('contact.hour').as('hour'))
        .whereRef('contact.outlet_key', '=', 'outlet.key')
        .as('hour'),
    )
    .where('outlet.key', 'in', outletKeys)
    .execute();
  return new Map(rows.flatMap(({ key, hour }) => (hour === null ? [] : [[key, Number(hour)] as const])));
}
