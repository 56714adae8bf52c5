import { v7 as newId } from 'uuid';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { instantWords } from '#domain/instant-words.ts';
import { metricLabel, metricUnit, REPORT_METRICS } from '#domain/report-metrics.ts';
import { periodWords } from '#domain/report-period.ts';
import { nextDueAt } from '#domain/report-schedule.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { accountName } from '../../http/costly-requests.ts';
import { createWorkerPool } from '../../lib/worker-pool.ts';
import type { MailContent } from '../../mail/mail.ts';
import { readChannels } from '../../notifications/notify.ts';
import { questionOf } from './keep-reports.ts';
import { type MadeFile, makeFile } from './make-file.ts';
import { type ReportReader, readersOf, type Telling } from './present-report.ts';
import {
  type DueSchedule,
  findDueSchedule,
  findNoted,
  findRecipients,
  forgetDeliveries,
  insertDelivery,
  leaseSchedule,
  moveSchedule,
  putOffSchedule,
} from './report-schedules-queries.ts';
import { timesOf } from './schedule-reports.ts';
import { shownFigure } from './shown-figure.ts';

type Needs = Telling & Pick<Dependencies, 'costlyWork' | 'mail'>;

/** Maximum number of reports that are created concurrently, so that a slow report does not delay other reports. */
const LANES = 3;
/**
 * Duration of the lease on a report, which is longer than a report takes. After a crash, another process continues once
 * the lease has expired. Even a process that outlives its lease never mails a recipient twice.
 */
const LEASE_MS = 5 * MINUTE_MS;
/** Retry delay for a failed report: first a minute, then doubling up to an hour. */
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = HOUR_MS;
/** How long after its due time a mail counts as late, and says so. */
const LATE_MS = HOUR_MS;
/** Maximum number of log entries after an outage. Each missed due time within the log's retention gets an entry. */
const MOST_PASSED = 100;
const FIGURES_IN_MAIL = 6;
const LOG_KEPT_MS = 90 * DAY_MS;

export type ReportMails = {
  /** Creates the mails for all reports that are due now. */
  runNow(): Promise<void>;
};

/**
 * Writes the mails for all due reports to the outbox.
 * 1. Each recipient gets a separate mail, with the data that the recipient may see now.
 * 2. A mail and its log entry are stored together and only once. An interrupted run continues where it stopped.
 * 3. A few reports run concurrently, and one process leases each report.
 * 4. A failed report is retried later and does not delay other reports.
 */
export function createReportMails(needs: Needs): ReportMails {
  // Uses the store's clock, so that a process with a wrong clock neither mails early nor takes a report that another
  // process is working on.
  const { accounts, time } = needs;
  return {
    runNow: createWorkerPool(LANES, async () => {
      const failures: unknown[] = [];
      for (;;) {
        const at = await time();
        const schedule = await findDueSchedule(accounts, at);
        if (schedule === undefined) break;
        if (!(await leaseSchedule(accounts, schedule, { at, until: at + LEASE_MS }))) continue;
        try {
          await mailReport(needs, schedule);
        } catch (error) {
          failures.push(error);
          const wait = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** schedule.failures);
          await putOffSchedule(accounts, schedule, (await time()) + wait);
        }
      }
      await forgetDeliveries(accounts, (await time()) - LOG_KEPT_MS);
      if (failures.length > 0) throw failures[0];
    }),
  };
}

async function mailReport(needs: Needs, schedule: DueSchedule): Promise<void> {
  const { accounts, time } = needs;
  const [recipients, noted] = await Promise.all([
    findRecipients(accounts, [schedule.id]),
    findNoted(accounts, schedule.id, schedule.next_at),
  ]);
  const done = new Set(noted.map(({ user_id }) => user_id));
  const waiting = recipients.map(({ user_id }) => user_id).filter((id) => !done.has(id));
  const readers = await readersOf(needs, [...waiting, schedule.maker_id]);
  const { report_customer_id: customerId } = schedule;
  /** Network reports go to users in any organization, each with their own figures. */
  const isOfItsOrganization = (reader: ReportReader) => customerId === null || reader.customerId === customerId;
  const maker = readers.get(schedule.maker_id);
  const channelsOf = await readChannels(accounts, 'report', waiting);
  const mayMakerMail = maker?.mayTell === true && maker.customerId === customerId;
  const made = new Map<string, Promise<MadeFile>>();
  for (const userId of waiting) {
    const reader = readers.get(userId);
    if (reader === undefined || !isOfItsOrganization(reader)) await note(needs, schedule, userId, MAY_NOT_READ);
    else if (!mayMakerMail) await note(needs, schedule, userId, MAKER_MAY_NOT);
    else if (!channelsOf(userId).mail) await note(needs, schedule, userId, UNSUBSCRIBED);
    else {
      // Colleagues see the same figures, so they share a file.
      const key = reader.customerId ?? '';
      const file = made.get(key) ?? makeInTurn(needs, schedule, reader);
      made.set(key, file);
      await send(needs, schedule, reader, await file);
    }
  }
  const nowMs = await time();
  const passed = passedBy(schedule, nowMs);
  for (const dueMs of passed)
    for (const { user_id } of recipients) await note(needs, { ...schedule, next_at: dueMs }, user_id, PASSED);
  await moveSchedule(accounts, schedule, nextDueAt(timesOf(schedule), nowMs));
}

