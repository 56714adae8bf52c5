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
  /** `low` for reads of a large part of the events: ingestion and all other queries go first. */
  readonly priority?: 'low';
};

/**
 * The read side of the events store. It has no function that writes, and the engine rejects a statement that would
 * (`read-sessions.ts`, `server-engine.ts`). 64-bit integers arrive as text, so that no digit is lost: convert them with
 * BigInt or Number in the query's function.
 */
export interface EventsReader {
  /** All rows of a small answer. Throws `EventsUnavailableError` when the store cannot answer. */
  query<Row>(read: EventsRead): Promise<Row[]>;
  /** Row by row, for answers that can be large. */
  stream<Row>(read: EventsRead): AsyncIterable<Row>;
  /** The seal that one request reads with: take it once and pass it to each query. */
  seal(): Promise<Seal>;
  /** Whether the store answers and has room for inserts. */
  isReady(): Promise<boolean>;
}

/** The events store that ingestion uses, embedded (chDB) or on a server (ClickHouse). */
export interface EventsDb extends EventsReader {
  /**
   * Stores rows durably (fsync) and resolves when they are on disk. One call is one insert: callers batch. The rows are
   * exactly `StoredEvent`s; sending the same row again changes nothing. A fence rejects rows that arrive too late.
   */
  insert(rows: readonly StoredEvent[], fence?: InsertFence): Promise<void>;
  /** Returns the wanted events that are stored already, at any timestamp (docs/events-store.md#reading). */
  findEvents(wanted: readonly WantedEvent[]): Promise<KnownEvent[]>;
  /** Returns the stored clicks and burns of these views: one per wanted kind and invalid reason. */
  findFollowers(wanted: readonly WantedFollow[]): Promise<KnownEvent[]>;
  /** Whether an insert whose locks are lost has ended: no part of it runs, and none can begin any more. */
  hasInsertEnded(insert: LostInsert): Promise<boolean>;
  close(): Promise<void>;
}

/**
 * Sealed rollups hold everything before the watermark (start of a UTC day, ISO `YYYY-MM-DD`), `events` the rest. Only
 * rollup rows with these numbers are valid: totals of the generation, and the one seal of each week (its Monday).
 */
export type Seal = {
  readonly generation: number;
  readonly watermark: string;
  readonly weeks: ReadonlyMap<string, SealedWeek>;
  readonly archive: Archive;
};

/** `events`: raw rows that the seal was made from. */
export type SealedWeek = { readonly number: number; readonly events: number };

/**
 * Weeks (Mondays) whose single events are no longer stored. Data before `endMs` (epoch ms, the start of a week) is only
 * in `archived_quarter`, under the weeks' numbers. Readers ignore rows of that time that `events` still has.
 */
export type Archive = { readonly endMs: number; readonly weeks: ReadonlyMap<string, ArchivedWeek> };

/** `events`: single events that it was made from; `atMs`: when readers began to use it. */
export type ArchivedWeek = { readonly number: number; readonly events: number; readonly atMs: number };

export type EventKind = 'view' | 'click' | 'burn';

/**
 * The kinds of rows in `events`. A reading is not an event of an outlet: it corrects the energy of a stored view by a
 * signed difference. It has the time of its view, so that every sum over any time includes both or neither.
 */
export type StoredKind = EventKind | 'reading';

/** The source of the energy of a reading; `none` for all other rows. */
export type ReadingSource = 'none' | EventKind | 'register';

/** The sent id of events whose own id is unknown. */
export const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** Counts the events in rows of `events` or its copy; readings are not events. */
export const EVENTS_IN_ROWS = "countIf(kind != 'reading')";

/** Change in the number of views with estimated energy, per row of `events`. */
export const ESTIMATED_BY_ROW =
  "multiIf(kind = 'view' AND NOT energy_metered, 1, kind = 'reading' AND energy_metered, -1, 0)";

/** Condition for valid rows in `events`, its copy and the archive. All figures are sums of these rows alone. */
export const COUNTS = "invalid = 'none'";

/** A row of `events`, as fixed when the event was accepted. */
export type StoredEvent = {
  readonly customerKey: number;
  readonly outletKey: number;
  readonly timestampMs: number;
  /** First 8 bytes of SHA-256 over outlet and the outlet's event id. */
  readonly eventId: bigint;
  readonly kind: StoredKind;
  /** Reporting day in the venue's time zone, `YYYY-MM-DD`. */
  readonly localDay: string;
  /** 0 where the event named no flight. */
  readonly advertiserKey: number;
  readonly campaignKey: number;
  readonly flightKey: number;
  readonly amountMicros: number;
  readonly ownerMicros: number;
  /** Milliwatt-hours: the configured estimate may be a fraction of a watt-hour. Only readings have negative ones. */
  readonly energyMilliWh: number;
  /**
   * For a view: whether it came with a reading. For a reading: whether it is the first, which replaces the estimate.
   */
  readonly energyMetered: boolean;
  /**
   * The view that a click, burn or reading belongs to, as its `eventId`; 0 for a view, and for a reading without one.
   */
  readonly viewId: bigint;
  /** 32 hex digits; zeros when unknown. */
  readonly fingerprint: string;
  /** IPv6 notation or IPv4; '::' when unknown. */
  readonly ip: string;
  readonly cryptic: string;
  /** Why the event is invalid; null for a valid one. */
  readonly invalid: InvalidReason | null;
  /** Amount that an invalid event would have earned; 0 for a valid one. */
  readonly withheldMicros: number;
  readonly withheldOwnerMicros: number;
  /** A view of a play that the server issued. */
  readonly signed: boolean;
  readonly readingOf: ReadingSource;
  /**
   * The UUID that the outlet sent, its own name of the event. '' where unknown: events stored before this column
   * existed.
   */
  readonly sentId: string;
};

/** A view (as its `eventId`) and the kind of event that may follow it. */
export type Follow = { readonly viewId: bigint; readonly kind: StoredKind };

/** An event's id and its outlet. The id is a hash that includes the outlet, so only that outlet's rows can have it. */
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
 * Protects against a process that freezes. Its locks expire after a while. When it wakes, it must not store rows that
 * another process has decided differently since.
 */
export type InsertFence = {
  /** Names the insert. The queries of the servers that store its rows have ids that begin with it. */
  readonly id: string;
  /** Called right before rows are sent; throws if the locks are lost. */
  confirm(): Promise<void>;
  /** How long the locks are certainly held after `confirm`: the server rejects rows that arrive later. */
  readonly heldForMs: number;
};

/** An insert that may still run, although the locks that its fence confirms are lost. */
export type LostInsert = Pick<InsertFence, 'id' | 'heldForMs'> & {
  /** How long its locks have been known to be lost. */
  readonly lostForMs: number;
};

/** The store rejected the call or did not answer; `retryable` says whether the same call may work later. */
export class EventsUnavailableError extends Error {
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventsUnavailableError';
    this.retryable = retryable;
  }
}

/** Nothing was stored for certain; ingestion may decide the same rows again. */
export class NothingStoredError extends EventsUnavailableError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, true, options);
    this.name = 'NothingStoredError';
  }
}

/** The error of an insert of several parts when one of them was not stored after others were. */
export const partlyStored = (cause: NothingStoredError): EventsUnavailableError =>
  new EventsUnavailableError(`${cause.message} Some rows were stored before.`, true, { cause });
