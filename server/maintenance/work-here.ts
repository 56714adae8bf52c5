import { createSealJob, openEvents } from '#event-store/operations.ts';
import { createBilling } from '../billing/create-billing.ts';
import { type Config, isShared } from '../config/config.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { createSealLedger } from '../databases/accounts/create-seal-ledger.ts';
import { readStoreTime } from '../databases/accounts/store-time.ts';
import { lockUnlessInUse } from '../databases/data-folder-lock.ts';
import { createLiveChanges } from '../live/live-changes.ts';
import { createNetworkMemory } from '../network/snapshot/network-memory.ts';
import { createNotices } from '../notices/create-notices.ts';
import { createFiguresWatch } from '../notices/watch-figures.ts';
import { pairStores } from '../start/pair-stores.ts';
import { eventsLocation } from '../start/store-locations.ts';
import { createVisitorGate } from '../visitors/visitor-gate.ts';
import { createQueryExplaining, type ExplainReport } from './explain-query-job.ts';
import { figuresNote } from './figures-check.ts';
import type { JobRunner } from './job-runner.ts';
import { openMaintenance } from './open-maintenance.ts';

type Needs = {
  readonly accounts: AccountsDb;
  readonly config: Config;
  readonly now: () => number;
  readonly report: (error: unknown, kind: string) => void;
  /** If absent, this process leaves jobs that explain queries to another process. */
  readonly explainReport?: ExplainReport;
};

/**
 * Opens the events store in this process, as a server would, and passes a job runner to `work`. Returns false if a
 * server holds the data folder, because that server then runs the jobs.
 */
export async function workHere(
  { accounts, config, explainReport, now, report }: Needs,
  work: (runner: JobRunner) => Promise<void>,
): Promise<boolean> {
  const unlock = lockUnlessInUse(config.dataDir);
  if (unlock === null) return false;
  try {
    const ledger = createSealLedger(accounts, config.clickhouseUrl !== null);
    const events = await openEvents(eventsLocation(config), ledger, now);
    const time = () => readStoreTime(accounts, now);
    const sealJob = createSealJob(events, ledger, now, { time });
    try {
      await pairStores({ accounts, events, now });
      const gate = createVisitorGate({ accounts, config, now, shared: isShared(config) ? events : null });
      const live = createLiveChanges();
      const notices = createNotices({ accounts, now });
      const figures = createFiguresWatch({ sealJob, notices, note: figuresNote(accounts, now), warn: () => undefined });
      const network = createNetworkMemory(accounts);
      const billing = createBilling({ accounts, events, network, config, now, time });
      const stores = { accounts, events, config, now, time };
      const explaining = explainReport && createQueryExplaining({ ...stores, network }, explainReport);
      const more = explaining === undefined ? {} : { explainQuery: explaining };
      const runner = openMaintenance({ ...stores, sealJob, gate, figures, billing, live, report, ...more });
      await work(runner);
      await runner.close();
    } finally {
      await sealJob.close();
      await events.close();
    }
  } finally {
    unlock();
  }
  return true;
}
