import type { TermEvent } from '../figures/read/terms-queries.ts';
import { AppError } from '../http/app-error.ts';
import type { Network } from '../network/snapshot/whole-network.ts';

/** The number of single events on a page. */
export const EVENTS_AT_ONCE = 100;
const MOST_ID = 2n ** 64n;

type Placed = Pick<TermEvent, 'eventId' | 'timestampMs' | 'kind' | 'customerKey' | 'outletKey' | 'advertiserKey'>;

/** Returns an event's ID, time, outlet and advertiser, as shown in an explanation. */
export function placeOfEvent(network: Network, event: Placed) {
  const holding = network.holdings.get(event.customerKey)?.get(event.outletKey);
  const outlet = holding?.outlet ?? network.outletByKey.get(event.outletKey);
  return {
    id: String(event.eventId),
    timestamp: new Date(event.timestampMs).toISOString(),
    kind: event.kind,
    eui: (outlet?.eui ?? '').toUpperCase(),
    outlet: holding?.outlet.label ?? '',
    advertiser: network.customerByKey.get(event.advertiserKey)?.name ?? '',
  };
}

/** Returns the cursor for the page after an event. */
export const eventPlace = ({ eventId, timestampMs }: Pick<TermEvent, 'eventId' | 'timestampMs'>): string =>
  `${timestampMs}_${eventId}`;

export function readEventPlace(cursor: string) {
  const [, at, id] = /^([0-9]{1,15})_([0-9]{1,20})$/.exec(cursor) ?? [];
  if (at === undefined || id === undefined || BigInt(id) >= MOST_ID)
    throw new AppError('invalid', 'This page link has expired. Start again from the first page.');
  return { timestampMs: Number(at), eventId: BigInt(id) };
}
