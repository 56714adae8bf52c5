import type { InvalidReason } from '#contract/ingest.ts';
import type { Scope } from '#domain/role.ts';

export type SqlValue = string | number | bigint | boolean | readonly (string | number | bigint)[];

export type ReadLimits = {
  /** Default 5. */
  readonly seconds?: number;
  /** Default 200,000. */
  readonly rows?: number;
};

/**
 * One statement on the events store. `sql` is a constant with `{name:Type}` placeholders, never built from input;
 * values are bound. The scope is also set as `additional_table_filters`, so that a forgotten WHERE leaks nothing.
 */
export type EventsRead = {
  readonly sql: string;
  readonly params?: Readonly<Record<string, SqlValue>>;
  readonly scope: Scope;
  readonly limits?: ReadLimits;
  /** `low` for reads that cover a large part of the events: ingestion and all other queries go first. */
  readonly priority?: 'low';
};

/**
 * The read side of the events store. It has no function that writes, and the engine rejects a statement that would
 * (`read-sessions.ts`, `server-engine.ts`). 64-bit integers arrive as text, so that no digit is lost: convert them with
 * BigInt or Number in the query function.
 */
export interface EventsReader {
  /** Returns all rows of a small result. Throws `EventsUnavailableError` when the store does not respond. */
  query<Row>(read: EventsRead): Promise<Row[]>;
  /** Yields row by row, for results that can be large. */
  stream<Row>(read: EventsRead): AsyncIterable<Row>;
  /** Returns the current seal. A request takes it once and passes it to each query, so that all of them agree. */
  seal(): Promise<Seal>;
  /** Whether the store responds and has room for inserts. */
  isReady(): Promise<boolean>;
}

