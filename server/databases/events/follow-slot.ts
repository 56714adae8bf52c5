import type { Follow } from './events-db.ts';

const MARKS = { click: 0x9e3779b97f4a7c15n, burn: 0xc2b2ae3d27d4eb4fn } as const;

/** The one place a view has for its click, and for its burn, as a number of 64 bits beside the event ids. */
export const followSlot = ({ viewId, kind }: Follow): bigint => (kind === 'view' ? viewId : viewId ^ MARKS[kind]);
