import { randomBytes, randomUUID } from 'node:crypto';
import type { OutletEvent } from '#contract/ingest.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import type { Asked } from './ask-for-plays.ts';
import type { KeysFile, SimulatedOutlet } from './keys-file.ts';

/** One in twelve of the views that an outlet decides shows a house ad. */
const HOUSE_ADS = 1 / 12;
const REGULARS = 0.35;
const MOST_REGULARS = 30;
/** No view this close to a flight's end, because its burn would fall after it. */
const LAST_VIEW_BEFORE_END_MS = MINUTE_MS;

export type Visitor = { readonly fingerprint: string; readonly ip: string };

export type Visitors = {
  comeTo(outlet: SimulatedOutlet): Visitor;
  /**
   * Returns the view at the start of a charge, with the shown ad. If the server chose none, the outlet shows a flight
   * that it knows, if any.
   */
  view(outlet: SimulatedOutlet, visitor: Visitor, asked: Asked, atMs: number): OutletEvent;
};

/**
 * Creates people at outlets: a third have been there before. Event ids are always random, independent of `random`, so
 * that no two runs share one.
 */
export function createVisitors({ flights }: KeysFile, random: () => number): Visitors {
  const regulars = new Map<string, Visitor[]>();

  function visitorAt(eui: string): Visitor {
    const known = regulars.get(eui) ?? [];
    const old = known[Math.floor(random() * known.length)];
    if (old && random() < REGULARS) return old;
    const visitor = { fingerprint: randomBytes(16).toString('hex'), ip: addressOf(random) };
    regulars.set(eui, [visitor, ...known].slice(0, MOST_REGULARS));
    return visitor;
  }

  function flightAt(outlet: SimulatedOutlet, atMs: number) {
    if (random() < HOUSE_ADS) return {};
    const open = flights.filter(
      ({ code, startsAt, endsAt, anywhere }) =>
        atMs >= startsAt && atMs < endsAt - LAST_VIEW_BEFORE_END_MS && (anywhere || outlet.flights?.includes(code)),
    );
    const chosen = open[Math.floor(random() * open.length)];
    return chosen ? { flight: chosen.code, cryptic: randomBytes(4).toString('hex') } : {};
  }

  return {
    comeTo: ({ eui }) => visitorAt(eui),
    view: (outlet, visitor, asked, atMs) => ({
      id: typeof asked === 'object' ? asked.id : randomUUID(),
      type: 'view',
      eui: outlet.eui,
      timestamp: new Date(atMs).toISOString(),
      ...visitor,
      ...(asked === 'unknown' ? flightAt(outlet, atMs) : {}),
      ...(typeof asked === 'object' ? { cryptic: asked.token } : {}),
    }),
  };
}

/** Returns the click or burn that follows a view. */
export const follow = (view: OutletEvent, type: 'click' | 'burn', atMs: number): OutletEvent => ({
  ...view,
  id: randomUUID(),
  type,
  timestamp: new Date(atMs).toISOString(),
  view_id: view.id,
});

/** From the ranges reserved for documentation (RFC 5737, RFC 3849); one in four is IPv6. */
function addressOf(random: () => number): string {
  const number = Math.floor(random() * 2 ** 32);
  if (number % 4 === 0) return `2001:db8:${((number >>> 8) & 0xffff).toString(16)}::${(number >>> 24).toString(16)}`;
  return `${['192.0.2', '198.51.100', '203.0.113'][number % 3]}.${1 + ((number >>> 8) % 254)}`;
}
