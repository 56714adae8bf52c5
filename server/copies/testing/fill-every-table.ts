import { sql } from 'kysely';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { paymentEntered } from '../../ledger/ledger.ts';

type Column = { readonly name: string; readonly type: string; readonly notnull: number; readonly pk: number };
type Reference = { readonly from: string; readonly table: string; readonly to: string | null };
type Value = string | number | null;

/** A recorded loss does not count as a difference; a later comparison reports it again. */
export const FILLED_LOSS = { week: '2020-01-06', parts: [] } as const;

/**
 * Values for columns that a check compares (a key has one owner; an end is after its start), and for columns that a
 * backup reads.
 */
const CHECKED: Readonly<Record<string, Readonly<Record<string, (at: number) => Value>>>> = {
  access_keys: { customer_id: () => null },
  flight_targets: { venue_id: () => null },
  flights: { ends_at: (at) => at + 1 },
  raw_losses: { week: () => FILLED_LOSS.week, parts: () => JSON.stringify(FILLED_LOSS.parts) },
};

/**
 * Inserts at least one row into every table. The values satisfy the types, checks and references in the schema. The
 * ledger and the audit log are written by their own functions, so that their hash chains continue.
 */
export async function fillEveryTable(accounts: AccountsDb, at: number): Promise<void> {
  const { rows } = await sql<{ name: string; text: string }>`select name, sql as text from sqlite_master
    where type = 'table' and name not like 'sqlite_%' and name not like 'kysely_%'`.execute(accounts);
  const customer = await accounts.selectFrom('customers').select('id').executeTakeFirstOrThrow();
  const paid = { id: 'filled', customerId: customer.id, cents: 4_711, reason: 'Filled' };
  await accounts.transaction().execute((tx) => paymentEntered(tx, paid, { at, author: 'test' }));
  const filled = { action: 'installation.filled', subject: customer.id, detail: {}, ip: '' };
  await writeAudit(accounts, { ...filled, at, actorId: null, actor: 'test' });
  let waiting = rows;
  for (;;) {
    const failed: { name: string; text: string; why: unknown }[] = [];
    for (const table of waiting) {
      try {
        if (!(await hasRows(accounts, table.name))) await fill(accounts, table, at);
      } catch (why) {
        failed.push({ ...table, why });
      }
    }
    if (failed.length === 0) return;
    // Tables that refer to other tables are retried after those.
    if (failed.length === waiting.length)
      throw new Error(`No row was made for ${failed.map(({ name, why }) => `${name} (${String(why)})`).join(', ')}`);
    waiting = failed;
  }
}

const hasRows = async (accounts: AccountsDb, table: string): Promise<boolean> =>
  (await sql`select 1 from ${sql.table(table)} limit 1`.execute(accounts)).rows.length > 0;

async function fill(accounts: AccountsDb, { name, text }: { name: string; text: string }, at: number): Promise<void> {
  const { rows: columns } = await sql<Column>`select name, type, "notnull", pk from pragma_table_info(${name})`.execute(
    accounts,
  );
  const { rows: references } =
    await sql<Reference>`select "from", "table", "to" from pragma_foreign_key_list(${name})`.execute(accounts);
  const values: Value[] = [];
  for (const column of columns) {
    const reference = references.find(({ from }) => from === column.name);
    const checked = CHECKED[name]?.[column.name];
    if (checked !== undefined) values.push(checked(at));
    else values.push(reference === undefined ? fitting(column, text, at) : await parentOf(accounts, reference));
  }
  const names = sql.join(columns.map((column) => sql.ref(column.name)));
  await sql`insert into ${sql.table(name)} (${names}) values (${sql.join(values)})`.execute(accounts);
}

async function parentOf(accounts: AccountsDb, { table, to }: Reference): Promise<Value> {
  const { rows } = await sql<{
    value: Value;
  }>`select ${sql.ref(to ?? 'id')} as value from ${sql.table(table)} limit 1`.execute(accounts);
  const value = rows[0]?.value;
  if (value === undefined) throw new Error(`${table} has no row yet`);
  return value;
}

/** Returns a value that the column's check allows, or otherwise any value of the column's type. */
function fitting({ name, type }: Column, table: string, at: number): Value {
  const allowed = new RegExp(`\\b${name} in \\(([^)]*)\\)`).exec(table)?.[1];
  const first = allowed?.split(',')[0]?.trim();
  if (first !== undefined) return first.startsWith("'") ? first.slice(1, -1) : Number(first);
  if (/int/i.test(type)) return name.endsWith('_at') ? at : 1;
  if (/float|real|double/i.test(type)) return 0.1 + 0.2;
  return `filled ${name} \u{1f50c}`;
}