/** The events store that ingestion uses, embedded (chDB) or on a server (ClickHouse). */
export interface EventsDb extends EventsReader {
  /**
   * Stores rows durably (fsync) and resolves when they are on disk. One call is one insert, so callers should batch.
   * Sending the same row again changes nothing. A fence rejects rows that arrive too late.
   */
  insert(rows: readonly StoredEvent[], fence?: InsertFence): Promise<void>;
  /** Returns the wanted events that are already stored, whatever their timestamp (docs/events-store.md#reading). */
  findEvents(wanted: readonly WantedEvent[]): Promise<KnownEvent[]>;
  /** Returns the stored clicks and burns of these views: one per wanted kind and invalid reason. */
  findFollowers(wanted: readonly WantedFollow[]): Promise<KnownEvent[]>;
  /** Whether an insert whose locks are lost has ended: no part of it is running, and none can start. */
  hasInsertEnded(insert: LostInsert): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Sealed rollups hold everything before the watermark (the start of a UTC day, ISO `YYYY-MM-DD`); `events` holds the
 * rest. Only rollup rows with these numbers are valid: the generation for totals, and one seal number per week (keyed
 * by its Monday).
 */
export type Seal = {
  readonly generation: number;
  readonly watermark: string;
  readonly weeks: ReadonlyMap<string, SealedWeek>;
  readonly archive: Archive;
};

/** `events`: the number of raw rows that the seal was made from. */
export type SealedWeek = { readonly number: number; readonly events: number };

/**
 * Weeks (Mondays) whose single events are no longer stored. Data before `endMs` (epoch ms, the start of a week) is only
 * in `archived_quarter`, under the weeks' numbers. Readers ignore older rows that are still in `events`.
 */
export type Archive = { readonly endMs: number; readonly weeks: ReadonlyMap<string, ArchivedWeek> };

/** `events`: the number of single events that it was made from; `atMs`: when readers began to use it (epoch ms). */
export type ArchivedWeek = { readonly number: number; readonly events: number; readonly atMs: number };

export type EventKind = 'view' | 'click' | 'burn';

/**
 * The kinds of rows in `events`. A reading is not an event sent by an outlet: it corrects the energy of a stored view
 * by a signed difference. It has the timestamp of its view, so that a sum over any time range includes both or neither.
 */
export type StoredKind = EventKind | 'reading';

/** Where a reading's energy comes from; `none` for all other rows. */
export type ReadingSource = 'none' | EventKind | 'register';

/** The sent id stored for events whose sent id is unknown. */
export const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** Counts the events in rows of `events` or its campaign copy; readings are not events. */
export const EVENTS_IN_ROWS = "countIf(kind != 'reading')";

/** Change in the number of views with estimated energy, for each row of `events`. */
export const ESTIMATED_BY_ROW =
  "multiIf(kind = 'view' AND NOT energy_metered, 1, kind = 'reading' AND energy_metered, -1, 0)";

/**
 * The condition for valid rows in `events`, its campaign copy and the archive. All figures are sums over these rows
 * alone.
 */
export const COUNTS = "invalid = 'none'";

/** A row of `events`, as fixed when the event was accepted. */
export type StoredEvent = {
  readonly customerKey: number;
  readonly outletKey: number;
  readonly timestampMs: number;
  /** First 8 bytes of SHA-256 over the outlet and the event id it sent. */
  readonly eventId: bigint;
  readonly kind: StoredKind;
  /** Reporting day in the venue's time zone, `YYYY-MM-DD`. */
  readonly localDay: string;
  /** 0 if the event named no flight. */
  readonly advertiserKey: number;
  readonly campaignKey: number;
  readonly flightKey: number;
  readonly amountMicros: number;
  readonly ownerMicros: number;
  /**
   * In milliwatt-hours, because the configured estimate may be a fraction of a watt-hour. Only readings can be
   * negative.
   */
  readonly energyMilliWh: number;
  /**
   * For a view: whether it came with a reading. For a reading: whether it is the first one, which replaces the
   * estimate.
   */
  readonly energyMetered: boolean;
  /**
   * The `eventId` of the view that a click, burn or reading belongs to; 0 for a view, and for a reading without one.
   */
  readonly viewId: bigint;
  /** 32 hex digits; all zeros if unknown. */
  readonly fingerprint: string;
  /** IPv6 or IPv4 notation; '::' if unknown. */
  readonly ip: string;
  readonly cryptic: string;
  /** Why the event is invalid; null for a valid one. */
  readonly invalid: InvalidReason | null;
  /** The amount that an invalid event would have earned; 0 for a valid one. */
  readonly withheldMicros: number;
  readonly withheldOwnerMicros: number;
  /** Whether the view belongs to a play that the server issued. */
  readonly signed: boolean;
  readonly readingOf: ReadingSource;
  /** The UUID that the outlet sent for the event. '' if unknown: the event was stored before this column existed. */
  readonly sentId: string;
};

/** A view (as its `eventId`) and the kind of event that can follow it. */
export type Follow = { readonly viewId: bigint; readonly kind: StoredKind };

/**
 * An event's id and its outlet. The id is a hash that includes the outlet, so it is looked up in that outlet's rows
 * only.
 */
export type WantedEvent = { readonly eventId: bigint; readonly outletKey: number };
export type WantedFollow = Follow & { readonly outletKey: number };

export type KnownEvent = {
  readonly eventId: bigint;
  readonly customerKey: number;
  readonly outletKey: number;
  readonly advertiserKey: number;
  readonly timestampMs: number;
  readonly kind: StoredKind;
  readonly flightKey: number;
  readonly viewId: bigint;
  readonly invalid: InvalidReason | null;
  /** For a view: the play token or other text that the outlet sent; '' for clicks and burns. */
  readonly cryptic: string;
};

/**
 * Protects against a process that freezes. Its locks expire after a while. When it resumes, it must not store rows that
 * another process has since decided differently.
 */
export type InsertFence = {
  /** Identifies the insert. The server queries that store its rows have ids that begin with it. */
  readonly id: string;
  /** Called right before rows are sent; throws if the locks are lost. */
  confirm(): Promise<void>;
  /** How long the locks are guaranteed after `confirm`, in milliseconds: the server rejects rows that arrive later. */
  readonly heldForMs: number;
};

/** An insert that may still run, although the locks that its fence confirms are lost. */
export type LostInsert = Pick<InsertFence, 'id' | 'heldForMs'> & {
  /** Milliseconds since its locks were first found lost. */
  readonly lostForMs: number;
};

/** The store rejected the call or did not respond; `retryable` says whether the same call may succeed later. */
export class EventsUnavailableError extends Error {
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventsUnavailableError';
    this.retryable = retryable;
  }
}

/** It is certain that nothing was stored, so ingestion may decide the same rows again. */
export class NothingStoredError extends EventsUnavailableError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, true, options);
    this.name = 'NothingStoredError';
  }
}

/** Builds the error of an insert in several parts, if one part was not stored but others were. */
export const partlyStored = (cause: NothingStoredError): EventsUnavailableError =>
  new EventsUnavailableError(`${cause.message} Some rows were stored before.`, true, { cause });
