import type { Insertable } from 'kysely';
import { compareNames } from '#domain/name-order.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

/** Whose saved reports are requested. `customerId` is null for a user who sees the entire network. */
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

/**
 * Selects the reports that the user can see. Reports stay in the organization in which they were created, even if their
 * creator moves to another organization.
 */
const seenBy = (accounts: AccountsDb, { customerId, userId }: Keeper) =>
  savedReports(accounts)
    .where((eb) => eb.or([eb('saved_reports.user_id', '=', userId), eb('saved_reports.shared', '=', 1)]))
    .where('saved_reports.customer_id', customerId === null ? 'is' : '=', customerId);

/** Finds the user's own reports, and those shared in the user's organization. */
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

export const findOwnNames = (accounts: AccountsDb, { customerId, userId }: Keeper) =>
  accounts
    .selectFrom('saved_reports')
    .select(['id', 'name_key'])
    .where('user_id', '=', userId)
    .where('customer_id', customerId === null ? 'is' : '=', customerId)
    .execute();

export async function insertSavedReport(
  accounts: AccountsDb,
  row: Insertable<AccountsSchema['saved_reports']>,
): Promise<void> {
  await accounts.insertInto('saved_reports').values(row).execute();
}

/** Changes one of the user's reports if its version still matches. Returns whether the report was changed. */
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

/** Deletes a report with its schedules and links. Its deliveries stay in the log until they expire. */
export async function deleteSavedReport(tx: AccountsDb, id: string): Promise<void> {
  const schedules = tx.selectFrom('report_schedules').select('id').where('report_id', '=', id);
  await tx.deleteFrom('report_recipients').where('schedule_id', 'in', schedules).execute();
  await tx.deleteFrom('report_schedules').where('report_id', '=', id).execute();
  await tx.deleteFrom('report_links').where('report_id', '=', id).execute();
  await tx.deleteFrom('saved_reports').where('id', '=', id).execute();
}
