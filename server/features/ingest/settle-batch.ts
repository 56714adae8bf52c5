import type { EventResult, InvalidReason } from '#contract/ingest.ts';
import { firstReason } from '#domain/invalid-traffic.ts';
import { isOutOfOrder } from '#domain/judging-rules.ts';
import type { createDayFinder } from '#domain/zoned-day.ts';
import type { Follow, KnownEvent } from '../../databases/events/events-db.ts';
import { followSlot } from '../../databases/events/follow-slot.ts';
import type { Catalog } from '../../network/snapshot/catalog.ts';
import type { CatalogFlight } from '../../network/snapshot/catalog-entries.ts';
import { acceptedCreatives } from '../../plays/eligible-flights.ts';
import type { Play } from '../../plays/play-token.ts';
import { shownSeconds } from '../../plays/shown-seconds.ts';
import { type Draft, rejectedResult } from './examine-batch.ts';
import { flightProblem, HOUSE_AD, isHeldAt, type Priced, priceEvent } from './price-event.ts';
import { CONFLICT, isRejection, type Rejection, rejection } from './rejection.ts';
import { type SettledRow, settledRow } from './settled-row.ts';
import { takeTurns } from './take-turns.ts';
import { unknownView } from './unknown-view.ts';

export type SettleOptions = {
  readonly catalog: Catalog;
  /** Stored events by id; several where outlets collide on 64 bits. */
  readonly stored: ReadonlyMap<bigint, readonly KnownEvent[]>;
  /** The clicks and burns that the batch's views have in the store. */
  readonly followers: readonly KnownEvent[];
  readonly doubtful: DoubtfulRows;
  /** Other processes store as well. */
  readonly shared: boolean;
  readonly nowMs: number;
  readonly dayOf: ReturnType<typeof createDayFinder>;
  readonly defaultSharePpm: number;
  readonly energyMilliWhPerView: number;
  /** Whether views without a play count for every flight, not only for those that accept them. */
  readonly countUnsigned: boolean;
  /** By event: the play of a view, or of the view of a click or burn. */
  readonly plays: ReadonlyMap<bigint, Play>;
  /** Views that arrived late, of outlets without any contact then. */
  readonly backfilled: ReadonlySet<bigint>;
};

/** Rows of failed inserts, of which nobody knows whether they are stored on disk: each is stored once more, as it was. */
export type DoubtfulRows = {
  row(eventId: bigint): SettledRow | undefined;
  /** The click or burn that holds this place at its view. */
  follower(follow: Follow): SettledRow | undefined;
};

export type Settled = {
  /** To be stored for the first time. */
  readonly rows: readonly SettledRow[];
  /** To be stored once more. */
  readonly again: readonly SettledRow[];
  /** They hold once the rows are stored; one a draft, in their order. */
  readonly results: readonly EventResult[];
};

/**
 * Decides each draft: new, duplicate, or rejected because of its flight or view. Views come first, so that a click or burn
 * finds its view wherever in the batch it stands; an event is accepted only where the row under its id is its own.
 */
export async function settleBatch(drafts: readonly Draft[], options: SettleOptions): Promise<Settled> {
  const settlement = new Settlement(options);
  const results = new Map<Draft, EventResult>();
  const isView = ({ kind }: Draft) => kind === 'view';
  const decide = (draft: Draft) => void results.set(draft, settlement.decide(draft));
  await takeTurns(drafts.filter(isView), decide);
  await takeTurns(
    drafts.filter((draft) => !isView(draft)),
    decide,
  );
  return {
    rows: [...settlement.rows.values()],
    again: [...settlement.again.values()],
    results: drafts.flatMap((draft) => results.get(draft) ?? []),
  };
}

/** What decides whether two events under one id are the same event. */
type Content = Pick<KnownEvent, 'timestampMs' | 'kind' | 'flightKey' | 'viewId' | 'invalid'>;

class Settlement {
  readonly rows = new Map<bigint, SettledRow>();
  readonly again = new Map<bigint, SettledRow>();
  private readonly options: SettleOptions;
  /** Places of clicks and burns at their views that are taken, by whom. */
  private readonly taken: Map<bigint, number>;
  /** Those that are taken in the store by what counts. */
  private readonly earning: ReadonlyMap<bigint, number>;

  constructor(options: SettleOptions) {
    this.options = options;
    const placesOf = (events: readonly KnownEvent[]) =>
      new Map(events.map((event) => [followSlot(event), event.outletKey]));
    this.taken = placesOf(options.followers);
    this.earning = placesOf(options.followers.filter(({ invalid }) => invalid === null));
  }

  decide(draft: Draft): EventResult {
    const { index, event, eventId, located } = draft;
    const first = this.rows.get(eventId) ?? this.again.get(eventId);
    if (first !== undefined) return this.duplicate(draft, first);
    const unsure = this.storeAgain(eventId, located.outlet.key);
    if (unsure !== undefined)
      return this.isSame(draft, unsure) ? accepted(draft, unsure) : this.duplicate(draft, unsure);
    const stored = this.storedEvent(eventId, located.outlet.key);
    if (stored !== undefined) return this.duplicate(draft, stored);
    const flight = this.flightOf(draft);
    if (flight !== null && isRejection(flight)) return rejectedResult(index, event.id, flight);
    const priced = this.price(draft, flight);
    if (isRejection(priced)) return rejectedResult(index, event.id, priced);
    const row = settledRow(draft, priced, this.whyInvalid(draft, flight), this.options);
    this.rows.set(eventId, row);
    if (row.kind !== 'view') this.taken.set(followSlot(row), row.outletKey);
    return accepted(draft, row);
  }

