import { type Selectable, sql } from 'kysely';
import { type AccountsDb, isPostgres } from '../../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../../databases/accounts/schema.ts';
import { inGroups } from '../../../lib/in-groups.ts';

/**
 * Locks the rows of the outlets that will change (PostgreSQL only). A fixed order prevents deadlocks between
 * processes.
 */
export async function lockOutlets(tx: AccountsDb, outletKeys: readonly number[]): Promise<void> {
  if (!isPostgres(tx)) return;
  await tx.selectFrom('outlets').select('key').where('key', 'in', outletKeys).orderBy('key').forNoKeyUpdate().execute();
}

/** Sets each outlet's newest contact (epoch ms) in one statement. An older contact changes nothing. */
export async function recordContacts(accounts: AccountsDb, contacts: ReadonlyMap<number, number>): Promise<void> {
  const pairs = [...contacts].map(([key, at]) => sql`(cast(${key} as integer), cast(${at} as bigint))`);
  // Both engines name the columns of VALUES column1 and column2.
  await sql`
    update outlets set last_seen_at = contact.column2
      from (values ${sql.join(pairs)}) as contact
     where outlets.key = contact.column1
       and (outlets.last_seen_at is null or outlets.last_seen_at < contact.column2)`.execute(accounts);
}

/** Maximum number of rows per statement, few enough that a statement does not block the thread for long. */
const MINUTE_ROWS = 400;

/** Adds minutes to the existing minutes. Adding the same minutes again changes nothing. */
export async function recordMinutes(
  accounts: AccountsDb,
  rows: readonly Selectable<AccountsSchema['contact_hours']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += MINUTE_ROWS) {
    await accounts
      .insertInto('contact_hours')
      .values(rows.slice(from, from + MINUTE_ROWS))
      .onConflict((conflict) =>
        conflict.columns(['outlet_key', 'hour']).doUpdateSet({
          first_half: sql`contact_hours.first_half | excluded.first_half`,
          second_half: sql`contact_hours.second_half | excluded.second_half`,
        }),
      )
      .execute();
  }
}

/** Finds the last contact of these outlets, by key. An outlet that never had contact has no entry. */
export async function findContacts(
  accounts: AccountsDb,
  outletKeys: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const rows = await accounts
    .selectFrom('outlets')
    .select(['key', 'last_seen_at'])
    .where('key', 'in', outletKeys)
    .execute();
  return new Map(rows.flatMap(({ key, last_seen_at: at }) => (at === null ? [] : [[key, at] as const])));
}

/** Finds the stored minutes with contact, for the given outlets and hours. */
export async function findMinutes(
  accounts: AccountsDb,
  hours: readonly { readonly outlet: number; readonly hour: number }[],
): Promise<Selectable<AccountsSchema['contact_hours']>[]> {
  const pairs = hours.map(({ outlet, hour }) => sql`(cast(${outlet} as integer), cast(${hour} as integer))`);
  return accounts
    .selectFrom('contact_hours')
    .selectAll()
    .where(sql<boolean>`(outlet_key, hour) in (values ${sql.join(pairs)})`)
    .execute();
}

/** Adds hours in which outlets sent something. Adding the same hours again changes nothing. */
export async function recordArrivals(
  accounts: AccountsDb,
  rows: readonly Selectable<AccountsSchema['arrival_hours']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += MINUTE_ROWS) {
    await accounts
      .insertInto('arrival_hours')
      .values(rows.slice(from, from + MINUTE_ROWS))
      .onConflict((conflict) => conflict.columns(['outlet_key', 'hour']).doNothing())
      .execute();
  }
}

/** Finds the hours in which each of these outlets sent something. The range includes both ends. */
export async function findArrivals(
  accounts: AccountsDb,
  outletKeys: readonly number[],
  { fromHour, toHour }: { readonly fromHour: number; readonly toHour: number },
): Promise<Selectable<AccountsSchema['arrival_hours']>[]> {
  return inGroups(outletKeys, (some) =>
    accounts
      .selectFrom('arrival_hours')
      .selectAll()
      .where('outlet_key', 'in', some)
      .where('hour', '>=', fromHour)
      .where('hour', '<=', toHour)
      .execute(),
  );
}
