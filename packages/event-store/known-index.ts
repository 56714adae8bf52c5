import type { KnownEvent, WantedEvent, WantedFollow } from './events-db.ts';
import { followSlot } from './follow-slot.ts';

/** An index of events by ID, and of clicks and burns by the slot on their view, as the store would return them. */
export type KnownIndex = {
  readonly size: number;
  /** Adds a row. If several rows have the same ID or slot, the first row stays. */
  add(row: KnownEvent): void;
  event(wanted: WantedEvent): KnownEvent | undefined;
  follower(wanted: WantedFollow): KnownEvent | undefined;
};

export function createKnownIndex(): KnownIndex {
  const byId = new Map<bigint, KnownEvent>();
  const bySlot = new Map<bigint, KnownEvent>();
  const ofOutlet = (event: KnownEvent | undefined, outletKey: number): KnownEvent | undefined =>
    event?.outletKey === outletKey ? event : undefined;
  return {
    get size() {
      return byId.size;
    },
    add: ({
      eventId,
      customerKey,
      outletKey,
      advertiserKey,
      timestampMs,
      kind,
      flightKey,
      viewId,
      invalid,
      cryptic,
    }) => {
      if (byId.has(eventId)) return;
      const whose = { customerKey, outletKey, advertiserKey };
      const event = {
        eventId,
        ...whose,
        timestampMs,
        kind,
        flightKey,
        viewId,
        invalid,
        cryptic: kind === 'view' ? cryptic : '',
      };
      byId.set(eventId, event);
      if (kind === 'view' || kind === 'reading') return;
      const slot = followSlot(event);
      if (!bySlot.has(slot)) bySlot.set(slot, event);
    },
    event: ({ eventId, outletKey }) => ofOutlet(byId.get(eventId), outletKey),
    follower: (wanted) => ofOutlet(bySlot.get(followSlot(wanted)), wanted.outletKey),
  };
}
