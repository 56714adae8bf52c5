import { v7 as newId } from 'uuid';
import { REPORT_METRICS, type Report } from '#contract/reports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { periodWords } from '#domain/report-period.ts';
import { nextDueAt } from '#domain/report-schedule.ts';
import { metricKind, metricLabel } from '#domain/report-words.ts';
import type { Perspective } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { createLanes } from '../../lib/lanes.ts';
import type { MailContent } from '../../mail/mail.ts';
import { questionOf } from './keep-reports.ts';
import { EVERY_ROW } from './make-report.ts';
import { type ReportFile, reportFile } from './report-files.ts';
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
import { type ReportReader, readersOf, type Telling, tellReport } from './tell-report.ts';

type Needs = Telling & Pick<Dependencies, 'mail'>;

/** Reports at a time: one that takes long keeps no other waiting. */
const LANES = 3;
/** Longer than a report takes: after a crash it is gone on with when it is over. Whoever is slower still mails nobody twice. */
const LEASE_MS = 5 * MINUTE_MS;
/** One that failed: first a minute, then doubling to an hour. */
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = HOUR_MS;
/** What mail servers take. */
const MOST_BYTES = 10 * 1024 * 1024;
const FIGURES_IN_MAIL = 6;
const LOG_KEPT_MS = 90 * DAY_MS;

export type ReportMails = {
  /** Writes the mails of all reports that are due now. */
  runNow(): Promise<void>;
};

/**
 * Writes the mails of all reports that are due to the outbox, one a recipient, each with what its reader may see now. A mail and
 * its line in the log are stored together, and once: a run that was cut off is gone on with where it stopped. A few at a time,
 * each held by one process; one that fails is tried again later, and keeps nobody else waiting.
 */
export function createReportMails(needs: Needs): ReportMails {
  // By the store's clock: a process whose own is wrong neither mails what is not due, nor takes what another one is making.
  const { accounts, time } = needs;
  return {
    runNow: createLanes(LANES, async () => {
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
  const made = new Map<string, Promise<Made>>();
  for (const userId of waiting) {
    const reader = readers.get(userId);
    if (reader === undefined) await note(needs, schedule, userId, MAY_NOT_READ);
    else if (!readers.get(schedule.maker_id)?.mayTell) await note(needs, schedule, userId, MAKER_MAY_NOT);
    else {
      // Colleagues see the same: it is made once for all of them.
      const key = reader.customerId ?? '';
      const file = made.get(key) ?? makeFile(needs, schedule, reader);
      made.set(key, file);
      await send(needs, schedule, reader, await file);
    }
  }
  await moveSchedule(accounts, schedule, nextDueAt(timesOf(schedule), await time()));
}

const MAY_NOT_READ = 'The account may not read figures any more.';
const MAKER_MAY_NOT = 'Whoever made the report may not mail it any more.';

type Made =
  | { readonly file: ReportFile; readonly report: Report; readonly side: Perspective }
  /** Why there is none, in a sentence. */
  | string;

async function makeFile(needs: Needs, schedule: DueSchedule, { of, scope }: ReportReader): Promise<Made> {
  try {
    const { report, side } = await tellReport(needs, scope, questionOf(schedule), EVERY_ROW);
    const heading = { name: schedule.name, of, madeAtMs: needs.now(), currency: needs.config.currency };
    const file = await reportFile(schedule.format, report, side, heading);
    if (file.bytes.length > MOST_BYTES) return 'The file is larger than 10 MB: filter the report, or mail fewer days.';
    return { file, report, side };
  } catch (error) {
    // What the reader's side does not have, or what is too much of it, stands in the log; anything else is tried again.
    if (error instanceof AppError && error.statusCode < 500 && error.statusCode !== 429) return error.message;
    throw error;
  }
}

async function send(needs: Needs, schedule: DueSchedule, reader: ReportReader, made: Made): Promise<void> {
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
      content: contentOf(schedule, made, { of, currency: needs.config.currency }),
      attachment: { ...made.file, reader: { userId, role, customerId } },
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
  { format, name }: DueSchedule,
  { report, side }: Exclude<Made, string>,
  { of, currency }: { of: string; currency: string },
): MailContent {
  const metrics = REPORT_METRICS.filter((metric) => report.metrics.includes(metric)).slice(0, FIGURES_IN_MAIL);
  const days = `${periodWords(report.period)}, days of ${report.period.time_zone}`;
  return {
    heading: name,
    paragraphs: [`${of}: ${days}. All rows are in the attached ${format.toUpperCase()} file.`, ...report.notes],
    facts: metrics.map((metric) => ({
      label: metricLabel(metric, side),
      value: shownFigure(metricKind(metric), report.total[metric] ?? null, currency),
    })),
    action: { label: 'Open reports', path: '/app/reports' },
    note: 'A colleague of yours has this report mailed to you. It holds what your account may see today.',
  };
}
