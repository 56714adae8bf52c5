import type { EventResult, InvalidReason } from '#contract/ingest.ts';
import { HOUR_MS, SECOND_MS } from '#domain/durations.ts';
import { firstReason } from '#domain/invalid-traffic.ts';
import { isOutOfOrder } from '#domain/judging-rules.ts';
import type { createDayFinder } from '#domain/zoned-day.ts';
import { type Follow, followSlot, type KnownEvent } from '#event-store/event-store.ts';
import type { Catalog } from '../../../network/snapshot/catalog.ts';
import type { CatalogFlight } from '../../../network/snapshot/catalog-entries.ts';
import { acceptedCreatives } from '../../../plays/eligible-flights.ts';
import type { Play } from '../../../plays/play-token.ts';
import { shownSeconds } from '../../../plays/shown-seconds.ts';
import { type CandidateEvent, rejectedResult } from '../check/check-batch.ts';
import { CONFLICT, isRejection, type Rejection, rejection } from '../check/rejection.ts';
import { forEachYielding } from '../receive/for-each-yielding.ts';
import { flightProblem, HOUSE_AD, isHeldAt, type Priced, priceEvent } from './price-event.ts';
import { type StoredRow, storedRow } from './stored-row.ts';

const FIRST_RETRY_SECONDS = 10;
/**
 * Divisor of the event's age: a retry waits a tenth of the age, so that a day-old click is not resent every few
 * seconds.
 */
const RETRY_PART = 10;

/**
 * Rejects a click or burn whose view is not stored. The view may still arrive, however late, so the result says when
 * to retry.
 */
function unknownView(timestampMs: number, nowMs: number): Rejection {
  const waitMs = Math.min(HOUR_MS, (nowMs - timestampMs) / RETRY_PART);
  return { ...rejection('unknown_view'), retryAfter: Math.max(FIRST_RETRY_SECONDS, Math.ceil(waitMs / SECOND_MS)) };
}

export type DecideOptions = {
  readonly catalog: Catalog;
  /** Stored events by id. An id has more than one event if 64-bit ids from different outlets collide. */
  readonly stored: ReadonlyMap<bigint, readonly KnownEvent[]>;
  /** Stored clicks and burns on the views that the batch's clicks and burns name. */
  readonly followers: readonly KnownEvent[];
  readonly unconfirmed: UnconfirmedRows;
  /** Whether other processes store events too. */
  readonly shared: boolean;
  readonly nowMs: number;
  readonly dayOf: ReturnType<typeof createDayFinder>;
  readonly defaultShareAt: (atMs: number) => number;
  readonly energyMilliWhPerView: number;
  /** Whether views without a play count for every flight. If not, they count only for flights that accept them. */
  readonly countUnsigned: boolean;
  /** Plays by event id. For a click or burn, the play of its view. */
  readonly plays: ReadonlyMap<bigint, Play>;
  /** Late views from outlets that had no contact at the time. */
  readonly backfilled: ReadonlySet<bigint>;
};

/** Rows of failed inserts that may or may not be on disk. Each row is stored again unchanged. */
export type UnconfirmedRows = {
  row(eventId: bigint): StoredRow | undefined;
  /** The click or burn that holds this slot on its view. */
  follower(follow: Follow): StoredRow | undefined;
};

export type DecidedBatch = {
  /** Rows to store for the first time. */
  readonly rows: readonly StoredRow[];
  /** Rows to store again. */
  readonly toRetry: readonly StoredRow[];
  /** One result per candidate, in the same order. The results are valid once the rows are stored. */
  readonly results: readonly EventResult[];
};

/**
 * Decides each candidate: new, duplicate, or rejected because of its flight or view. Views come first, so that a click
 * or burn finds its view anywhere in the batch. An event is accepted only if the row with its id was made from it.
 */
export async function decideBatch(
  candidates: readonly CandidateEvent[],
  options: DecideOptions,
): Promise<DecidedBatch> {
  const settlement = new Settlement(options);
  const results = new Map<CandidateEvent, EventResult>();
  const isView = ({ kind }: CandidateEvent) => kind === 'view';
  const decide = (candidate: CandidateEvent) => void results.set(candidate, settlement.decide(candidate));
  await forEachYielding(candidates.filter(isView), decide);
  await forEachYielding(
    candidates.filter((candidate) => !isView(candidate)),
    decide,
  );
  return {
    rows: [...settlement.rows.values()],
    toRetry: [...settlement.again.values()],
    results: candidates.flatMap((candidate) => results.get(candidate) ?? []),
  };
}

