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
 * One statement on the events store. `sql` is a constant with `{name:Type}` placeholders (never built from input);
 * values travel bound. The scope is also set as `additional_table_filters`, so that a forgotten WHERE leaks nothing.
 */
export type EventsRead = {
  readonly sql: string;
  readonly params?: Readonly<Record<string, SqlValue>>;
  readonly scope: Scope;
  readonly limits?: ReadLimits;
};

/**
 * What questions are asked of. It cannot write: it has no function for it, and the engine refuses a statement that would
 * (`read-sessions.ts`, `server-engine.ts`). 64-bit integers arrive as text, so that no digit is lost: convert with BigInt or Number
 * in the query's function.
 */
export interface EventsReader {
  /** All rows of a small answer. Throws `EventsUnavailableError` when the store cannot answer. */
  query<Row>(read: EventsRead): Promise<Row[]>;
  /** Row by row, for answers that can be large. */
  stream<Row>(read: EventsRead): AsyncIterable<Row>;
  /** What one request reads with: take it once, pass it to each query. */
  seal(): Promise<Seal>;
  /** It answers, and has room for inserts. */
  isReady(): Promise<boolean>;
}

/** The events store, embedded (chDB) or on a server (ClickHouse), as ingestion has it. */
export interface EventsDb extends EventsReader {
  /**
   * Stores rows durably (fsync) and resolves when they are on disk. One call is one insert: callers batch. The rows
   * are exactly `StoredEvent`s; sending the same row again changes nothing. With a fence nothing is stored late.
   */
  insert(rows: readonly StoredEvent[], fence?: InsertFence): Promise<void>;
  /** Which of these events are stored already, looked up at any timestamp (docs/events-store.md#reading). */
  findEvents(wanted: readonly WantedEvent[]): Promise<KnownEvent[]>;
  /** The clicks and burns that are stored of these views, one of each kind that is asked for and of each reason. */
  findFollowers(wanted: readonly WantedFollow[]): Promise<KnownEvent[]>;
  close(): Promise<void>;
}

/**
 * Sealed rollups hold everything before the watermark (start of a UTC day, ISO `YYYY-MM-DD`), `events` the rest. Of the
 * rollups only rows with these numbers count: totals of the generation, and of each week (its Monday) its one seal.
 */
export type Seal = {
  readonly generation: number;
  readonly watermark: string;
  readonly weeks: ReadonlyMap<string, SealedWeek>;
  readonly archive: Archive;
};

/** `events`: raw rows that it was made from. */
export type SealedWeek = { readonly number: number; readonly events: number };

/**
 * Weeks (Mondays) whose single events are kept no longer: what lies before `endMs` (epoch ms, the start of a week) is only
 * in `archived_quarter`, under the weeks' numbers, whatever rows `events` still has of it.
 */
export type Archive = { readonly endMs: number; readonly weeks: ReadonlyMap<string, ArchivedWeek> };

/** `events`: single ones that it was made from; `atMs`: since when readers use it. */
export type ArchivedWeek = { readonly number: number; readonly events: number; readonly atMs: number };

export type EventKind = 'view' | 'click' | 'burn';

/**
 * What a row of `events` can be. A reading is no event of an outlet: it corrects the energy of a view that is stored already, by a
 * signed difference, and lies at the time of its view, so that every sum over any time has both or neither.
 */
export type StoredKind = EventKind | 'reading';

/** What reported the energy of a reading; `none` for all other rows. */
export type ReadingSource = 'none' | EventKind | 'register';

/** The id of events whose own one is not known. */
export const NO_UUID = '00000000-0000-0000-0000-000000000000';

/** How many events rows of `events` or its copy are: readings are none. */
export const EVENTS_IN_ROWS = "countIf(kind != 'reading')";

/** Of a row of `events`: by how much it changes the number of views whose energy is an estimate. */
export const ESTIMATED_BY_ROW =
  "multiIf(kind = 'view' AND NOT energy_metered, 1, kind = 'reading' AND energy_metered, -1, 0)";

/** Of `events`, its copy and the archive: what counts. All figures are sums of these rows alone. */
export const COUNTS = "invalid = 'none'";

/** A row of `events`, as fixed when the event was accepted. */
export type StoredEvent = {
  readonly customerKey: number;
  readonly outletKey: number;
  readonly timestampMs: number;
  /** First 8 bytes of SHA-256 over outlet and the outlet's event id. */
  readonly eventId: bigint;
  readonly kind: StoredKind;
  /** Reporting day in the venue's zone, `YYYY-MM-DD`. */
  readonly localDay: string;
  /** 0 where no flight was named. */
  readonly advertiserKey: number;
  readonly campaignKey: number;
  readonly flightKey: number;
  readonly amountMicros: number;
  readonly ownerMicros: number;
  /** Milliwatt-hours: the configured estimate may be a fraction of a watt-hour. Only readings have negative ones. */
  readonly energyMilliWh: number;
  /** Of a view whether it came with a reading; of a reading whether it is the first, which replaces the estimate. */
  readonly energyMetered: boolean;
  /** The view a click, burn or reading belongs to, as its `eventId`; 0 for a view, and for a reading without one. */
  readonly viewId: bigint;
  /** 32 hex digits; zeros when unknown. */
  readonly fingerprint: string;
  /** IPv6 notation or IPv4; '::' when unknown. */
  readonly ip: string;
  readonly cryptic: string;
  /** Why it does not count; null for one that does. */
  readonly invalid: InvalidReason | null;
  /** What it would have earned if it counted; 0 for one that does. */
  readonly withheldMicros: number;
  readonly withheldOwnerMicros: number;
  /** A view of a play that the server issued. */
  readonly signed: boolean;
  readonly readingOf: ReadingSource;
  /** The UUID that the outlet sent: its own name of the event. '' where it is not known: events stored before it was kept. */
  readonly sentId: string;
};

/** A view (as its `eventId`) and the kind of event that may follow it. */
export type Follow = { readonly viewId: bigint; readonly kind: StoredKind };

/** An event's id and its outlet, which is part of what the id was made of: it stands among that outlet's rows or nowhere. */
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
  /** Of a view, the play token or what else the outlet sent; '' for clicks and burns. */
  readonly cryptic: string;
};

/**
 * For a process that may freeze: what it locked is free after a while, and when it wakes it must not store what another one
 * has decided differently since.
 */
export type InsertFence = {
  /** Asked right before rows are sent; throws where the locks are lost. */
  confirm(): Promise<void>;
  /** So long after that the locks are certainly held: the server refuses rows that arrive later. */
  readonly heldForMs: number;
};

/** The store refused or did not answer; `retryable` says whether the same call may work later. */
export class EventsUnavailableError extends Error {
  readonly retryable: boolean;

  constructor(message: string, retryable: boolean, options?: ErrorOptions) {
    super(message, options);
    this.name = 'EventsUnavailableError';
    this.retryable = retryable;
  }
}

/** It is known that nothing was stored; the same rows may be decided anew. */
export class NothingStoredError extends EventsUnavailableError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, true, options);
    this.name = 'NothingStoredError';
  }
}

/** What an insert of several parts throws when one of them was not stored after others were. */
export const partlyStored = (cause: NothingStoredError): EventsUnavailableError =>
  new EventsUnavailableError(`${cause.message} Some rows were stored before.`, true, { cause });
