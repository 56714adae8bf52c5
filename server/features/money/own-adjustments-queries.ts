import { sql } from 'kysely';
import type { ADJUSTMENT_SORTS } from '#contract/table-choices.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { containsAnyCase } from '../../databases/accounts/contains-text.ts';
import { inGroups } from '../../lib/in-groups.ts';

const matching = (accounts: AccountsDb, q = '') =>
  accounts
    .selectFrom('adjustments')
    .$if(q !== '', (query) => query.where(containsAnyCase(accounts, 'adjustments.reason', q)));

const adjustments = (accounts: AccountsDb, q = '') =>
  matching(accounts, q)
    .leftJoin('outlets', 'outlets.id', 'adjustments.outlet_id')
    .select(['adjustments.id', 'made_at', 'made_by', 'reason', 'objection_id', 'day', 'outlets.eui as eui']);

export type AdjustmentRow = Awaited<ReturnType<ReturnType<typeof adjustments>['execute']>>[number];

type Order = { readonly name: (typeof ADJUSTMENT_SORTS)[number]; readonly direction: 'asc' | 'desc' };

/** Finds the adjustments whose reason contains the text. */
export const findAdjustments = (
  accounts: AccountsDb,
  q: string,
  { name, direction }: Order,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<AdjustmentRow[]> =>
  adjustments(accounts, q)
    .orderBy(name === 'made' ? 'made_at' : 'reason', direction)
    .orderBy('adjustments.id', direction)
    .limit(limit)
    .offset(offset)
    .execute();

export const findAdjustment = (accounts: AccountsDb, id: string): Promise<AdjustmentRow | undefined> =>
  adjustments(accounts).where('adjustments.id', '=', id).executeTakeFirst();

/** Counts the adjustments whose reason contains the text, and sums their lines in micro-dollars. */
export async function sumAdjustments(accounts: AccountsDb, q: string) {
  const row = await matching(accounts, q)
    .leftJoin('adjustment_lines', 'adjustment_lines.adjustment_id', 'adjustments.id')
    .select((eb) => [
      eb.fn.count<number>('adjustments.id').distinct().as('rows'),
      eb.fn.sum<number>('amount_micros').as('amount'),
      eb.fn.sum<number>('owner_micros').as('owner'),
    ])
    .executeTakeFirstOrThrow();
  return { rows: Number(row.rows), amount: Number(row.amount ?? 0), owner: Number(row.owner ?? 0) };
}

export const findLinesOf = (accounts: AccountsDb, ids: readonly string[]) =>
  inGroups(ids, (group) =>
    accounts
      .selectFrom('adjustment_lines')
      .select(['adjustment_id', 'owner_key', 'advertiser_key', 'amount_micros', 'owner_micros'])
      .where('adjustment_id', 'in', group)
      .execute(),
  );

export async function findDocumented(accounts: AccountsDb, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await inGroups(ids, (group) =>
    accounts
      .selectFrom('document_lines')
      .innerJoin('documents', 'documents.id', 'document_lines.document_id')
      .select(sql<string>`adjustment_id`.as('id'))
      .where('adjustment_id', 'in', group)
      .where('documents.number', 'is not', null)
      .execute(),
  );
  return new Set(rows.map(({ id }) => id));
}

/** Finds an outlet by its EUI, which is stored in lower case. */
export const findOutlet = (accounts: AccountsDb, eui: string) =>
  accounts.selectFrom('outlets').select('id').where('eui', '=', eui).executeTakeFirst();

/** Whether a customer owned an outlet within a range, or at any time if there is no range. */
export async function wasOwned(
  accounts: AccountsDb,
  outletId: string,
  customerId: string,
  range: { readonly start: number; readonly end: number } | null,
): Promise<boolean> {
  const row = await accounts
    .selectFrom('outlet_assignments')
    .select('id')
    .where('outlet_id', '=', outletId)
    .where('customer_id', '=', customerId)
    .$if(range !== null, (query) =>
      query
        .where('from_at', '<', range?.end ?? 0)
        .where((eb) => eb.or([eb('to_at', 'is', null), eb('to_at', '>', range?.start ?? 0)])),
    )
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertOwnAdjustment(
  tx: AccountsDb,
  row: {
    readonly id: string;
    readonly made_at: number;
    readonly made_by: string;
    readonly reason: string;
    readonly outlet_id: string | null;
    readonly day: string | null;
  },
  line: {
    readonly owner_key: number;
    readonly advertiser_key: number;
    readonly amount_micros: number;
    readonly owner_micros: number;
  },
): Promise<void> {
  await tx
    .insertInto('adjustments')
    .values({ ...row, objection_id: null, invalid: null })
    .execute();
  const about = { adjustment_id: row.id, campaign_key: 0, flight_key: 0, events: 0 };
  await tx
    .insertInto('adjustment_lines')
    .values({ ...about, ...line })
    .execute();
}
