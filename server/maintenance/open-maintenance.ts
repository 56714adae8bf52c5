import type { EventsStore, SealJob } from '#event-store/operations.ts';
import type { Billing } from '../billing/create-billing.ts';
import { type Config, isShared } from '../config/config.ts';
import { BACK_UP, createBackupJob } from '../copies/backup-job.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createSecretBox } from '../keys/secret-box.ts';
import type { LiveChanges } from '../live/live-changes.ts';
import type { FiguresWatch } from '../notices/watch-figures.ts';
import { createVisitorErasure, ERASE_VISITOR } from '../visitors/erase-visitor-job.ts';
import type { VisitorGate } from '../visitors/visitor-gate.ts';
import { CLOSE_MONTH, createLedgerCheck, createMonthClosing, VERIFY_LEDGER } from './billing-jobs.ts';
import { CHECK_FIGURES, createFiguresCheckJob } from './check-figures-job.ts';
import { EXPLAIN_QUERY } from './explain-query-job.ts';
import { createJobRunner, type JobRunner, type JobWork } from './job-runner.ts';
import { createLossMeasuring, MEASURE_LOSSES } from './measure-losses-job.ts';
import { createEventsRemoval, REMOVE_EVENTS } from './remove-events-job.ts';

type Needs = {
  readonly accounts: AccountsDb;
  readonly events: EventsStore;
  readonly config: Config;
  readonly sealJob: SealJob;
  readonly gate: VisitorGate;
  readonly figures: Pick<FiguresWatch, 'check'>;
  readonly billing: Billing;
  readonly live: LiveChanges;
  /** If absent, another process runs these jobs. */
  readonly explainQuery?: JobWork;
  readonly now: () => number;
  /** Returns the time on the clock that all processes share. */
  readonly time?: () => Promise<number>;
  readonly report: (error: unknown, kind: string) => void;
};

/**
 * Creates the runner for all jobs that commands request. Servers use it, and so do commands that run without a server.
 */
export function openMaintenance({
  accounts,
  events,
  config,
  sealJob,
  gate,
  figures,
  billing,
  live,
  explainQuery,
  now,
  time,
  report,
}: Needs): JobRunner {
  const box = createSecretBox(config, 'visitors');
  return createJobRunner({
    accounts,
    works: {
      [ERASE_VISITOR]: createVisitorErasure({ events, sealJob, gate, box, live }),
      [CHECK_FIGURES]: createFiguresCheckJob(figures),
      [MEASURE_LOSSES]: createLossMeasuring({ accounts, events }),
      [REMOVE_EVENTS]: createEventsRemoval({ events, sealJob, now, ...(time === undefined ? {} : { time }) }),
      [CLOSE_MONTH]: createMonthClosing(billing),
      [VERIFY_LEDGER]: createLedgerCheck(billing),
      [BACK_UP]: createBackupJob({ accounts, events, sealJob, config, now }),
      ...(explainQuery === undefined ? {} : { [EXPLAIN_QUERY]: explainQuery }),
    },
    shared: isShared(config),
    now,
    ...(time === undefined ? {} : { time }),
    report,
  });
}
