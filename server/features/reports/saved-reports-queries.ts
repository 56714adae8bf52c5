import type { Insertable } from 'kysely';
import { compareNames } from '#domain/name-order.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

/** Who asks for kept reports: `customerId` is null for whoever sees the whole network. */
export type Keeper = { readonly userId: string; readonly customerId: string | null };

const savedReports = (accounts: AccountsDb) =>
  accounts
    .selectFrom('saved_reports')
    .innerJoin('users', 'users.id', 'saved_reports.user_id')
    .select([
      'saved_reports.id',
      'saved_reports.user_id',
      'saved_reports.customer_id',
      'saved_reports.name',
      'saved_reports.question',
      'saved_reports.shared',
      'saved_reports.version',
      'saved_reports.updated_at',
      'users.email as made_by',
    ]);
export type SavedReportRow = Awaited<ReturnType<ReturnType<typeof savedReports>['execute']>>[number];

const seenBy = (accounts: AccountsDb, { customerId, userId }: Keeper) =>
  savedReports(accounts).where((eb) =>
    eb.or([
      eb('saved_reports.user_id', '=', userId),
      eb.and([
        eb('saved_reports.shared', '=', 1),
        customerId === null
          ? eb('saved_reports.customer_id', 'is', null)
          : eb('saved_reports.customer_id', '=', customerId),
      ]),
    ]),
  );

/** The own ones and those that are shared with the reader's organisation. */
export async function findSavedReports(accounts: AccountsDb, keeper: Keeper): Promise<SavedReportRow[]> {
  const rows = await seenBy(accounts, keeper).orderBy('saved_reports.id').execute();
  return rows.sort((one, other) => compareNames(one.name, other.name));
}

export const findSavedReport = (
  accounts: AccountsDb,
  keeper: Keeper,
  id: string,
): Promise<SavedReportRow | undefined> =>
  seenBy(accounts, keeper).where('saved_reports.id', '=', id).executeTakeFirst();

export const findOwnNames = (accounts: AccountsDb, userId: string) =>
  accounts.selectFrom('saved_reports').select(['id', 'name_key']).where('user_id', '=', userId).execute();

export async function insertSavedReport(
  accounts: AccountsDb,
  row: Insertable<AccountsSchema['saved_reports']>,
): Promise<void> {
  await accounts.insertInto('saved_reports').values(row).execute();
}

/** Changes an own report if it still is of the version; whether it was. */
export async function updateSavedReport(
  accounts: AccountsDb,
  { id, userId, version }: { id: string; userId: string; version: number },
  change: Pick<Insertable<AccountsSchema['saved_reports']>, 'name' | 'name_key' | 'question' | 'shared' | 'updated_at'>,
): Promise<boolean> {
  const changed = await accounts
    .updateTable('saved_reports')
    .set({ ...change, version: version + 1 })
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .where('version', '=', version)
    .returning('id')
    .executeTakeFirst();
  return changed !== undefined;
}

/** A report with all that hangs on it; what was mailed stays in the log of deliveries until that is forgotten. */
export async function deleteSavedReport(tx: AccountsDb, id: string): Promise<void> {
  const schedules = tx.selectFrom('report_schedules').select('id').where('report_id', '=', id);
  await tx.deleteFrom('report_recipients').where('schedule_id', 'in', schedules).execute();
  await tx.deleteFrom('report_schedules').where('report_id', '=', id).execute();
  await tx.deleteFrom('report_links').where('report_id', '=', id).execute();
  await tx.deleteFrom('saved_reports').where('id', '=', id).execute();
}
