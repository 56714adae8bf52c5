import type { Insertable } from 'kysely';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import type { AccountsSchema } from '../../databases/accounts/schema.ts';

export const findSchedules = (accounts: AccountsDb, reportId: string) =>
  accounts
    .selectFrom('report_schedules')
    .selectAll()
    .where('report_id', '=', reportId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
export type ScheduleRow = Awaited<ReturnType<typeof findSchedules>>[number];

export const findRecipients = (accounts: AccountsDb, scheduleIds: readonly string[]) =>
  scheduleIds.length === 0
    ? Promise.resolve([])
    : accounts
        .selectFrom('report_recipients')
        .innerJoin('users', 'users.id', 'report_recipients.user_id')
        .select(['report_recipients.schedule_id', 'report_recipients.user_id', 'users.email'])
        .where('report_recipients.schedule_id', 'in', scheduleIds)
        .orderBy('users.email_key')
        .execute();

export async function insertSchedule(
  tx: AccountsDb,
  row: Insertable<AccountsSchema['report_schedules']>,
  userIds: readonly string[],
): Promise<void> {
  await tx.insertInto('report_schedules').values(row).execute();
  const recipients = userIds.map((userId) => ({ schedule_id: row.id, user_id: userId }));
  await tx.insertInto('report_recipients').values(recipients).execute();
}

/** Deletes a schedule of the report. Returns false if the report has no such schedule. */
export async function deleteSchedule(tx: AccountsDb, reportId: string, id: string): Promise<boolean> {
  const found = await tx
    .selectFrom('report_schedules')
    .select('id')
    .where('id', '=', id)
    .where('report_id', '=', reportId)
    .executeTakeFirst();
  if (found === undefined) return false;
  await tx.deleteFrom('report_recipients').where('schedule_id', '=', id).execute();
  await tx.deleteFrom('report_schedules').where('id', '=', id).execute();
  return true;
}

/** Finds the next due schedule without a lease. Schedules that failed before come last. */
export const findDueSchedule = (accounts: AccountsDb, at: number) =>
  accounts
    .selectFrom('report_schedules')
    .innerJoin('saved_reports', 'saved_reports.id', 'report_schedules.report_id')
    .selectAll('report_schedules')
    .select(['saved_reports.name', 'saved_reports.question', 'saved_reports.user_id as maker_id'])
    .select('saved_reports.customer_id as report_customer_id')
    .where('report_schedules.next_at', '<=', at)
    .where('report_schedules.try_at', '<=', at)
    .where('report_schedules.leased_until', '<=', at)
    .orderBy('report_schedules.try_at')
    .orderBy('report_schedules.next_at')
    .orderBy('report_schedules.id')
    .limit(1)
    .executeTakeFirst();
export type DueSchedule = NonNullable<Awaited<ReturnType<typeof findDueSchedule>>>;

/** Leases a schedule. Only one of the competing workers and processes gets the lease. */
export async function leaseSchedule(
  accounts: AccountsDb,
  { id, next_at: dueAt }: DueSchedule,
  { at, until }: { at: number; until: number },
): Promise<boolean> {
  const taken = await accounts
    .updateTable('report_schedules')
    .set({ leased_until: until })
    .where('id', '=', id)
    .where('next_at', '=', dueAt)
    .where('try_at', '<=', at)
    .where('leased_until', '<=', at)
    .returning('id')
    .execute();
  return taken.length > 0;
}

/** Stores the next due time, unless another process has already stored it. */
export async function moveSchedule(
  accounts: AccountsDb,
  { id, next_at: dueAt }: Pick<ScheduleRow, 'id' | 'next_at'>,
  nextAt: number,
): Promise<void> {
  await accounts
    .updateTable('report_schedules')
    .set({ next_at: nextAt, leased_until: 0, failures: 0, try_at: 0 })
    .where('id', '=', id)
    .where('next_at', '=', dueAt)
    .execute();
}

/** Delays the retry until `tryAt`, unless another process has mailed the report in the meantime. */
export async function putOffSchedule(
  accounts: AccountsDb,
  { failures, id, next_at: dueAt }: Pick<ScheduleRow, 'failures' | 'id' | 'next_at'>,
  tryAt: number,
): Promise<void> {
  await accounts
    .updateTable('report_schedules')
    .set({ leased_until: 0, failures: failures + 1, try_at: tryAt })
    .where('id', '=', id)
    .where('next_at', '=', dueAt)
    .execute();
}

/** Records a mail's outcome. Returns false if any process has already recorded it. */
export async function insertDelivery(
  tx: AccountsDb,
  row: Insertable<AccountsSchema['report_deliveries']>,
): Promise<boolean> {
  const noted = await tx
    .insertInto('report_deliveries')
    .values(row)
    .onConflict((conflict) => conflict.columns(['schedule_id', 'user_id', 'due_at']).doNothing())
    .returning('id')
    .executeTakeFirst();
  return noted !== undefined;
}

export const findNoted = (accounts: AccountsDb, scheduleId: string, dueAt: number) =>
  accounts
    .selectFrom('report_deliveries')
    .select('user_id')
    .where('schedule_id', '=', scheduleId)
    .where('due_at', '=', dueAt)
    .execute();

/** Finds a report's newest deliveries, with the status of their mails. */
export const findDeliveries = (accounts: AccountsDb, reportId: string, limit: number) =>
  accounts
    .selectFrom('report_deliveries')
    .leftJoin('users', 'users.id', 'report_deliveries.user_id')
    .leftJoin('mails', 'mails.id', 'report_deliveries.mail_id')
    .select(['report_deliveries.id', 'report_deliveries.due_at', 'report_deliveries.made_at'])
    .select(['report_deliveries.mail_id', 'report_deliveries.reason'])
    .select(['users.email', 'mails.status', 'mails.last_error'])
    .where('report_deliveries.report_id', '=', reportId)
    .orderBy('report_deliveries.due_at', 'desc')
    .orderBy('report_deliveries.id', 'desc')
    .limit(limit)
    .execute();

/** Deletes old log entries. The log is kept as long as mails are. */
export async function forgetDeliveries(accounts: AccountsDb, before: number): Promise<void> {
  await accounts.deleteFrom('report_deliveries').where('made_at', '<', before).execute();
}