/** The fields that decide whether two events with the same id are the same event. */
type Content = Pick<KnownEvent, 'timestampMs' | 'kind' | 'flightKey' | 'viewId' | 'invalid'>;

class Settlement {
  readonly rows = new Map<bigint, StoredRow>();
  readonly again = new Map<bigint, StoredRow>();
  private readonly options: DecideOptions;
  /** Taken click and burn slots on views, with the outlet that took each slot. */
  private readonly taken: Map<bigint, number>;
  /** Slots taken by valid stored events. */
  private readonly earning: ReadonlyMap<bigint, number>;

  constructor(options: DecideOptions) {
    this.options = options;
    const placesOf = (events: readonly KnownEvent[]) =>
      new Map(events.map((event) => [followSlot(event), event.outletKey]));
    this.taken = placesOf(options.followers);
    this.earning = placesOf(options.followers.filter(({ invalid }) => invalid === null));
  }

  decide(candidate: CandidateEvent): EventResult {
    const { index, event, eventId, located } = candidate;
    const first = this.rows.get(eventId) ?? this.again.get(eventId);
    if (first !== undefined) return this.duplicate(candidate, first);
    const unsure = this.storeAgain(eventId, located.outlet.key);
    if (unsure !== undefined)
      return this.isSame(candidate, unsure) ? accepted(candidate, unsure) : this.duplicate(candidate, unsure);
    const stored = this.storedEvent(eventId, located.outlet.key);
    if (stored !== undefined) return this.duplicate(candidate, stored);
    const flight = this.flightOf(candidate);
    if (flight !== null && isRejection(flight)) return rejectedResult(index, event.id, flight);
    const priced = this.price(candidate, flight);
    if (isRejection(priced)) return rejectedResult(index, event.id, priced);
    const row = storedRow(candidate, priced, this.whyInvalid(candidate, flight), this.options);
    this.rows.set(eventId, row);
    if (row.kind !== 'view') this.taken.set(followSlot(row), row.outletKey);
    return accepted(candidate, row);
  }

  /**
   * Returns an event's unconfirmed row and marks it to be stored with this batch. Returns undefined if a stored event
   * overrides the row.
   */
  private storeAgain(eventId: bigint, outletKey: number): StoredRow | undefined {
    const { unconfirmed, shared } = this.options;
    const unsure = unconfirmed.row(eventId);
    if (unsure === undefined || (shared && this.isOvertaken(unsure, outletKey))) return undefined;
    this.again.set(eventId, unsure);
    return unsure;
  }

  /**
   * Whether a stored event overrides the unconfirmed row. Another process may have stored and published the event
   * since, with a different decision (another price, a spent budget), and nothing may replace that event. The row is
   * also overridden if another click on the view earns, or if the view is invalid.
   */
  private isOvertaken({ eventId, viewId, kind, invalid }: StoredRow, outletKey: number): boolean {
    if (this.storedEvent(eventId, outletKey) !== undefined) return true;
    if (kind === 'view' || invalid !== null) return false;
    if (this.earning.get(followSlot({ viewId, kind })) === outletKey) return true;
    return (this.storedEvent(viewId, outletKey)?.invalid ?? null) !== null;
  }

  private storedEvent(eventId: bigint, outletKey: number): KnownEvent | undefined {
    return this.options.stored.get(eventId)?.find((event) => event.outletKey === outletKey);
  }

  private price({ kind, event, located }: CandidateEvent, flight: CatalogFlight | null): Priced | Rejection {
    if (flight === null) return HOUSE_AD;
    return priceEvent({ kind, timestampMs: event.timestampMs }, flight, located, this.options.defaultShareAt);
  }

