import { v7 as newId } from 'uuid';
import type { ServeAnswer, ServedPlay } from '#contract/serve.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { normalEui } from '#domain/eui.ts';
import { chooseFlight } from '#domain/pacing.ts';
import { type PlayPrice, playPrice } from '#domain/play-price.ts';
import { createDayFinder } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { onceATurn } from '../../memory/once-a-turn.ts';
import type { CatalogPicture } from '../../network/snapshot/catalog-entries.ts';
import type { PlayServer } from '../../play-server.ts';
import type { Budgets, TermsOf } from '../../plays/budgets.ts';
import { termsIn } from '../../plays/flight-terms.ts';
import { createPlayKeys } from '../../plays/play-keys.ts';
import { type PlayKeys, signPlay } from '../../plays/play-token.ts';
import { type EligibleFlight, eligibleFlights, runsNow } from './eligible-flights.ts';
import { createFlightLeases } from './flight-leases.ts';
import { createFlightPaces } from './flight-paces.ts';
import { type Placed, placeOfOutlet } from './place-of-outlet.ts';
import { type PlayWindow, playWindow, secondOf } from './play-window.ts';
import { countVisitorViews } from './serve-events-queries.ts';
import { createVisitorViews, NO_FINGERPRINT } from './visitor-views.ts';

/** When to ask again: flights wait for their pace, for plays of others to lapse, or there are none. */
const WAITING_SECONDS = 15;
const TAKEN_SECONDS = 60;
const NOTHING_SECONDS = 300;
/** A flight of which others take each lease whole before this call has anything is left to them. */
const MOST_REFILLS = 5;

type Needs = Pick<Dependencies, 'config' | 'accounts' | 'events' | 'network' | 'now'> & {
  /** The ones that pay for what is reported. */
  readonly budgets: Budgets;
  readonly report: (line: string) => void;
};

type Candidate = {
  readonly key: number;
  readonly behind: number;
  readonly perViewMicros: number;
  readonly eligible: EligibleFlight;
  readonly window: PlayWindow;
  readonly price: PlayPrice;
};

/** One call while it is answered. */
type Asked = {
  readonly placed: Placed;
  readonly fingerprint: string | null;
  readonly termsOf: TermsOf;
  readonly keys: PlayKeys;
  /** Flights of which nothing can be had, for this call. */
  readonly taken: Set<number>;
  /** By flight: leases since the last play. */
  readonly refills: Map<number, number>;
  waits: boolean;
};

/**
 * Chooses what outlets show, from memory: eligible flights by snapshot of the network, what they spent by the budgets, and visitors'
 * views. The one thing that a call may wait for is a lease, once a flight and minute; the events store is asked beside the calls.
 */
