import { INVALID_REASONS } from '#contract/ingest.ts';
import { LAST_EVENT_DAYS, LAST_EVENTS, type OutletEvent } from '#contract/service.ts';
import { DAY_MS } from '#domain/durations.ts';
import { dollars } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';

type Needs = Pick<Dependencies, 'figures' | 'now'>;

/** The last events of an outlet that the scope may see, including invalid ones. */
export async function showEvents({ figures, now }: Needs, outletKey: number, scope: Scope): Promise<OutletEvent[]> {
  const network = await figures.network();
  const found = await figures.termEvents(
    {
      scope,
      customerKey: null,
      columns: [],
      withInvalid: true,
      knownOn: null,
      range: { startMs: now() - LAST_EVENT_DAYS * DAY_MS, endMs: null },
      // Also filters by holder, which orders the events in the store.
      filters: { customers: network.holders.get(outletKey) ?? [], outlets: [outletKey] },
    },
    { before: null, kinds: ['view', 'click', 'burn'], adding: 'any', limit: LAST_EVENTS },
  );
  return found
    .flatMap((event) => (event.kind === 'reading' ? [] : [{ ...event, kind: event.kind }]))
    .map((event) => ({
      id: String(event.eventId),
      ...(event.sentId === '' ? {} : { sent_id: event.sentId }),
      at: new Date(event.timestampMs).toISOString(),
      kind: event.kind,
      sponsor: network.customerByKey.get(event.advertiserKey)?.name ?? '',
      ...(scope.kind === 'owner' ? {} : { flight: network.flightCode.get(event.flightKey) ?? '' }),
      reason: INVALID_REASONS.find((reason) => reason === event.reason) ?? null,
      earned: dollars(event.micros),
    }));
}
