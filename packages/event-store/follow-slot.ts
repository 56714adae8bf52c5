import type { Follow } from './events-db.ts';

const MARKS = {
  view: 0n,
  click: 0x9e3779b97f4a7c15n,
  burn: 0xc2b2ae3d27d4eb4fn,
  reading: 0xa0761d6478bd642fn,
} as const;

/** Returns the slot of a view's click or burn, as a 64-bit number like an event ID. A view has one slot per kind. */
export const followSlot = ({ viewId, kind }: Follow): bigint => viewId ^ MARKS[kind];