export function createPlayServer({ config, accounts, events, network, now, budgets, report }: Needs): PlayServer {
  const playMs = config.playMinutes * MINUTE_MS;
  const dayOf = createDayFinder();
  const playKeys = createPlayKeys({ accounts, config, network, now });
  const readNetwork = onceATurn(() => network.current());
  const leases = createFlightLeases({
    ...{ budgets, playMs, now },
    onHeld: (flightKey, moreMicros) => paces.held(flightKey, moreMicros),
  });
  const paces = createFlightPaces({ budgets, dayOf, now, unusedMicros: leases.unusedMicros });
  const views = createVisitorViews({
    read: (wanted) => countVisitorViews(events, wanted),
    now,
    report: (error) => report(`What visitors have seen today could not be read: ${String(error)}`),
  });
  const turns = new WeakMap<EligibleFlight, number>();

  const zoneOf = ({ flight }: EligibleFlight) => flight.timeZone ?? config.networkTimeZone;

  function isSeenEnough(eligible: EligibleFlight, fingerprint: string | null): boolean {
    const { key, visitorCap } = eligible.flight;
    if (visitorCap === null || fingerprint === null) return false;
    const seen = views.seen(key, dayOf(now(), zoneOf(eligible)), fingerprint);
    return seen === null || seen >= visitorCap;
  }

  function candidateOf(eligible: EligibleFlight, asked: Asked): Candidate | null {
    const { flight } = eligible;
    const { assignment, untilMs } = asked.placed;
    const nowMs = now();
    if (asked.taken.has(flight.key) || !runsNow(flight, secondOf(nowMs), nowMs)) return null;
    const window = playWindow(nowMs, playMs, [flight.endsMs, untilMs]);
    const price = window === null ? null : playPrice(flight.prices, assignment.place.venueType, window);
    if (window === null || price === null || isSeenEnough(eligible, asked.fingerprint)) return null;
    const behind = paces.behind(flight, price, zoneOf(eligible));
    if (behind === 'waits') asked.waits = true;
    if (behind === null || behind === 'waits') return null;
    return { key: flight.key, behind, perViewMicros: price.perViewMicros, eligible, window, price };
  }

  /** A play of the flight, its price kept; null where something has to be asked again first. */
  async function playOf({ eligible, window, price }: Candidate, asked: Asked): Promise<ServedPlay | null> {
    const { flight, creatives } = eligible;
    const { reservedMicros } = price;
    const lease = reservedMicros === 0 ? 0 : leases.take(flight.key, reservedMicros);
    if (lease === null) {
      const refills = (asked.refills.get(flight.key) ?? 0) + 1;
      asked.refills.set(flight.key, refills);
      const isMade = refills <= MOST_REFILLS && (await leases.refill(flight, reservedMicros, asked.termsOf));
      if (!isMade) asked.taken.add(flight.key);
      return null;
    }
    asked.refills.delete(flight.key);
    paces.played(flight);
    const { fingerprint } = asked;
    if (flight.visitorCap !== null && fingerprint !== null)
      views.served(flight.key, dayOf(now(), zoneOf(eligible)), fingerprint);
    const turn = turns.get(eligible) ?? 0;
    turns.set(eligible, turn + 1);
    const creative = creatives[turn % creatives.length];
    if (creative === undefined) throw new RangeError('an eligible flight has a creative');
    const play = { flightKey: flight.key, lease, reservedMicros };
    return servedPlay(asked, creative, window, { ...play, code: flight.code, sponsor: flight.sponsor });
  }

  async function adPlays(eligible: readonly EligibleFlight[], count: number, asked: Asked): Promise<ServedPlay[]> {
    const plays: ServedPlay[] = [];
    while (plays.length < count) {
      const chosen = chooseFlight(eligible.flatMap((one) => candidateOf(one, asked) ?? []));
      if (chosen === undefined) break;
      const play = await playOf(chosen, asked);
      if (play !== null) plays.push(play);
    }
    return plays;
  }

  /** The owner's own picture, which nobody pays for. */
  function housePlays(count: number, asked: Asked): ServedPlay[] {
    const { assignment, untilMs } = asked.placed;
    const picture = assignment.housePicture;
    const window = playWindow(now(), playMs, [untilMs]);
    if (picture === null || window === null) return [];
    const unpaid = { flightKey: 0, lease: 0, reservedMicros: 0, code: null, sponsor: '' };
    return Array.from({ length: count }, () => servedPlay(asked, picture, window, unpaid));
  }

  const noTerms = { budgetMicros: 0, dailyCapMicros: null, timeZone: config.networkTimeZone };

  return {
    ready: async () => void (await budgets.standing([], () => noTerms)),
    serve: async ({ eui, count, fingerprint }, key): Promise<ServeAnswer> => {
      const { snapshot } = await readNetwork();
      const { catalog } = snapshot;
      const wanted = normalEui(eui);
      await catalog.load({ euis: [wanted] });
      const placed = placeOfOutlet(catalog.outlets.get(wanted), key, now());
      const [open, keys] = await Promise.all([catalog.openFlights(now()), playKeys.of(snapshot)]);
      const asked: Asked = {
        ...{ placed, keys, waits: false },
        fingerprint: namedVisitor(fingerprint),
        termsOf: termsIn(catalog, config.networkTimeZone),
        taken: new Set(),
        refills: new Map(),
      };
      const eligible = eligibleFlights(open, placed.assignment);
      const running = eligible.filter(({ flight }) => runsNow(flight, secondOf(now()), now()) && flight.endsMs > now());
      await paces.ready(
        running.map(({ flight }) => flight),
        asked.termsOf,
      );
      const ads = await adPlays(running, count, asked);
      const plays = ads.length === 0 ? housePlays(count, asked) : ads;
      return { plays, retry_after: ads.length === count ? 0 : retryAfter(eligible, asked, now()) };
    },
  };
}

const namedVisitor = (fingerprint: string | null | undefined): string | null => {
  const visitor = fingerprint?.toLowerCase() ?? NO_FINGERPRINT;
  return visitor === NO_FINGERPRINT ? null : visitor;
};

type Shown = {
  readonly flightKey: number;
  readonly lease: number;
  readonly reservedMicros: number;
  readonly code: string | null;
  readonly sponsor: string;
};

function servedPlay({ placed, keys }: Asked, picture: CatalogPicture, window: PlayWindow, shown: Shown): ServedPlay {
  const { url, type, width, height, seconds, target } = picture;
  const { flightKey, lease, reservedMicros, code, sponsor } = shown;
  const id = newId();
  const creative = creativeMark(picture.id);
  const token = signPlay(
    { id, outletKey: placed.outlet.key, flightKey, creative, lease, reservedMicros, ...window },
    keys,
  );
  return {
    ...{ id, token, flight: code, sponsor },
    creative: { url, type, width, height, seconds, target },
    expires_at: new Date(window.expiresMs).toISOString(),
  };
}

/** The half of its id that is random: the other one only says when it was made. */
const creativeMark = (id: string): string => id.replaceAll('-', '').slice(-16);

function retryAfter(eligible: readonly EligibleFlight[], { waits, taken }: Asked, nowMs: number): number {
  if (waits) return WAITING_SECONDS;
  if (taken.size > 0) return TAKEN_SECONDS;
  const starts = eligible.map(({ flight }) => flight.startsMs).filter((startsMs) => startsMs > nowMs);
  return Math.min(NOTHING_SECONDS, ...starts.map((startsMs) => Math.ceil((startsMs - nowMs) / SECOND_MS)));
}
