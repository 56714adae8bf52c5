import type { FastifyRequest } from 'fastify';
import { v7 as newId } from 'uuid';
import type { NewReportSchedule, ReportDelivery, ReportSchedule } from '#contract/saved-reports.ts';
import { SECOND_MS } from '#domain/durations.ts';
import { emailKey } from '#domain/email.ts';
import { nextDueAt, type ReportTimes } from '#domain/report-schedule.ts';
import { isTimeZone } from '#domain/zoned-day.ts';
import { writeAudit } from '../../audit/write-audit.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { AppError, FieldError } from '../../http/app-error.ts';
import { authorOf } from '../../http/author-of.ts';
import { atHand } from '../../lib/at-hand.ts';
import { keeperOf, ownReport, questionOf } from './keep-reports.ts';
import { makeFile } from './make-file.ts';
import { readersOf, type Telling } from './present-report.ts';
import { findAddressees } from './report-readers-queries.ts';
import {
  deleteSchedule,
  findDeliveries,
  findRecipients,
  findSchedules,
  insertSchedule,
  type ScheduleRow,
} from './report-schedules-queries.ts';
import type { SavedReportRow } from './saved-reports-queries.ts';

/** Maximum number of schedules per report. */
const MOST_SCHEDULES = 10;
/**
 * How long the check of a schedule's size may take. Nothing is stored yet, so it may take as long as a large report on
 * a busy machine: with two seconds, such a report was accepted and then skipped each time.
 */
const CHECK_MS = 15 * SECOND_MS;
const SHOWN_DELIVERIES = 50;

export const timesOf = (row: ScheduleRow): ReportTimes => ({
  every: row.every_span,
  weekday: row.weekday,
  dayOfMonth: row.day_of_month,
  hour: row.hour,
  timeZone: row.time_zone,
});

const shown = (row: ScheduleRow, recipients: readonly string[]): ReportSchedule => ({
  id: row.id,
  every: row.every_span,
  ...(row.every_span === 'week' ? { weekday: row.weekday } : {}),
  ...(row.every_span === 'month' ? { day_of_month: row.day_of_month } : {}),
  hour: row.hour,
  time_zone: row.time_zone,
  format: row.format,
  recipients: [...recipients],
  next_at: new Date(row.next_at).toISOString(),
});

export async function showSchedules(accounts: AccountsDb, reportId: string): Promise<ReportSchedule[]> {
  const rows = await findSchedules(accounts, reportId);
  const recipients = await findRecipients(
    accounts,
    rows.map(({ id }) => id),
  );
  const of = (id: string) => recipients.filter((one) => one.schedule_id === id).map(({ email }) => email);
  return rows.map((row) => shown(row, of(row.id)));
}

/** Lists mailed reports, newest first. */
export async function showDeliveries(accounts: AccountsDb, reportId: string): Promise<ReportDelivery[]> {
  const rows = await findDeliveries(accounts, reportId, SHOWN_DELIVERIES);
  return rows.map(({ due_at, email, id, last_error, made_at, mail_id, reason, status }) => ({
    id,
    recipient: email ?? '',
    due_at: new Date(due_at).toISOString(),
    made_at: new Date(made_at).toISOString(),
    // A mail that is no longer stored was completed long ago.
    status: mail_id === null ? 'skipped' : (status ?? 'sent'),
    reason: reason === '' ? (last_error ?? '') : reason,
  }));
}

/**
 * Finds the users with these email addresses. Throws if an address is unknown. The message does not reveal whether a
 * user of another organization has the address.
 */
