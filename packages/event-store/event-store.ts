/**
 * The event store's API for every folder: reading within a scope, inserting, row types and errors. Folders that operate
 * an installation also use `operations.ts`. Nothing else in this package is public.
 */
export { eventIdOf } from './event-identity.ts';
export {
  type Archive,
  type ArchivedWeek,
  COUNTS,
  ESTIMATED_BY_ROW,
  type EventKind,
  type EventsDb,
  type EventsRead,
  type EventsReader,
  EventsUnavailableError,
  type Follow,
  type InsertFence,
  type KnownEvent,
  NO_UUID,
  NothingStoredError,
  partlyStored,
  type ReadingSource,
  type Seal,
  type SealedWeek,
  type SqlValue,
  type StoredEvent,
  type StoredKind,
  type WantedEvent,
  type WantedFollow,
} from './events-db.ts';
export { readerOf } from './events-reader.ts';
export { followSlot } from './follow-slot.ts';
export type { ReadRecorder, ReadSource, RecordedRead } from './record-reads.ts';
