import type { InvalidReason } from '#contract/ingest.ts';
import type { createDayFinder } from '#domain/zoned-day.ts';
import type { StoredEvent } from '#event-store/event-store.ts';
import type { CandidateEvent } from '../check/check-batch.ts';
import type { Priced } from './price-event.ts';

/** A row as it will be stored. */
export type StoredRow = StoredEvent;

type Terms = {
  readonly dayOf: ReturnType<typeof createDayFinder>;
  readonly energyMilliWhPerView: number;
};

/** Builds the row to store. Its tenant, day, amounts and energy never change. */
export function storedRow(
  { event, kind, located, eventId, viewId, play }: CandidateEvent,
  priced: Priced,
  invalid: InvalidReason | null,
  { dayOf, energyMilliWhPerView }: Terms,
): StoredRow {
  // The reading of a click or burn belongs to its view. A correction row adds it (record-readings.ts).
  const energy = kind === 'view' ? (event.energyMilliWh ?? energyMilliWhPerView) : 0;
  const { advertiserKey, campaignKey, flightKey } = priced;
  const row: StoredRow = {
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

/** Returns the row without earnings, but with the withheld amounts, which objections use. */
export const asInvalid = (row: StoredRow, invalid: InvalidReason): StoredRow => ({
  ...row,
  amountMicros: 0,
  ownerMicros: 0,
  invalid,
  withheldMicros: row.amountMicros + row.withheldMicros,
  withheldOwnerMicros: row.ownerMicros + row.withheldOwnerMicros,
});
