import type { EventResult } from '#contract/ingest.ts';
import type { createDayFinder } from '#domain/zoned-day.ts';
import type { KnownEvent, StoredEvent } from '../../databases/events/events-db.ts';
import type { CatalogSnapshot } from './catalog.ts';
import type { CatalogFlight } from './catalog-entries.ts';
import { type Draft, rejectedResult } from './examine-batch.ts';
import { flightProblem, HOUSE_AD, type Priced, priceEvent } from './price-event.ts';
import { CONFLICT, isRejection, type Rejection, rejection } from './rejection.ts';
import { takeTurns } from './take-turns.ts';

export type SettleOptions = {
  readonly catalog: CatalogSnapshot;
  /** Stored events by id; several where outlets collide on 64 bits. */
  readonly stored: ReadonlyMap<bigint, readonly KnownEvent[]>;
  /** The row of a failed insert, which may be visible without being on disk. */
  readonly doubtful: (eventId: bigint) => StoredEvent | undefined;
  readonly dayOf: ReturnType<typeof createDayFinder>;
  readonly defaultSharePpm: number;
  readonly energyMilliWhPerView: number;
};

/** `results` hold once the rows are stored; one a draft, in their order. */
export type Settled = { readonly rows: readonly StoredEvent[]; readonly results: readonly EventResult[] };

/** Decides each draft in its order: new, duplicate, or rejected because of its flight or view. */
export async function settleBatch(drafts: readonly Draft[], options: SettleOptions): Promise<Settled> {
  const settlement = new Settlement(drafts, options);
  const results: EventResult[] = [];
  await takeTurns(drafts, (draft) => results.push(settlement.settle(draft)));
  return { rows: [...settlement.rows.values()], results };
}

/** What decides whether two events under one id are the same event. */
type Content = Pick<KnownEvent, 'timestampMs' | 'kind' | 'flightKey' | 'viewId'>;

class Settlement {
  readonly rows = new Map<bigint, StoredEvent>();
  private readonly options: SettleOptions;
  /** Views that were settled before their turn, because a click or burn needed their flight. */
  private readonly early = new Map<number, EventResult>();
  private readonly drafts: readonly Draft[];
  private viewDrafts: ReadonlyMap<bigint, Draft> | undefined;

  constructor(drafts: readonly Draft[], options: SettleOptions) {
    this.drafts = drafts;
    this.options = options;
  }

  settle(draft: Draft): EventResult {
    return this.early.get(draft.index) ?? this.decide(draft);
  }

  private decide(draft: Draft): EventResult {
    const { index, event, eventId, located } = draft;
    const first = this.rows.get(eventId);
    if (first !== undefined) return this.duplicate(draft, first);
    const stored = this.storedEvent(eventId, located.outlet.key);
    if (stored !== undefined) return this.settleStored(draft, stored);
    const priced = this.price(draft);
    if (isRejection(priced)) return rejectedResult(index, event.id, priced);
    this.rows.set(eventId, rowOf(draft, priced, this.options));
    return { index, id: event.id, status: 'accepted' };
  }

  private settleStored(draft: Draft, stored: KnownEvent): EventResult {
    const unsure = this.options.doubtful(draft.eventId);
    if (unsure === undefined) return this.duplicate(draft, stored);
    // Visible after an insert that failed: the same row once more makes it durable and complete.
    this.rows.set(draft.eventId, unsure);
    if (!this.isSame(draft, unsure)) return this.duplicate(draft, unsure);
    return { index: draft.index, id: draft.event.id, status: 'accepted' };
  }

  private storedEvent(eventId: bigint, outletKey: number): KnownEvent | undefined {
    return this.options.stored.get(eventId)?.find((event) => event.outletKey === outletKey);
  }

  private price(draft: Draft): Priced | Rejection {
    const flight = this.flightOf(draft);
    if (flight === null) return HOUSE_AD;
    if (isRejection(flight)) return flight;
    const { kind, event, located } = draft;
    return priceEvent({ kind, timestampMs: event.timestampMs }, flight, located, this.options.defaultSharePpm);
  }

  /** The flight that was named, or that of the view; null for an ad of the house. */
  private flightOf(draft: Draft): CatalogFlight | Rejection | null {
    const { event, kind, located } = draft;
    const { flightsByCode, flightsByKey } = this.options.catalog;
    if (event.flightCode !== null) {
      const flight = flightsByCode.get(event.flightCode);
      if (flight === undefined) return rejection('unknown_flight');
      return flightProblem(flight, located, event.timestampMs) ?? flight;
    }
    if (kind === 'view') return null;
    // The view was checked against the flight's dates and places; its click may come after the flight's end.
    const flightKey = this.flightKeyOfView(draft);
    if (flightKey === undefined) return rejection('unknown_view');
    return flightKey === 0 ? null : (flightsByKey.get(flightKey) ?? rejection('unknown_flight'));
  }

  private flightKeyOfView({ viewId, located }: Draft): number | undefined {
    const stored = this.storedEvent(viewId, located.outlet.key);
    if (stored !== undefined) return stored.kind === 'view' ? stored.flightKey : undefined;
    if (!this.rows.has(viewId)) this.settleEarly(viewId);
    const row = this.rows.get(viewId);
    return row?.kind === 'view' ? row.flightKey : undefined;
  }

  /** The view's own draft, which may stand behind the click or burn that names it. */
  private settleEarly(viewId: bigint): void {
    this.viewDrafts ??= firstViews(this.drafts);
    const draft = this.viewDrafts.get(viewId);
    if (draft !== undefined && !this.early.has(draft.index)) this.early.set(draft.index, this.decide(draft));
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

/** The first draft of each view in the batch. */
function firstViews(drafts: readonly Draft[]): ReadonlyMap<bigint, Draft> {
  const views = new Map<bigint, Draft>();
  for (const draft of drafts) if (draft.kind === 'view' && !views.has(draft.eventId)) views.set(draft.eventId, draft);
  return views;
}

/** The row as it is stored for ever: tenant, day, amounts and energy are fixed now. */
function rowOf({ event, kind, located, eventId, viewId }: Draft, priced: Priced, options: SettleOptions): StoredEvent {
  const estimate = kind === 'view' ? options.energyMilliWhPerView : 0;
  return {
    customerKey: located.assignment.customerKey,
    outletKey: located.outlet.key,
    timestampMs: event.timestampMs,
    eventId,
    kind,
    localDay: options.dayOf(event.timestampMs, located.assignment.timeZone).date,
    ...priced,
    energyMilliWh: event.energyMilliWh ?? estimate,
    energyMetered: event.energyMilliWh !== null,
    viewId,
    fingerprint: event.fingerprint,
    ip: event.ip,
    cryptic: event.cryptic,
  };
}