async function recipientsOf(
  accounts: AccountsDb,
  typed: readonly string[],
  customerId: string | null,
): Promise<readonly string[]> {
  const keys = [...new Set(typed.map((one) => emailKey(one.trim()) ?? ''))];
  if (keys.includes('')) throw new FieldError({ recipients: 'One of the entries is not an email address.' });
  const found = await findAddressees(accounts, keys, customerId);
  const missing = keys.filter((key) => !found.some(({ email_key }) => email_key === key));
  if (missing.length > 0) {
    const where = customerId === null ? 'There’s no account' : 'Your organization has no account';
    throw new FieldError({
      recipients: `${where} for ${missing.join(', ')}. Invite these people first, or create a link.`,
    });
  }
  return found.map(({ id }) => id);
}

/**
 * Throws if the report does not fit the format, such as a year of hours as PDF. Such a report would be skipped each
 * time it is due.
 */
async function refuseTooLarge(needs: Telling, userId: string, saved: SavedReportRow, format: ScheduleRow['format']) {
  const reader = (await readersOf(needs, [userId])).get(userId);
  if (reader === undefined) return;
  const wanted = { name: saved.name, format, question: questionOf(saved), dueMs: needs.now() };
  // If the figures are unavailable, the schedule is saved. In that case, the log says why a mail is skipped.
  const made = await atHand(() => makeFile(needs, wanted, reader), CHECK_MS);
  if (typeof made === 'string') throw new FieldError({ format: made });
}

export async function makeSchedule(
  needs: Telling,
  request: FastifyRequest,
  reportId: string,
  body: NewReportSchedule,
): Promise<ReportSchedule> {
  const { accounts, now, time } = needs;
  const keeper = keeperOf(request);
  const saved = await ownReport(accounts, keeper, reportId);
  const { name } = saved;
  if (!isTimeZone(body.time_zone)) throw new FieldError({ time_zone: 'Choose a valid time zone.' });
  const userIds = await recipientsOf(accounts, body.recipients, keeper.customerId);
  await refuseTooLarge(needs, keeper.userId, saved, body.format);
  const at = now();
  const row = rowOf(reportId, body, at, await time());
  await accounts.transaction().execute(async (tx) => {
    // Serialized, so that the report is not deleted in the meantime, and concurrent requests cannot exceed the limit.
    const entry = { at, action: 'report.schedule-made', subject: name };
    const detail = { report: reportId, every: row.every_span, format: row.format, recipients: userIds.length };
    await writeAudit(tx, { ...authorOf(request), ...entry, detail });
    await ownReport(tx, keeper, reportId);
    if ((await findSchedules(tx, reportId)).length >= MOST_SCHEDULES)
      throw new AppError('conflict', `This report already has ${MOST_SCHEDULES} schedules. End one first.`);
    await insertSchedule(tx, row, userIds);
  });
  const recipients = await findRecipients(accounts, [row.id]);
  return shown(
    row,
    recipients.map(({ email }) => email),
  );
}

/**
 * Builds the schedule's row. The due time uses the clock that all mailing processes share. This process's own clock
 * could skip a day, or cause an extra mail.
 */
function rowOf(reportId: string, body: NewReportSchedule, at: number, sharedMs: number): ScheduleRow {
  const row = {
    id: newId(),
    report_id: reportId,
    every_span: body.every,
    weekday: body.weekday ?? 1,
    day_of_month: body.day_of_month ?? 1,
    hour: body.hour,
    time_zone: body.time_zone,
    format: body.format,
    next_at: 0,
    created_at: at,
    leased_until: 0,
    failures: 0,
    try_at: 0,
  };
  return { ...row, next_at: nextDueAt(timesOf(row), sharedMs) };
}

export async function endSchedule(
  { accounts, now }: Telling,
  request: FastifyRequest,
  reportId: string,
  id: string,
): Promise<void> {
  const keeper = keeperOf(request);
  await accounts.transaction().execute(async (tx) => {
    const { name } = await ownReport(tx, keeper, reportId);
    if (!(await deleteSchedule(tx, reportId, id))) throw new AppError('not-found', 'Schedule not found.');
    const detail = { report: reportId };
    await writeAudit(tx, { ...authorOf(request), at: now(), action: 'report.schedule-ended', subject: name, detail });
  });
}
