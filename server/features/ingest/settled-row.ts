import type { Uncounted } from '#contract/ingest.ts';
import type { createDayFinder } from '#domain/zoned-day.ts';
import type { StoredEvent } from '../../databases/events/events-db.ts';
import type { Draft } from './examine-batch.ts';
import type { Priced } from './price-event.ts';

/** A row as it will be stored; `uncounted` says why it earns nothing where that is not its price's doing. */
export type SettledRow = StoredEvent & { readonly uncounted: Uncounted | null };

type Terms = {
  readonly dayOf: ReturnType<typeof createDayFinder>;
  readonly energyMilliWhPerView: number;
};

/** The row as it is stored for ever: tenant, day, amounts and energy are fixed now. */
export function settledRow(
  { event, kind, located, eventId, viewId }: Draft,
  priced: Priced,
  uncounted: Uncounted | null,
  { dayOf, energyMilliWhPerView }: Terms,
): SettledRow {
  const estimate = kind === 'view' ? energyMilliWhPerView : 0;
  const { advertiserKey, campaignKey, flightKey } = priced;
  const earns = uncounted === null;
  return {
    customerKey: located.assignment.customerKey,
    outletKey: located.outlet.key,
    timestampMs: event.timestampMs,
    eventId,
    kind,
    localDay: dayOf(event.timestampMs, located.assignment.timeZone).date,
    advertiserKey,
    campaignKey,
    flightKey,
    amountMicros: earns ? priced.amountMicros : 0,
    ownerMicros: earns ? priced.ownerMicros : 0,
    energyMilliWh: event.energyMilliWh ?? estimate,
    energyMetered: event.energyMilliWh !== null,
    viewId,
    fingerprint: event.fingerprint,
    ip: event.ip,
    cryptic: event.cryptic,
    uncounted,
  };
}

/** The same row, earning nothing. */
export const withoutAmount = (row: SettledRow, uncounted: Uncounted): SettledRow => ({
  ...row,
  amountMicros: 0,
  ownerMicros: 0,
  uncounted,
});
