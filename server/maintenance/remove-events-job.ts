import { keptSince } from '#domain/retention.ts';
import type { ArchiveReport } from '../databases/events/archive-weeks.ts';
import type { SealJob } from '../databases/events/seal-job.ts';
import type { JobWork } from './job-runner.ts';

export const REMOVE_EVENTS = 'remove-old-events';

/** What the command prints. */
export type RemovedEvents = Omit<ArchiveReport, 'isPending'>;

type Needs = { readonly sealJob: Pick<SealJob, 'archiveNow'>; readonly now: () => number };

/** Has only sums kept of the events that are older than so many months, or says which these are. */
export function createEventsRemoval({ sealJob, now }: Needs): JobWork {
  return async ({ payload, noted, note }) => {
    const { months, isDry } = JSON.parse(payload) as { months: number; isDry: boolean };
    const report = await sealJob.archiveNow(keptSince(months, now()), { isDry });
    if (report === null) return null;
    // What a try that was cut short has done is told as well.
    const before = ((noted as Partial<RemovedEvents>).weeks ?? []).filter(({ week }) =>
      report.weeks.every((other) => other.week !== week),
    );
    const result: RemovedEvents = { weeks: [...before, ...report.weeks], blocked: report.blocked };
    await note(result);
    const events = result.weeks.reduce((sum, week) => sum + week.events, 0);
    const detail = { months, weeks: result.weeks.length, events };
    return {
      result,
      audit: isDry || events === 0 ? null : { action: 'events.removed', subject: `${months} months`, detail },
    };
  };
}

type Nightly = {
  readonly sealJob: Pick<SealJob, 'archiveNow'>;
  /** Null: for ever. */
  readonly retentionMonths: number | null;
  readonly now: () => number;
  /** One line for the log. */
  readonly say: (line: string) => void;
};

/** The same without being asked; null if another process is sealing. */
export async function removeOldEvents({ sealJob, retentionMonths, now, say }: Nightly): Promise<number | null> {
  if (retentionMonths === null) return 0;
  const report = await sealJob.archiveNow(keptSince(retentionMonths, now()));
  if (report === null) return null;
  const { weeks, blocked } = report;
  const events = weeks.reduce((sum, week) => sum + week.events, 0);
  if (events > 0)
    say(`${events} events of ${weeks.length} weeks were removed (RETENTION_MONTHS); their sums are kept.`);
  if (blocked !== null) say(`Events of the week from ${blocked.week} are kept (RETENTION_MONTHS): ${blocked.reason}.`);
  return events;
}
