import type { Selectable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsAnyCase } from '../../databases/accounts/contains-text.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';
import { shownAuditLog } from '../../people/shown-rows-queries.ts';

export type AuditRow = Selectable<AccountsSchema['audit_log']>;

export type AuditFilter = {
  readonly q: string;
  readonly action: string | undefined;
  /** Epoch milliseconds, half-open. */
  readonly from: number | undefined;
  readonly to: number | undefined;
  /** If true, only public fields of other people's entries are searched, sorted and read. */
  readonly isVisit: boolean;
};

const SEARCHED = ['actor', 'action', 'subject', 'ip', 'detail'] as const;

/**
 * Selects the entries that match a filter. Every search word has to appear in one of the columns. An action without a
 * dot selects an entire area.
 */
const fitting = (accounts: AccountsDb, { q, action, from, to, isVisit }: AuditFilter) =>
  accounts.selectFrom(shownAuditLog(isVisit)).where((eb) =>
    eb.and([
      ...q
        .toLowerCase()
        .split(/\s+/)
        .filter((word) => word !== '')
        .map((word) => eb.or(SEARCHED.map((column) => containsAnyCase(accounts, column, word)))),
      ...(action === undefined
        ? []
        : [action.includes('.') ? eb('action', '=', action) : eb('action', 'like', `${action}.%`)]),
      ...(from === undefined ? [] : [eb('at', '>=', from)]),
      ...(to === undefined ? [] : [eb('at', '<', to)]),
    ]),
  );

export async function countEntries(accounts: AccountsDb, filter: AuditFilter): Promise<number> {
  const { count } = await fitting(accounts, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

export type AuditOrder = {
  readonly name: 'at' | 'actor' | 'action' | 'subject' | 'ip';
  readonly direction: 'asc' | 'desc';
};

/** Finds a page of entries. Entries with the same timestamp are in the order in which they were inserted. */
export const findEntries = (
  accounts: AccountsDb,
  filter: AuditFilter,
  { name, direction }: AuditOrder,
  { limit, offset }: { limit: number; offset: number },
): Promise<AuditRow[]> =>
  fitting(accounts, filter)
    .selectAll()
    .orderBy(name, direction)
    .orderBy('seq', name === 'at' ? direction : 'desc')
    .limit(limit)
    .offset(offset)
    .execute();

/** Finds the entries after a sequence number, oldest first, for the export. */
export const findEntriesAfter = (
  accounts: AccountsDb,
  filter: AuditFilter,
  seq: number,
  limit: number,
): Promise<AuditRow[]> =>
  fitting(accounts, filter).selectAll().where('seq', '>', seq).orderBy('seq').limit(limit).execute();

export async function findActions(accounts: AccountsDb): Promise<string[]> {
  const rows = await accounts.selectFrom('audit_log').select('action').distinct().orderBy('action').execute();
  return rows.map(({ action }) => action);
}
