import { counted, NOUNS } from '#domain/counted.ts';
import { SETTLED_MS } from '#domain/event-time.ts';
import { keptSince } from '#domain/retention.ts';
import type { ArchiveReport, EventsStore, SealJob } from '#event-store/operations.ts';
import { newestEventMs } from '#event-store/operations.ts';
import { writeAudit } from '../audit/write-audit.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import type { JobWork } from './job-runner.ts';

export const REMOVE_EVENTS = 'remove-old-events';

/** The command's output. */
export type RemovedEvents = ArchiveReport;

type Needs = {
  readonly events: Pick<EventsStore, 'engine'>;
  readonly sealJob: Pick<SealJob, 'archiveNow'>;
  readonly now: () => number;
  /**
   * Returns the time on the clock that all processes share. Events that are removed because of a wrong clock can't be
   * restored.
   */
  readonly time?: () => Promise<number>;
};

/**
 * Returns the day before which events are removed. The newest event also limits that day, so that a clock that is years
 * ahead does not remove recent events.
 */
async function leavingUntil({ events, now, time }: Omit<Needs, 'sealJob'>, months: number): Promise<string> {
  const nowMs = (await time?.()) ?? now();
  const newestMs = (await newestEventMs(events.engine)) ?? nowMs;
  const settled = new Date(newestMs - SETTLED_MS).toISOString().slice(0, 10);
  const since = keptSince(months, nowMs);
  return settled < since ? settled : since;
}

/**
 * Creates the job that archives events older than the given number of months, keeping only their sums. A dry run only
 * lists the weeks that would be archived.
 */
export function createEventsRemoval({ sealJob, ...needs }: Needs): JobWork {
  return async ({ payload, noted, note }) => {
    const { months, isDry } = JSON.parse(payload) as { months: number; isDry: boolean };
    const report = await sealJob.archiveNow(await leavingUntil(needs, months), { isDry });
    if (report === null) return null;
    // The result also includes the weeks that an interrupted run has archived.
    const before = ((noted as Partial<RemovedEvents>).weeks ?? []).filter(({ week }) =>
      report.weeks.every((other) => other.week !== week),
    );
    const result: RemovedEvents = { weeks: [...before, ...report.weeks], blocked: report.blocked };
    await note(result);
    const events = result.weeks.reduce((sum, week) => sum + week.events, 0);
    return { result, audit: isDry || events === 0 ? null : auditOf(months, result.weeks.length, events) };
  };
}

const auditOf = (months: number, weeks: number, events: number) => ({
  action: 'events.removed',
  subject: counted(months, NOUNS.month),
  detail: { months, weeks, events },
});

type Nightly = Needs & {
  readonly accounts: AccountsDb;
  /** Null keeps events without limit. */
  readonly retentionMonths: number | null;
  /** Writes a line to the log. */
  readonly say: (line: string) => void;
};

/** Removes old events on a schedule, in the same way as the job. Returns null if another process is sealing. */
export async function removeOldEvents({
  accounts,
  sealJob,
  retentionMonths,
  say,
  ...needs
}: Nightly): Promise<number | null> {
  if (retentionMonths === null) return 0;
  const report = await sealJob.archiveNow(await leavingUntil(needs, retentionMonths));
  if (report === null) return null;
  const { weeks, blocked } = report;
  const events = weeks.reduce((sum, week) => sum + week.events, 0);
  if (events > 0) {
    const by = { at: needs.now(), actorId: null, actor: 'retention', ip: '' };
    await writeAudit(accounts, { ...by, ...auditOf(retentionMonths, weeks.length, events) });
    say(
      `Removed ${counted(events, NOUNS.event)} of ${counted(weeks.length, NOUNS.week)} (RETENTION_MONTHS). Their sums are kept.`,
    );
  }
  if (blocked !== null)
    say(`Events of the week of ${blocked.week} were not removed (RETENTION_MONTHS): ${blocked.reason}.`);
  return events;
}
