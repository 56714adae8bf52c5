import type { InvalidReason } from '#contract/ingest.ts';
import type { createDayFinder } from '#domain/zoned-day.ts';
import type { StoredEvent } from '../../databases/events/events-db.ts';
import type { Draft } from './examine-batch.ts';
import type { Priced } from './price-event.ts';

/** A row as it will be stored. */
export type SettledRow = StoredEvent;

type Terms = {
  readonly dayOf: ReturnType<typeof createDayFinder>;
  readonly energyMilliWhPerView: number;
};

/** The row as it is stored for ever: tenant, day, amounts and energy are fixed now. */
export function settledRow(
  { event, kind, located, eventId, viewId, play }: Draft,
  priced: Priced,
  invalid: InvalidReason | null,
  { dayOf, energyMilliWhPerView }: Terms,
): SettledRow {
  // What a click or burn measured is the figure of its view, which a reading corrects (record-readings.ts).
  const energy = kind === 'view' ? (event.energyMilliWh ?? energyMilliWhPerView) : 0;
  const { advertiserKey, campaignKey, flightKey } = priced;
  const row: SettledRow = {
    customerKey: located.assignment.customerKey,
    outletKey: located.outlet.key,
    timestampMs: event.timestampMs,
    eventId,
    kind,
    localDay: dayOf(event.timestampMs, located.assignment.timeZone).date,
    advertiserKey,
    campaignKey,
    flightKey,
    amountMicros: priced.amountMicros,
    ownerMicros: priced.ownerMicros,
    energyMilliWh: energy,
    energyMetered: kind === 'view' && event.energyMilliWh !== null,
    viewId,
    fingerprint: event.fingerprint,
    ip: event.ip,
    cryptic: event.cryptic,
    invalid: null,
    withheldMicros: 0,
    withheldOwnerMicros: 0,
    signed: play !== null,
    readingOf: 'none',
    sentId: event.id,
  };
  return invalid === null ? row : asInvalid(row, invalid);
}

/** The same row, earning nothing; what it would have earned is kept beside it, for those who object. */
export const asInvalid = (row: SettledRow, invalid: InvalidReason): SettledRow => ({
  ...row,
  amountMicros: 0,
  ownerMicros: 0,
  invalid,
  withheldMicros: row.amountMicros + row.withheldMicros,
  withheldOwnerMicros: row.ownerMicros + row.withheldOwnerMicros,
});