/** Creates the file. The report counts as costly work by its creator, as if the creator had opened the report. */
async function makeInTurn(needs: Needs, schedule: DueSchedule, reader: ReportReader): Promise<MadeFile> {
  const release = await needs.costlyWork.enter(accountName(schedule.maker_id));
  if (release === null) throw new AppError('unavailable', 'Too many reports for this account are waiting.');
  try {
    return await makeFile(needs, { ...schedule, question: questionOf(schedule), dueMs: schedule.next_at }, reader);
  } finally {
    release();
  }
}

/** Returns the later due times that have also passed. If there are too many, returns only the newest due times. */
function passedBy(schedule: DueSchedule, nowMs: number): readonly number[] {
  const times = timesOf(schedule);
  const passed: number[] = [];
  for (let dueMs = nextDueAt(times, schedule.next_at); dueMs <= nowMs; dueMs = nextDueAt(times, dueMs))
    passed.push(dueMs);
  return passed.slice(-MOST_PASSED);
}

const MAY_NOT_READ = 'The account no longer has access to this organization’s figures.';
const PASSED = 'Skipped, because the server was unavailable and the previous report was sent late.';
const UNSUBSCRIBED = 'The recipient has turned off emails with scheduled reports.';
const MAKER_MAY_NOT = 'The creator of the report is no longer allowed to send it.';

async function send(needs: Needs, schedule: DueSchedule, reader: ReportReader, made: MadeFile): Promise<void> {
  if (typeof made === 'string') return note(needs, schedule, reader.userId, made);
  const { accounts, mail, time } = needs;
  const { email, customerId, of, role, userId } = reader;
  const [mailId, at] = [newId(), await time()];
  await accounts.transaction().execute(async (tx) => {
    const line = { ...lineOf(schedule, userId, at), mail_id: mailId, reason: '' };
    if (!(await insertDelivery(tx, line))) return;
    await mail.send(tx, {
      id: mailId,
      to: email,
      kind: 'report',
      subject: `${schedule.name}: ${periodWords(made.report.period)}`,
      content: contentOf(schedule, made, { of, currency: needs.config.currency, madeMs: at }),
      attachment: { ...made.file, reader: { userId, role, customerId } },
      about: { notification: 'report', userId },
    });
  });
}

async function note(needs: Needs, schedule: DueSchedule, userId: string, reason: string): Promise<void> {
  const at = await needs.time();
  await insertDelivery(needs.accounts, { ...lineOf(schedule, userId, at), mail_id: null, reason });
}

const lineOf = (schedule: DueSchedule, userId: string, at: number) => ({
  id: newId(),
  report_id: schedule.report_id,
  schedule_id: schedule.id,
  user_id: userId,
  due_at: schedule.next_at,
  made_at: at,
});

function contentOf(
  { format, name, next_at: dueMs, time_zone: zone }: DueSchedule,
  { report, side }: Exclude<MadeFile, string>,
  { of, currency, madeMs }: { of: string; currency: string; madeMs: number },
): MailContent {
  const metrics = REPORT_METRICS.filter((metric) => report.metrics.includes(metric)).slice(0, FIGURES_IN_MAIL);
  const isLate = madeMs - dueMs >= LATE_MS;
  const late = isLate
    ? [`This email is late. It was due on ${instantWords(dueMs, zone)} and shows the range as of then.`]
    : [];
  const days = `${periodWords(report.period)}, time zone ${report.period.time_zone}`;
  return {
    heading: name,
    paragraphs: [
      `Here is your scheduled report for ${of}: ${days}. The attached ${format.toUpperCase()} file contains all rows.`,
      ...late,
      ...report.notes,
    ],
    facts: metrics.map((metric) => ({
      label: metricLabel(metric, side),
      value: shownFigure(metricUnit(metric), report.total[metric] ?? null, currency),
    })),
    action: { label: 'Open reports', path: '/app/reports' },
    note: 'A colleague scheduled this report for you. It contains the figures that your account can see.',
  };
}
