import { eventIdOf } from '../../databases/events/event-identity.ts';
import type { ReadingSource } from '../../databases/events/events-db.ts';
import type { Charge } from './charges-events-queries.ts';
import type { SettledRow } from './settled-row.ts';

const NOBODY = { fingerprint: '0'.repeat(32), ip: '::', cryptic: '' } as const;

const EMPTY = {
  ...NOBODY,
  ...{ kind: 'reading' as const, amountMicros: 0, ownerMicros: 0 },
  invalid: null,
  withheldMicros: 0,
  withheldOwnerMicros: 0,
  signed: false,
} as const;

type Reading = {
  readonly outletKey: number;
  /** Of the event that reported it. */
  readonly sentId: string;
  readonly source: Exclude<ReadingSource, 'none'>;
  /** What the figure changes by. */
  readonly milliWh: number;
};

/**
 * Corrects the energy of a view. It lies at the view's time and day, with its owner and flight, so that no sum over any time or filter
 * has one without the other; when it arrived is its own. The same event makes the same row.
 */
export const readingRow = (
  { outletKey, sentId, source, milliWh }: Reading,
  { viewId, atMs, localDay, customerKey, advertiserKey, campaignKey, flightKey, readBy }: Charge,
): SettledRow => ({
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
): SettledRow => ({
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
