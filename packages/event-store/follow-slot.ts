import type { Follow } from './events-db.ts';

const MARKS = {
  view: 0n,
  click: 0x9e3779b97f4a7c15n,
  burn: 0xc2b2ae3d27d4eb4fn,
  reading: 0xa0761d6478bd642fn,
} as const;

/** The one slot that a view has for its click, and for its burn, as a 64-bit number like the event ids. */
export const followSlot = ({ viewId, kind }: Follow): bigint => viewId ^ MARKS[kind];
