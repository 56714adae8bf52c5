import { v7 as newId } from 'uuid';
import { REPORT_METRICS } from '#contract/reports.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { instantWords } from '#domain/instant-words.ts';
import { periodWords } from '#domain/report-period.ts';
import { nextDueAt } from '#domain/report-schedule.ts';
import { metricKind, metricLabel } from '#domain/report-words.ts';
import type { Dependencies } from '../../dependencies.ts';
import { createLanes } from '../../lib/lanes.ts';
import type { MailContent } from '../../mail/mail.ts';
import { questionOf } from './keep-reports.ts';
import { type MadeFile, makeFile } from './make-file.ts';
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
import { type ReportReader, readersOf, type Telling } from './tell-report.ts';

type Needs = Telling & Pick<Dependencies, 'mail'>;

/** Reports at a time: one that takes long keeps no other waiting. */
const LANES = 3;
/** Longer than a report takes: after a crash it is gone on with when it is over. Whoever is slower still mails nobody twice. */
const LEASE_MS = 5 * MINUTE_MS;
/** One that failed: first a minute, then doubling to an hour. */
const FIRST_WAIT_MS = MINUTE_MS;
const LONGEST_WAIT_MS = HOUR_MS;
/** A mail that is made so long after it was due says so. */
const LATE_MS = HOUR_MS;
/** After an outage each due time that passed has its line, as long as the log keeps any. */
const MOST_PASSED = 100;
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
  const made = new Map<string, Promise<MadeFile>>();
  for (const userId of waiting) {
    const reader = readers.get(userId);
    if (reader === undefined) await note(needs, schedule, userId, MAY_NOT_READ);
    else if (!readers.get(schedule.maker_id)?.mayTell) await note(needs, schedule, userId, MAKER_MAY_NOT);
    else {
      // Colleagues see the same: it is made once for all of them.
      const key = reader.customerId ?? '';
      const file =
        made.get(key) ??
        makeFile(needs, { ...schedule, question: questionOf(schedule), dueMs: schedule.next_at }, reader);
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

/** Due times after the one that is mailed which are over as well; the newest of them where they are many. */
function passedBy(schedule: DueSchedule, nowMs: number): readonly number[] {
  const times = timesOf(schedule);
  const passed: number[] = [];
  for (let dueMs = nextDueAt(times, schedule.next_at); dueMs <= nowMs; dueMs = nextDueAt(times, dueMs))
    passed.push(dueMs);
  return passed.slice(-MOST_PASSED);
}

const MAY_NOT_READ = 'The account may not read figures any more.';
const PASSED = 'Skipped: the server could not make it in time, and the one before it was mailed late.';
const MAKER_MAY_NOT = 'Whoever made the report may not mail it any more.';

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
    ? [`This mail is late. It was due on ${instantWords(dueMs, zone)}, and shows the range as of then.`]
    : [];
  const days = `${periodWords(report.period)}, days of ${report.period.time_zone}`;
  return {
    heading: name,
    paragraphs: [
      `${of}: ${days}. All rows are in the attached ${format.toUpperCase()} file.`,
      ...late,
      ...report.notes,
    ],
    facts: metrics.map((metric) => ({
      label: metricLabel(metric, side),
      value: shownFigure(metricKind(metric), report.total[metric] ?? null, currency),
    })),
    action: { label: 'Open reports', path: '/app/reports' },
    note: 'A colleague of yours has this report mailed to you. It holds what your account may see today.',
  };
}
