import type { ReadingSource } from '#event-store/event-store.ts';
import { eventIdOf } from '#event-store/event-store.ts';
import type { StoredRow } from '../decide/stored-row.ts';
import type { Charge } from './charges-events-queries.ts';

const NOBODY = { fingerprint: '0'.repeat(32), ip: '::', cryptic: '' } as const;

const EMPTY = {
  ...NOBODY,
  kind: 'reading' as const,
  amountMicros: 0,
  ownerMicros: 0,
  invalid: null,
  withheldMicros: 0,
  withheldOwnerMicros: 0,
  signed: false,
} as const;

type Reading = {
  readonly outletKey: number;
  /** The id of the event that reported it. */
  readonly sentId: string;
  readonly source: Exclude<ReadingSource, 'none'>;
  /** The change of the figure. */
  readonly milliWh: number;
};

/**
 * Corrects the energy of a view. The row has the view's time, day, owner and flight, so that every sum by time or
 * filter includes both or neither. Its arrival time is its own. The same event always makes the same row.
 */
export const readingRow = (
  { outletKey, sentId, source, milliWh }: Reading,
  { viewId, atMs, localDay, customerKey, advertiserKey, campaignKey, flightKey, readBy }: Charge,
): StoredRow => ({
  ...EMPTY,
  eventId: eventIdOf(outletKey, `${sentId}:${source === 'register' ? `register:${viewId}` : 'energy'}`),
  outletKey,
  customerKey,
  advertiserKey,
  campaignKey,
  flightKey,
  viewId,
  timestampMs: atMs,
  localDay,
  energyMilliWh: milliWh,
  energyMetered: readBy === 'none',
  readingOf: source,
  sentId,
});

/** Energy that the register measured while no view was charging, at its own time. */
export const looseRow = (
  { outletKey, sentId, milliWh }: Omit<Reading, 'source'>,
  place: { readonly customerKey: number; readonly atMs: number; readonly localDay: string },
): StoredRow => ({
  ...EMPTY,
  eventId: eventIdOf(outletKey, `${sentId}:register`),
  outletKey,
  customerKey: place.customerKey,
  advertiserKey: 0,
  campaignKey: 0,
  flightKey: 0,
  viewId: 0n,
  timestampMs: place.atMs,
  localDay: place.localDay,
  energyMilliWh: milliWh,
  energyMetered: false,
  readingOf: 'register',
  sentId,
});
