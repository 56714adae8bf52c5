import { type ExpressionBuilder, type Selectable, sql } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

export type AuditRow = Selectable<AccountsSchema['audit_log']>;

export type AuditFilter = {
  readonly q: string;
  readonly action: string | undefined;
  /** Epoch milliseconds, half-open. */
  readonly from: number | undefined;
  readonly to: number | undefined;
};

const SEARCHED = ['actor', 'action', 'subject', 'ip', 'detail'] as const;

type Eb = ExpressionBuilder<AccountsSchema, 'audit_log'>;

const contains = (eb: Eb, column: (typeof SEARCHED)[number], text: string) =>
  sql<boolean>`lower(${eb.ref(column)}) like ${`%${text.replace(/[\\%_]/g, '\\$&')}%`} escape '\\'`;

/** Every word of the search has to stand in one of the columns; an action without a dot is a whole area. */
const fits = (eb: Eb, { q, action, from, to }: AuditFilter) =>
  eb.and([
    ...q
      .toLowerCase()
      .split(/\s+/)
      .filter((word) => word !== '')
      .map((word) => eb.or(SEARCHED.map((column) => contains(eb, column, word)))),
    ...(action === undefined
      ? []
      : [action.includes('.') ? eb('action', '=', action) : eb('action', 'like', `${action}.%`)]),
    ...(from === undefined ? [] : [eb('at', '>=', from)]),
    ...(to === undefined ? [] : [eb('at', '<', to)]),
  ]);

export async function countEntries(accounts: AccountsDb, filter: AuditFilter): Promise<number> {
  const { count } = await accounts
    .selectFrom('audit_log')
    .where((eb) => fits(eb, filter))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type AuditOrder = {
  readonly name: 'at' | 'actor' | 'action' | 'subject' | 'ip';
  readonly direction: 'asc' | 'desc';
};

/** A page of entries; those of one moment in the order they were written. */
export const findEntries = (
  accounts: AccountsDb,
  filter: AuditFilter,
  { name, direction }: AuditOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditRow[]> =>
  accounts
    .selectFrom('audit_log')
    .selectAll()
    .where((eb) => fits(eb, filter))
    .orderBy(name, direction)
    .orderBy('seq', name === 'at' ? direction : 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Entries after a number, oldest first: how a file of all of them is read. */
export const findEntriesAfter = (
  accounts: AccountsDb,
  filter: AuditFilter,
  seq: number,
  limit: number,
): Promise<AuditRow[]> =>
  accounts
    .selectFrom('audit_log')
    .selectAll()
    .where((eb) => fits(eb, filter))
    .where('seq', '>', seq)
    .orderBy('seq')
    .limit(limit)
    .execute();

export async function findActions(accounts: AccountsDb): Promise<string[]> {
  const rows = await accounts.selectFrom('audit_log').select('action').distinct().orderBy('action').execute();
  return rows.map(({ action }) => action);
}