  /** Returns the flight that a view names; for a click or burn, the flight of its view. Null for a house ad. */
  private flightOf(candidate: CandidateEvent): CatalogFlight | Rejection | null {
    const { event, kind, located } = candidate;
    const { flightsByCode, flightsByKey } = this.options.catalog;
    const named = event.flightCode === null ? null : flightsByCode.get(event.flightCode);
    if (named === undefined) return rejection('unknown_flight');
    if (kind === 'view') {
      const problem = named === null ? null : flightProblem(named, located, event.timestampMs);
      // An invalid token may name a flight. Never reject the view because of that.
      if (problem !== null) return candidate.isNamedByToken && candidate.fault !== null ? null : problem;
      return named;
    }
    const view = this.viewOf(candidate);
    if (view === undefined) return unknownView(event.timestampMs, this.options.nowMs);
    if (named !== null && named.key !== view.flightKey) return rejection('wrong_flight');
    // The view was checked against the flight's dates and places. Its click may happen after the flight's end.
    return view.flightKey === 0 ? null : (flightsByKey.get(view.flightKey) ?? rejection('unknown_flight'));
  }

  /** Returns the view of a click or burn, stored earlier or in this batch. */
  private viewOf({ viewId, located }: CandidateEvent): Content | undefined {
    const view =
      this.rows.get(viewId) ??
      this.storeAgain(viewId, located.outlet.key) ??
      this.storedEvent(viewId, located.outlet.key);
    return view?.kind === 'view' ? view : undefined;
  }

  private whyInvalid(candidate: CandidateEvent, flight: CatalogFlight | null): InvalidReason | null {
    const { event, eventId, fault } = candidate;
    const isHeld = flight !== null && isHeldAt(flight, event.timestampMs);
    return firstReason([
      fault,
      ...(candidate.kind === 'view' ? this.whyViewInvalid(candidate, flight) : this.whyFollowerInvalid(candidate)),
      isHeld ? 'paused' : null,
      this.options.backfilled.has(eventId) ? 'backfill' : null,
    ]);
  }

  /**
   * Returns why a view without a play does not count. House ads cost nothing, so they need no play. A play names the
   * creative that was shown.
   */
  private whyViewInvalid(
    { play, located }: CandidateEvent,
    flight: CatalogFlight | null,
  ): readonly (InvalidReason | null)[] {
    if (play !== null || flight === null) return [];
    return [
      this.options.countUnsigned || flight.acceptsUnsigned ? null : 'unsigned',
      acceptedCreatives(flight, located.assignment).length === 0 ? 'no_creative' : null,
    ];
  }

  private whyFollowerInvalid(candidate: CandidateEvent): readonly (InvalidReason | null)[] {
    const view = this.viewOf(candidate);
    if (view === undefined) return [];
    const { catalog, plays } = this.options;
    const seconds =
      candidate.kind === 'burn'
        ? shownSeconds(catalog, view.flightKey, plays.get(candidate.eventId)?.creative ?? null)
        : 0;
    return [
      view.invalid,
      this.isTaken(candidate, candidate.located.outlet.key) ? 'repeated' : null,
      isOutOfOrder(candidate.event.timestampMs - view.timestampMs, seconds) ? 'out_of_order' : null,
    ];
  }

  private isTaken(candidate: CandidateEvent, outletKey: number): boolean {
    if (this.taken.get(followSlot(candidate)) === outletKey) return true;
    const unsure = this.options.unconfirmed.follower(candidate);
    return unsure?.outletKey === outletKey && unsure.eventId !== candidate.eventId;
  }

  private duplicate(candidate: CandidateEvent, first: Content): EventResult {
    const result = { index: candidate.index, id: candidate.event.id, status: 'duplicate' } as const;
    return this.isSame(candidate, first) ? result : { ...result, ...CONFLICT };
  }

  private isSame({ event, kind, viewId }: CandidateEvent, first: Content): boolean {
    const isSameEvent = event.timestampMs === first.timestampMs && kind === first.kind && viewId === first.viewId;
    // A click that names no flight has its view's flight. If the named flight has been removed since, it cannot be
    // compared.
    if (event.flightCode === null) return isSameEvent && (kind !== 'view' || first.flightKey === 0);
    const flight = this.options.catalog.flightsByCode.get(event.flightCode);
    return isSameEvent && (flight === undefined || flight.key === first.flightKey);
  }
}

const accepted = ({ index, event }: CandidateEvent, { invalid }: StoredRow): EventResult => ({
  index,
  id: event.id,
  status: 'accepted',
  ...(invalid === null ? {} : invalidResult(invalid)),
});

/** Result fields of an accepted event that earns nothing. */
export const invalidResult = (reason: InvalidReason) => ({ counted: false, reason }) as const;
