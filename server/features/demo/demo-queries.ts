import { type Insertable, type Selectable, sql } from 'kysely';
import { NEWS_RULES } from '#domain/alert-rules.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

/** Maximum number of rows per statement. SQLite accepts 32,766 values in a statement. */
const ROWS_AT_ONCE = 1_000;

export async function insertRows<Table extends keyof AccountsSchema>(
  accounts: AccountsDb,
  table: Table,
  rows: readonly Insertable<AccountsSchema[Table]>[],
  already: 'refused' | 'if absent' = 'refused',
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    await accounts
      .insertInto(table)
      .values([...rows.slice(from, from + ROWS_AT_ONCE)])
      .$if(already === 'if absent', (query) => query.onConflict((conflict) => conflict.doNothing()))
      .execute();
  }
}

export const findSetting = async (accounts: AccountsDb, name: string): Promise<string | undefined> =>
  (await accounts.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst())?.value;

export async function storeSetting(accounts: AccountsDb, name: string, value: string): Promise<void> {
  await accounts
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

export const countCustomers = async (accounts: AccountsDb): Promise<number> =>
  (
    await accounts
      .selectFrom('customers')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count;

/** Sets which creatives an owner accepts. */
export async function setOwnerPolicy(
  accounts: AccountsDb,
  customerId: string,
  policy: { readonly reviews_creatives: 0 | 1; readonly blocked_categories: string },
): Promise<void> {
  await accounts.updateTable('customers').set(policy).where('id', '=', customerId).execute();
}

export const findFlightKeys = (accounts: AccountsDb, ids: readonly string[]) =>
  accounts.selectFrom('flights').select(['id', 'key']).where('id', 'in', ids).execute();

/** Finds the keys of flights, their campaigns and advertisers. */
export const findFlightParts = (accounts: AccountsDb, ids: readonly string[]) =>
  accounts
    .selectFrom('flights')
    .innerJoin('campaigns', 'campaigns.id', 'flights.campaign_id')
    .innerJoin('customers', 'customers.id', 'campaigns.customer_id')
    .select(['flights.id', 'flights.key', 'campaigns.key as campaign_key', 'customers.key as advertiser_key'])
    .where('flights.id', 'in', ids)
    .execute();

export const findByKeys = (accounts: AccountsDb, outletKeys: readonly number[]) =>
  accounts.selectFrom('outlets').select(['id', 'key']).where('key', 'in', outletKeys).execute();

export const findCustomerKeys = (accounts: AccountsDb, ids: readonly string[]) =>
  accounts.selectFrom('customers').select(['id', 'key', 'kind']).where('id', 'in', ids).execute();

/** Finds a customer's demo account. */
export const findDemoUser = (accounts: AccountsDb, customerId: string) =>
  accounts
    .selectFrom('users')
    .select(['id', 'email'])
    .where('customer_id', '=', customerId)
    .where('demo', '=', 1)
    .executeTakeFirst();

/** Sets a flight's total budget or daily cap. */
export const setFlightLimits = (
  accounts: AccountsDb,
  id: string,
  limits: { readonly budget_micros: number } | { readonly daily_cap_micros: number },
) => accounts.updateTable('flights').set(limits).where('id', '=', id).execute();

export async function findOutletKeys(accounts: AccountsDb): Promise<ReadonlyMap<string, number>> {
  const rows = await accounts.selectFrom('outlets').select(['eui', 'key']).execute();
  return new Map(rows.map(({ eui, key }) => [eui, key]));
}

/** Adds minutes to the stored minutes. Adding the same minutes again, as a resumed seed does, changes nothing. */
export async function storeContactHours(
  accounts: AccountsDb,
  rows: readonly Selectable<AccountsSchema['contact_hours']>[],
): Promise<void> {
  for (let from = 0; from < rows.length; from += ROWS_AT_ONCE) {
    const some = rows.slice(from, from + ROWS_AT_ONCE);
    await accounts
      .insertInto('arrival_hours')
      .values(some.map(({ outlet_key, hour }) => ({ outlet_key, hour })))
      .onConflict((conflict) => conflict.columns(['outlet_key', 'hour']).doNothing())
      .execute();
    await accounts
      .insertInto('contact_hours')
      .values(some)
      .onConflict((conflict) =>
        conflict.columns(['outlet_key', 'hour']).doUpdateSet({
          first_half: sql`contact_hours.first_half | excluded.first_half`,
          second_half: sql`contact_hours.second_half | excluded.second_half`,
        }),
      )
      .execute();
  }
}

export async function storeFaults(
  accounts: AccountsDb,
  rows: readonly Selectable<AccountsSchema['outlet_faults']>[],
): Promise<void> {
  if (rows.length === 0) return;
  await accounts
    .insertInto('outlet_faults')
    .values([...rows])
    .onConflict((conflict) => conflict.columns(['outlet_key', 'event_id']).doNothing())
    .execute();
}

/** Counts the alerts that a person acknowledged or that ended. */
export async function countHandledAlerts(accounts: AccountsDb): Promise<number> {
  const { count } = await accounts
    .selectFrom('alerts')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where((where) => where.or([where('acknowledged_at', 'is not', null), where('ended_at', 'is not', null)]))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type OpenDemoAlert = Awaited<ReturnType<typeof findOpenDemoAlerts>>[number];

/** Finds the open alerts with their customers' names. Leaves out news, which needs no acknowledgment. */
export const findOpenDemoAlerts = (accounts: AccountsDb) =>
  accounts
    .selectFrom('alerts')
    .leftJoin('customers', 'customers.id', 'alerts.customer_id')
    .select(['alerts.id', 'alerts.rule', 'alerts.since_at', 'customers.name as customer'])
    .where('alerts.ended_at', 'is', null)
    .where('alerts.rule', 'not in', NEWS_RULES)
    .execute();

type Acknowledged = { readonly id: string; readonly raised_at: number; readonly acknowledged_at: number };

export async function acknowledgeDemoAlerts(accounts: AccountsDb, alerts: readonly Acknowledged[]): Promise<void> {
  await accounts.transaction().execute(async (tx) => {
    for (const { id, ...times } of alerts) await tx.updateTable('alerts').set(times).where('id', '=', id).execute();
  });
}

/** Sets when the demo's people last looked at their alerts. Keeps a later time. */
export async function markDemoAlertsRead(accounts: AccountsDb, atMs: number): Promise<void> {
  const users = await accounts.selectFrom('users').select('id').where('demo', '=', 1).execute();
  await insertRows(
    accounts,
    'alert_readers',
    users.map(({ id }) => ({ user_id: id, seen_at: atMs })),
    'if absent',
  );
}

/** Finds the failures of power with the outlet and its current place, by outlet and time. */
export const findPowerFaults = (accounts: AccountsDb) =>
  accounts
    .selectFrom('outlet_faults as fault')
    .innerJoin('outlets', 'outlets.key', 'fault.outlet_key')
    .innerJoin('outlet_assignments as place', 'place.outlet_id', 'outlets.id')
    .innerJoin('venues', 'venues.id', 'place.venue_id')
    .select(['fault.outlet_key', 'fault.event_id', 'fault.kind', 'fault.at', 'place.customer_id', 'place.venue_id'])
    .select(['outlets.id as outlet_id', 'outlets.label', 'venues.name as venue'])
    .where('fault.kind', 'in', ['power_lost', 'power_back'])
    .where('place.to_at', 'is', null)
    .orderBy('fault.outlet_key')
    .orderBy('fault.at')
    .execute();
