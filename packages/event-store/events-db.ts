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
 * A statement on the events store. `sql` is a constant with `{name:Type}` placeholders, never built from input; values
 * are bound. The scope is also set as `additional_table_filters`, so that a forgotten WHERE leaks nothing.
 */
export type EventsRead = {
  readonly sql: string;
  readonly params?: Readonly<Record<string, SqlValue>>;
  readonly scope: Scope;
  readonly limits?: ReadLimits;
  /** `low` for reads that cover a large part of the events: ingestion and all other queries then have precedence. */
  readonly priority?: 'low';
};

/**
 * The read side of the events store. It has no function that writes, and the engine rejects statements that write
 * (`read-sessions.ts`, `server-engine.ts`). 64-bit integers are returned as text, so that no digit is lost: convert
 * them with BigInt or Number in the query function.
 */
export interface EventsReader {
  /** Returns all rows of a small result. Throws `EventsUnavailableError` when the store does not respond. */
  query<Row>(read: EventsRead): Promise<Row[]>;
  /** Yields rows one by one, for results that can be large. */
  stream<Row>(read: EventsRead): AsyncIterable<Row>;
  /**
   * Returns the current seal. A request reads the seal once and passes it to each query, so that all queries use the
   * same seal.
   */
  seal(): Promise<Seal>;
  /** Whether the store responds and has room for inserts. */
  isReady(): Promise<boolean>;
}

/** The events store that ingestion uses, embedded (chDB) or on a server (ClickHouse). */
export interface EventsDb extends EventsReader {
  /**
   * Stores rows durably (fsync) and resolves when they are on disk. One call is one insert, so callers should batch.
   * Sending the same row again changes nothing. With a fence, rows that arrive too late are rejected.
   */
  insert(rows: readonly StoredEvent[], fence?: InsertFence): Promise<void>;
  /**
   * Returns the wanted events that are already stored, regardless of their timestamp (docs/events-store.md#reading).
   */
  findEvents(wanted: readonly WantedEvent[]): Promise<KnownEvent[]>;
  /** Returns the stored clicks and burns of these views: at most one per wanted kind and invalid reason. */
  findFollowers(wanted: readonly WantedFollow[]): Promise<KnownEvent[]>;
  /** Whether an insert whose locks are lost has ended: no part of it is running, and none can start. */
  hasInsertEnded(insert: LostInsert): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * The published state of the rollups. Sealed rollups contain everything before the watermark (the start of a UTC day,
 * ISO `YYYY-MM-DD`); later data is in `events`. Only rollup rows with these numbers are valid: the generation for
 * totals, and one seal number per week (keyed by its Monday).
 */
export type Seal = {
  readonly generation: number;
  readonly watermark: string;
  readonly weeks: ReadonlyMap<string, SealedWeek>;
  readonly archive: Archive;
};

/** A sealed week. `events` is the number of raw rows from which the seal was made. */
export type SealedWeek = { readonly number: number; readonly events: number };

/**
 * Weeks (keyed by their Monday) whose single events are no longer stored. Data before `endMs` (epoch ms, the start of a
 * week) is only in `archived_quarter`, under the weeks' numbers. Readers ignore older rows that are still in `events`.
 */
export type Archive = { readonly endMs: number; readonly weeks: ReadonlyMap<string, ArchivedWeek> };

/**
 * An archived week. `events` is the number of single events from which its sums were made; `atMs` is when readers began
 * to use the sums (epoch ms).
 */
export type ArchivedWeek = { readonly number: number; readonly events: number; readonly atMs: number };

export type EventKind = 'view' | 'click' | 'burn';

/**
 * The kinds of rows in `events`. A reading is not an event sent by an outlet: it corrects the energy of a stored view
 * by a signed difference. A reading has the timestamp of its view, so that a sum over any time range includes both or
 * neither.
 */
export type StoredKind = EventKind | 'reading';

/** The source of a reading's energy; `none` for all other rows. */
export type ReadingSource = 'none' | EventKind | 'register';

/** The sent ID stored for events whose sent ID is unknown. */
export const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** Counts the events in rows of `events` or its campaign copy; readings are not events. */
export const EVENTS_IN_ROWS = "countIf(kind != 'reading')";

/** SQL for the change that each row of `events` makes to the number of views with estimated energy. */
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
  /** The first 8 bytes of SHA-256 over the outlet and the event ID that it sent. */
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
   * Energy in milliwatt-hours, because the configured estimate may be a fraction of a watt-hour. Only readings can be
   * negative.
   */
  readonly energyMilliWh: number;
  /**
   * For a view: whether the view has a reading. For a reading: whether it is the first reading, which replaces the
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
  /** The reason why the event is invalid; null for a valid event. */
  readonly invalid: InvalidReason | null;
  /** The amount that an invalid event would have earned; 0 for a valid event. */
  readonly withheldMicros: number;
  readonly withheldOwnerMicros: number;
  /** Whether the view belongs to a play that the server issued. */
  readonly signed: boolean;
  readonly readingOf: ReadingSource;
  /** The UUID that the outlet sent for the event. '' if unknown: the event was stored before this column existed. */
  readonly sentId: string;
};

/** A view, identified by its `eventId`, and the kind of event that can follow the view. */
export type Follow = { readonly viewId: bigint; readonly kind: StoredKind };

/** An event's ID and its outlet. The ID is a hash that includes the outlet, so lookups read only that outlet's rows. */
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
 * Protects against a process that freezes, whose locks expire after a while. When the process resumes, it must not
 * store rows about which another process has since decided differently.
 */
export type InsertFence = {
  /** Identifies the insert. The IDs of the server queries that store its rows begin with this text. */
  readonly id: string;
  /** Called right before rows are sent; throws if the locks are lost. */
  confirm(): Promise<void>;
  /** How long the locks are guaranteed after `confirm`, in milliseconds. The server rejects rows that arrive later. */
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

/** An error which guarantees that nothing was stored, so that ingestion may decide about the same rows again. */
export class NothingStoredError extends EventsUnavailableError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, true, options);
    this.name = 'NothingStoredError';
  }
}

/** Builds the error for an insert in several parts of which one was not stored but others were. */
export const partlyStored = (cause: NothingStoredError): EventsUnavailableError =>
  new EventsUnavailableError(`${cause.message} Some rows were stored before.`, true, { cause });
