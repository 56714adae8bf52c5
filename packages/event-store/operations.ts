/**
 * Operates an event store: opens, seals, archives, compares, erases, copies, backs up and checks it. For startup, jobs,
 * copies, metrics and the admin commands; features use only `event-store.ts`.
 */
export type { ArchiveReport } from './archive-weeks.ts';
export { backdateArrivals } from './backdate-arrivals.ts';
export { COULD_NOT_ANSWER, damagedPart } from './chdb-errors.ts';
export {
  type ClusterLocation,
  checkReplicas,
  REPLICA_STATES,
  type ReplicaReport,
  type ReplicaState,
} from './check-replicas.ts';
export type { CompareOptions, Comparison, Difference } from './compare-rollups.ts';
export {
  dropAllPartsBut,
  dropParts,
  type EventsPart,
  isCampaignCopyWhole,
  isEmptyEvents,
  listParts,
  presentParts,
  readDigest,
  readFigures,
  readPart,
  writePart,
} from './copy-events.ts';
export { createFigureCounter, type Figures } from './count-figures.ts';
export { DEFAULT_FREE_BYTES } from './disk-guard.ts';
export { eraseVisitors, findTouchesOf } from './erase-visitors.ts';
export type { EventsEngine } from './events-engine.ts';
export type { EventsStore } from './events-store.ts';
export { holdLease } from './hold-lease.ts';
export { numbersAbove, readInstallation, readStarts, writeInstallation, writeStart } from './installation.ts';
export { wholeLines } from './line-chunks.ts';
export { type LossCost, measureLosses } from './loss-costs.ts';
export { findLostRows } from './lost-rows.ts';
export { readForJob, readPagesForJob } from './maintenance-reads.ts';
export { EVENTS_MIGRATIONS, knowsEventsMigrations } from './migrate-events.ts';
export { newestEventMs } from './newest-event.ts';
export { type EngineAlone, openEvents, openEventsEngine } from './open-events.ts';
export { recordReads } from './record-reads.ts';
export { findSetAside } from './refused-events.ts';
export { createSealJob, type SealHooks, type SealJob } from './seal-job.ts';
export { LeaseLostError, NOTHING_SEALED, type RawLoss, type SealLedger } from './seal-ledger.ts';
export { readEventsTime } from './server-clock.ts';
export { QUORUM } from './take-inserts.ts';
export { archiveOf, mondayMs, weekNumber } from './weeks.ts';
