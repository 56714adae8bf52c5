import type { OutletEvent } from '#contract/ingest.ts';
import { amountMicros, ownerMicros } from '#domain/money.ts';
import { versionAt } from '#domain/version-at.ts';
import { createDayFinder } from '#domain/zoned-day.ts';
import type { StoredEvent } from '#event-store/event-store.ts';
import { eventIdOf } from '#event-store/event-store.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { findCustomerKeys, findFlightParts, findOutletKeys } from './demo-queries.ts';
import type { PlannedNetwork } from './planned-network.ts';

type Terms = { readonly ownerSharePpm: number; readonly energyMilliWhPerView: number };

/**
 * Returns a function that creates rows of events that are too old for ingestion: months that ended before the demo
 * began. Each row has the owner, the price and the share of its instant, as ingestion would have set them. The same
 * events give the same rows.
 */
export async function createPastRows(
  accounts: AccountsDb,
  { owners, sponsors }: PlannedNetwork,
  { energyMilliWhPerView, ownerSharePpm }: Terms,
): Promise<(events: readonly OutletEvent[]) => StoredEvent[]> {
  const planned = sponsors.flatMap(({ campaigns }) => campaigns.flatMap(({ flights }) => flights));
  const flightParts = new Map(
    (
      await findFlightParts(
        accounts,
        planned.map(({ id }) => id),
      )
    ).map((row) => [row.id, row]),
  );
  const outletKeys = await findOutletKeys(accounts);
  const customers = await findCustomerKeys(
    accounts,
    owners.map(({ id }) => id),
  );
  const customerKeys = new Map(customers.map(({ id, key }) => [id, key]));
  const flights = new Map(planned.map((flight) => [flight.code, { ...flight, parts: flightParts.get(flight.id) }]));
  const sharesOf = new Map(owners.map(({ id, shares }) => [id, shares]));
  const zones = new Map(owners.flatMap(({ venues }) => venues.map(({ id, timeZone }) => [id, timeZone])));
  const outlets = new Map(
    owners.flatMap((owner) => owner.outlets.map((outlet) => [outlet.eui, { outlet, ownerId: owner.id }])),
  );
  const dayOf = createDayFinder();

  function rowOf(event: OutletEvent): StoredEvent {
    const place = outlets.get(event.eui);
    const { view_id: viewId, energy_wh: energyWh, type } = event;
    if (place === undefined || (type !== 'view' && type !== 'click' && type !== 'burn'))
      throw new RangeError(`no row of the past: ${event.id}`);
    const timestampMs = Date.parse(event.timestamp);
    const { movedFrom, venueId } = place.outlet;
    const before = movedFrom !== null && timestampMs < movedFrom.at ? movedFrom : null;
    const ownerId = before?.customerId ?? place.ownerId;
    const flight = flights.get(event.flight ?? '');
    const price = versionAt(flight?.prices ?? [], timestampMs);
    const amount =
      flight === undefined || price === undefined ? 0 : amountMicros(type, flight.model, price.priceMicros);
    const share = versionAt(sharesOf.get(ownerId) ?? [], timestampMs)?.ppm ?? ownerSharePpm;
    const outletKey = outletKeys.get(event.eui) ?? 0;
    const isView = type === 'view';
    return {
      customerKey: customerKeys.get(ownerId) ?? 0,
      outletKey,
      timestampMs,
      eventId: eventIdOf(outletKey, event.id),
      kind: type,
      localDay: dayOf(timestampMs, zones.get(before?.venueId ?? venueId) ?? 'UTC').date,
      advertiserKey: flight?.parts?.advertiser_key ?? 0,
      campaignKey: flight?.parts?.campaign_key ?? 0,
      flightKey: flight?.parts?.key ?? 0,
      amountMicros: amount,
      ownerMicros: ownerMicros(amount, share),
      energyMilliWh: !isView ? 0 : energyWh === undefined ? energyMilliWhPerView : energyWh * 1_000,
      energyMetered: isView && energyWh !== undefined,
      viewId: viewId === undefined ? 0n : eventIdOf(outletKey, viewId),
      fingerprint: event.fingerprint ?? '0'.repeat(32),
      ip: event.ip ?? '::',
      cryptic: event.cryptic ?? '',
      invalid: null,
      withheldMicros: 0,
      withheldOwnerMicros: 0,
      signed: false,
      readingOf: 'none',
      sentId: event.id,
    };
  }

  return (events) => events.map(rowOf);
}