  /** The row that an insert left in doubt, to be stored with this batch. */
  private storeAgain(eventId: bigint, outletKey: number): SettledRow | undefined {
    const { doubtful, shared } = this.options;
    const unsure = doubtful.row(eventId);
    if (unsure === undefined || (shared && this.isOvertaken(unsure, outletKey))) return undefined;
    this.again.set(eventId, unsure);
    return unsure;
  }

  /**
   * Another process may have stored the event since, and told of it as it decided it (another price, a spent budget): nothing
   * takes its place. Or another click on the view, which earns, or the view, which does not count.
   */
  private isOvertaken({ eventId, viewId, kind, invalid }: SettledRow, outletKey: number): boolean {
    if (this.storedEvent(eventId, outletKey) !== undefined) return true;
    if (kind === 'view' || invalid !== null) return false;
    if (this.earning.get(followSlot({ viewId, kind })) === outletKey) return true;
    return (this.storedEvent(viewId, outletKey)?.invalid ?? null) !== null;
  }

  private storedEvent(eventId: bigint, outletKey: number): KnownEvent | undefined {
    return this.options.stored.get(eventId)?.find((event) => event.outletKey === outletKey);
  }

  private price({ kind, event, located }: Draft, flight: CatalogFlight | null): Priced | Rejection {
    if (flight === null) return HOUSE_AD;
    return priceEvent({ kind, timestampMs: event.timestampMs }, flight, located, this.options.defaultSharePpm);
  }

  /** The flight that a view names, and that of its view for a click or burn; null for an ad of the house. */
  private flightOf(draft: Draft): CatalogFlight | Rejection | null {
    const { event, kind, located } = draft;
    const { flightsByCode, flightsByKey } = this.options.catalog;
    const named = event.flightCode === null ? null : flightsByCode.get(event.flightCode);
    if (named === undefined) return rejection('unknown_flight');
    if (kind === 'view') {
      const problem = named === null ? null : flightProblem(named, located, event.timestampMs);
      // What only a token that does not hold says of a flight is no reason to refuse the view.
      if (problem !== null) return draft.isNamedByToken && draft.fault !== null ? null : problem;
      return named;
    }
    const view = this.viewOf(draft);
    if (view === undefined) return unknownView(event.timestampMs, this.options.nowMs);
    if (named !== null && named.key !== view.flightKey) return rejection('wrong_flight');
    // The view was checked against the flight's dates and places; its click may come after the flight's end.
    return view.flightKey === 0 ? null : (flightsByKey.get(view.flightKey) ?? rejection('unknown_flight'));
  }

  /** The view of a click or burn, which is stored or will be with this batch. */
  private viewOf({ viewId, located }: Draft): Content | undefined {
    const view =
      this.rows.get(viewId) ??
      this.storeAgain(viewId, located.outlet.key) ??
      this.storedEvent(viewId, located.outlet.key);
    return view?.kind === 'view' ? view : undefined;
  }

  private whyInvalid(draft: Draft, flight: CatalogFlight | null): InvalidReason | null {
    const { event, eventId, fault } = draft;
    const isHeld = flight !== null && isHeldAt(flight, event.timestampMs);
    return firstReason([
      fault,
      ...(draft.kind === 'view' ? this.whyViewInvalid(draft, flight) : this.whyFollowerInvalid(draft)),
      isHeld ? 'paused' : null,
      this.options.backfilled.has(eventId) ? 'backfill' : null,
    ]);
  }

  /** House ads cost nothing, so they need no play. A play names the creative that was shown. */
  private whyViewInvalid({ play, located }: Draft, flight: CatalogFlight | null): readonly (InvalidReason | null)[] {
    if (play !== null || flight === null) return [];
    return [
      this.options.countUnsigned || flight.acceptsUnsigned ? null : 'unsigned',
      acceptedCreatives(flight, located.assignment).length === 0 ? 'no_creative' : null,
    ];
  }

  private whyFollowerInvalid(draft: Draft): readonly (InvalidReason | null)[] {
    const view = this.viewOf(draft);
    if (view === undefined) return [];
    const { catalog, plays } = this.options;
    const seconds =
      draft.kind === 'burn' ? shownSeconds(catalog, view.flightKey, plays.get(draft.eventId)?.creative ?? null) : 0;
    return [
      view.invalid,
      this.isTaken(draft, draft.located.outlet.key) ? 'repeated' : null,
      isOutOfOrder(draft.event.timestampMs - view.timestampMs, seconds) ? 'out_of_order' : null,
    ];
  }

  private isTaken(draft: Draft, outletKey: number): boolean {
    if (this.taken.get(followSlot(draft)) === outletKey) return true;
    const unsure = this.options.doubtful.follower(draft);
    return unsure?.outletKey === outletKey && unsure.eventId !== draft.eventId;
  }

  private duplicate(draft: Draft, first: Content): EventResult {
    const result = { index: draft.index, id: draft.event.id, status: 'duplicate' } as const;
    return this.isSame(draft, first) ? result : { ...result, ...CONFLICT };
  }

  private isSame({ event, kind, viewId }: Draft, first: Content): boolean {
    const isSameEvent = event.timestampMs === first.timestampMs && kind === first.kind && viewId === first.viewId;
    // A click that names no flight has that of its view; a flight that was removed since cannot be compared.
    if (event.flightCode === null) return isSameEvent && (kind !== 'view' || first.flightKey === 0);
    const flight = this.options.catalog.flightsByCode.get(event.flightCode);
    return isSameEvent && (flight === undefined || flight.key === first.flightKey);
  }
}

const accepted = ({ index, event }: Draft, { invalid }: SettledRow): EventResult => ({
  index,
  id: event.id,
  status: 'accepted',
  ...(invalid === null ? {} : notCounted(invalid)),
});

/** What an accepted event that earns nothing is told. */
export const notCounted = (reason: InvalidReason) => ({ counted: false, reason }) as const;
