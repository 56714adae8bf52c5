import { sql } from 'kysely';
import { type AccountsDb, isPostgres } from './accounts-db.ts';

/** Tables whose rows have a number that events refer to. */
export const NUMBERED_TABLES = ['customers', 'outlets', 'campaigns', 'flights'] as const;
type NumberedTable = (typeof NUMBERED_TABLES)[number];
type Numbers = Readonly<Record<NumberedTable, number>>;

type Fact =
  | 'installation'
  | 'installation-planned'
  | 'adopt-events'
  | 'started'
  | 'start-planned'
  | 'visitor-salt'
  | 'visitors-known-from'
  | 'figures-check'
  | 'ledger-check'
  | 'currency'
  | 'demo-session-secret'
  | 'breaking-migrations';

export async function readFact(accounts: AccountsDb, name: Fact): Promise<string | null> {
  const row = await accounts.selectFrom('settings').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value ?? null;
}

/**
 * Stores a fact unless it exists, and returns the stored value. If several processes try, the first process decides.
 */
export async function decideFact(accounts: AccountsDb, name: Fact, value: string): Promise<string> {
  await accounts
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readFact(accounts, name)) ?? value;
}

export async function writeFact(accounts: AccountsDb, name: Fact, value: string | null): Promise<void> {
  if (value === null) {
    await accounts.deleteFrom('settings').where('name', '=', name).execute();
    return;
  }
  await accounts
    .insertInto('settings')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}

/** Updates an existing fact. The last of several concurrent updates takes effect. */
export async function renewFact(accounts: AccountsDb, name: Fact, value: string): Promise<void> {
  await accounts.updateTable('settings').set({ value }).where('name', '=', name).execute();
}

/** Returns the highest number ever assigned in each table, including to rows that no longer exist. */
export async function givenNumbers(accounts: AccountsDb): Promise<Numbers> {
  const given = async (table: NumberedTable): Promise<number> => {
    const counter = isPostgres(accounts)
      ? sql<{
          given: number;
        }>`select coalesce(pg_sequence_last_value(pg_get_serial_sequence(${table}, 'key')::regclass), 0) as given`
      : sql<{ given: number }>`select coalesce((select seq from sqlite_sequence where name = ${table}), 0) as given`;
    const { rows } = await counter.execute(accounts);
    return Number(rows[0]?.given ?? 0);
  };
  const [customers, outlets, campaigns, flights] = await Promise.all(NUMBERED_TABLES.map(given));
  return { customers: customers ?? 0, outlets: outlets ?? 0, campaigns: campaigns ?? 0, flights: flights ?? 0 };
}

/** Ensures that new rows only get numbers higher than these. */
export async function raiseNumbers(accounts: AccountsDb, numbers: Numbers): Promise<void> {
  const given = await givenNumbers(accounts);
  for (const table of NUMBERED_TABLES) {
    const number = numbers[table];
    if (number <= given[table]) continue;
    if (isPostgres(accounts)) {
      await sql`select setval(pg_get_serial_sequence(${table}, 'key')::regclass, ${number})`.execute(accounts);
      continue;
    }
    await sql`delete from sqlite_sequence where name = ${table}`.execute(accounts);
    await sql`insert into sqlite_sequence (name, seq) values (${table}, ${number})`.execute(accounts);
  }
}

/**
 * Returns the latest start in the accounts store (epoch seconds), and a planned start that may have been interrupted.
 * Null if there is none.
 */
export async function readKnownStarts(
  accounts: AccountsDb,
): Promise<{ readonly started: number | null; readonly planned: number | null }> {
  const [started, planned] = [await readFact(accounts, 'started'), await readFact(accounts, 'start-planned')];
  return { started: started === null ? null : Number(started), planned: planned === null ? null : Number(planned) };
}
