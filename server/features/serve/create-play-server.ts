import { v7 as newId } from 'uuid';
import { SERVE_REASONS, type ServeAnswer, type ServedPlay, type ServeReason } from '#contract/serve.ts';
import { rotationOf } from '#domain/creative-rotation.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { normalEui } from '#domain/eui.ts';
import { lowest } from '#domain/extremes.ts';
import { chooseFlight } from '#domain/pacing.ts';
import { createDayFinder } from '#domain/zoned-day.ts';
import type { EventsReader } from '#event-store/event-store.ts';
import type { Dependencies } from '../../dependencies.ts';
import { AppError } from '../../http/app-error.ts';
import { batchKeys } from '../../lib/batch-keys.ts';
import { oncePerTick } from '../../memory/once-per-tick.ts';
import type { KeyHolder } from '../../network/authenticate-key.ts';
import type {
  Assignment,
  CatalogFlight,
  CatalogOutlet,
  CatalogPicture,
} from '../../network/snapshot/catalog-entries.ts';
import type { PlayServer } from '../../play-server.ts';
import type { Budgets, TermsOf } from '../../plays/budgets.ts';
import { creativeMark } from '../../plays/creative-mark.ts';
import { type EligibleFlight, eligibleFlights, ineligibleFlights, restReason } from '../../plays/eligible-flights.ts';
import { termsIn } from '../../plays/flight-terms.ts';
import type { OpenPlays } from '../../plays/open-plays.ts';
import { type OpenPlay, refusalOf } from '../../plays/outlet-allowance.ts';
import { createPlayKeys } from '../../plays/play-keys.ts';
import { type PlayKeys, signPlay } from '../../plays/play-token.ts';
import { createFlightLeases, HELD_MS } from './flight-leases.ts';
import { createFlightRanks, type Ranked } from './flight-ranks.ts';
import { type PlayWindow, playWindow, secondOf } from './play-window.ts';
import { countVisitorViews } from './serve-events-queries.ts';
import { createVisitorViews, NO_FINGERPRINT } from './visitor-views.ts';

/**
 * Retry delays without an ad: while flights wait for their pace or for loading, while other plays take the budgets or
 * the outlet, and if no flight can be shown.
 */
const WAITING_SECONDS = 15;
const TAKEN_SECONDS = 60;
const NOTHING_SECONDS = 300;
/**
 * Maximum number of leases per flight and call. If other calls take each new lease entirely before this call gets any
 * of it, this call gives up on the flight.
 */
const MOST_REFILLS = 5;

type Needs = Pick<Dependencies, 'config' | 'accounts' | 'events' | 'network' | 'now'> & {
  /** The budgets that pay for reported events. */
  readonly budgets: Budgets;
  /** The open plays that reports release. */
  readonly openPlays: OpenPlays;
  readonly report: (line: string) => void;
};

/** The state of one call. */
type Asked = {
  readonly placed: Placed;
  readonly fingerprint: string | null;
  readonly termsOf: TermsOf;
  readonly keys: PlayKeys;
  /** The outlet's open plays, including those that this call adds. */
  readonly open: OpenPlay[];
  /** Flights that have nothing left for this call. */
  readonly taken: Set<number>;
  /** Number of leases since the last play, by flight. */
  readonly refills: Map<number, number>;
  /** Why there is no further ad: the reason for the flight that was closest to being shown. */
  reason: ServeReason;
};

/** An ad's play before the response is sent. */
type AdPlay = { readonly served: ServedPlay; readonly open: OpenPlay; readonly lease: number };

/**
 * Chooses what outlets show. All inputs are in memory: eligible flights from the network snapshot, spend from the
 * budgets, and visitors' views. A call waits only for a lease, once per flight and minute. Queries to the events store
 * run outside the calls.
 */
export function createPlayServer({ config, accounts, events, network, now, report, ...options }: Needs): PlayServer {
  const { budgets, openPlays } = options;
  const playMs = config.playMinutes * MINUTE_MS;
  const dayOf = createDayFinder();
  const playKeys = createPlayKeys({ accounts, config, network, now });
  const readNetwork = oncePerTick(() => network.current());
  const zoneOf = ({ timeZone }: CatalogFlight) => timeZone ?? config.networkTimeZone;
  const leases = createFlightLeases({
    budgets,
    playMs,
    now,
    onHeld: (flightKey, moreMicros) => ranks.held(flightKey, moreMicros),
  });
  const ranks = createFlightRanks({
    budgets,
    playMs,
    zoneOf,
    dayOf,
    now,
    unusedMicros: leases.unusedMicros,
    report: (error) => report(`Flight spend could not be loaded: ${String(error)}`),
  });
  const views = createVisitorViews({
    read: createReadVisitorViews(events),
    playMs,
    now,
    report: (error) => report(`Today’s visitor views could not be loaded: ${String(error)}`),
  });
  const turns = new Map<number, number>();
  const rotations = createRotations();

  function isSeenEnough(flight: CatalogFlight, asked: Asked): boolean {
    const { key, visitorCap } = flight;
    const { fingerprint } = asked;
    if (visitorCap === null || fingerprint === null) return false;
    const seen = views.seen(key, dayOf(now(), zoneOf(flight)), fingerprint);
    // Views load shortly, so the outlet need not wait for minutes.
    if (seen === null) addReason(asked, 'loading');
    else if (seen >= visitorCap) addReason(asked, 'visitor_capped');
    return seen === null || seen >= visitorCap;
  }

  function rankOf({ flight }: EligibleFlight, asked: Asked): Ranked | null {
    const rank = ranks.rankOf(flight, asked.placed.assignment.place.venueType);
    if (typeof rank === 'string') addReason(asked, rank);
    return typeof rank === 'string' || isSeenEnough(flight, asked) ? null : rank;
  }

  /**
   * Returns the id of a lease that covers the price (0 for a price of zero). Returns null if the call has to retry, or
   * if the flight has nothing left.
   */
  async function leaseFor({ flight, reservedMicros }: Ranked, asked: Asked): Promise<number | null> {
    const lease = reservedMicros === 0 ? 0 : leases.take(flight.key, reservedMicros);
    if (lease !== null) {
      asked.refills.delete(flight.key);
      return lease;
    }
    const refills = (asked.refills.get(flight.key) ?? 0) + 1;
    asked.refills.set(flight.key, refills);
    const isMade = refills <= MOST_REFILLS && (await leases.refill(flight, reservedMicros, asked.termsOf));
    if (!isMade) {
      asked.taken.add(flight.key);
      addReason(asked, 'budget_held');
    }
    return null;
  }

  /**
   * Returns the play that the flight would show now, before a lease pays for it. Returns null if the flight can no
   * longer be shown.
   */
  function nextPlay({ flight, creatives }: EligibleFlight, micros: number, asked: Asked) {
    const window = playWindow(now(), playMs, [flight.endsMs, asked.placed.untilMs]);
    const rotation = rotations(creatives);
    const creative = creatives[rotation[(turns.get(flight.key) ?? 0) % rotation.length] ?? 0];
    if (window === null || creative === undefined) return null;
    const { expiresMs } = window;
    const heldUntilMs = now() + playMs + HELD_MS;
    const open = { id: newId(), flightKey: flight.key, micros, seconds: creative.seconds, expiresMs, heldUntilMs };
    return { window, creative, open };
  }

  function mayHold(play: OpenPlay, { flight: { budgetMicros } }: EligibleFlight, asked: Asked): boolean {
    const { sockets } = asked.placed.outlet;
    const refusal = refusalOf(asked.open, play, { sockets, budgetMicros, nowMs: now() });
    if (refusal !== null) addReason(asked, refusal);
    return refusal === null;
  }

  /** Returns the play for a price that is already reserved. Returns null if it can no longer be shown. */
  function playOf(one: EligibleFlight, paid: { lease: number; reservedMicros: number }, asked: Asked): AdPlay | null {
    const { flight } = one;
    const next = nextPlay(one, paid.reservedMicros, asked);
    if (next === null) return null;
    turns.set(flight.key, (turns.get(flight.key) ?? 0) + 1);
    ranks.played(flight);
    const { fingerprint } = asked;
    if (flight.visitorCap !== null && fingerprint !== null)
      views.served(flight.key, dayOf(now(), zoneOf(flight)), fingerprint);
    const { window, creative, open } = next;
    asked.open.push(open);
    const shown = { ...paid, flightKey: flight.key, code: flight.code, sponsor: flight.sponsor };
    return { served: servedPlay(asked, creative, { ...window, id: open.id }, shown), open, lease: paid.lease };
  }

  async function adPlays(eligible: readonly EligibleFlight[], count: number, asked: Asked): Promise<AdPlay[]> {
    const plays: AdPlay[] = [];
    const from = new Map<number, EligibleFlight>();
    const candidates: Ranked[] = [];
    for (const one of eligible) {
      const rank = rankOf(one, asked);
      if (rank === null) continue;
      candidates.push(rank);
      from.set(rank.key, one);
    }
    while (plays.length < count) {
      const chosen = chooseFlight(candidates);
      const one = chosen === undefined ? undefined : from.get(chosen.key);
      if (chosen === undefined || one === undefined) break;
      const { reservedMicros } = chosen;
      const wanted = nextPlay(one, reservedMicros, asked);
      const isAllowed = wanted !== null && mayHold(wanted.open, one, asked);
      const lease = isAllowed ? await leaseFor(chosen, asked) : null;
      const play = lease === null ? undefined : playOf(one, { lease, reservedMicros }, asked);
      if (play !== undefined && play !== null) plays.push(play);
      const isOut = !isAllowed || play === null || asked.taken.has(chosen.key);
      // A new lease does not change the choice.
      const next = isOut ? null : play === undefined ? chosen : rankOf(one, asked);
      candidates.splice(candidates.indexOf(chosen), 1, ...(next === null ? [] : [next]));
    }
    return plays;
  }

  /**
   * Adds the plays to the outlet's open plays, and returns the added plays. Puts back the price of plays that no longer
   * fit because of concurrent calls.
   */
  async function taken(plays: readonly AdPlay[], asked: Asked): Promise<ServedPlay[]> {
    if (plays.length === 0) return [];
    const { key: outletKey, sockets } = asked.placed.outlet;
    const putBack = ({ open: { flightKey, micros }, lease }: AdPlay) => leases.putBack({ flightKey, lease, micros });
    const budgetOf = (flightKey: number) => asked.termsOf(flightKey).budgetMicros;
    const wanted = { outletKey, sockets, plays: plays.map(({ open }) => open), budgetOf };
    const refused = await openPlays.take(wanted).catch((error: unknown) => {
      plays.forEach(putBack);
      throw error;
    });
    return plays.flatMap((play) => {
      const refusal = refused.get(play.open.id);
      if (refusal === undefined) return [play.served];
      addReason(asked, refusal);
      putBack(play);
      return [];
    });
  }

  /** Returns plays of the owner's own picture, which is free. */
  function housePlays(count: number, asked: Asked): ServedPlay[] {
    const { assignment, untilMs } = asked.placed;
    const picture = assignment.housePicture;
    const window = playWindow(now(), playMs, [untilMs]);
    if (picture === null || window === null) return [];
    const unpaid = { flightKey: 0, lease: 0, reservedMicros: 0, code: null, sponsor: '' };
    return Array.from({ length: count }, () => servedPlay(asked, picture, { ...window, id: newId() }, unpaid));
  }

  const noTerms = { budgetMicros: 0, dailyCapMicros: null, timeZone: config.networkTimeZone };

  return {
    ready: async () => void (await budgets.standing([], () => noTerms)),
    serve: async ({ eui, count, fingerprint }, key): Promise<ServeAnswer> => {
      const { snapshot } = await readNetwork();
      const { catalog } = snapshot;
      const wanted = normalEui(eui);
      const outlets = await catalog.load({ euis: [wanted] });
      const placed = placeOfOutlet(outlets.get(wanted), key, now());
      const [flights, keys, open] = await Promise.all([
        catalog.openFlights(now()),
        playKeys.of(snapshot),
        openPlays.heldBy(placed.outlet.key),
      ]);
      const asked: Asked = {
        placed,
        keys,
        open: [...open],
        reason: 'no_flight',
        fingerprint: namedVisitor(fingerprint),
        termsOf: termsIn(snapshot, config.networkTimeZone),
        taken: new Set(),
        refills: new Map(),
      };
      const eligible = eligibleFlights(flights, placed.assignment);
      await ranks.ready(
        eligible.map(({ flight }) => flight),
        asked.termsOf,
      );
      const ads = await taken(await adPlays(eligible, count, asked), asked);
      const plays = ads.length === 0 ? housePlays(count, asked) : ads;
      if (ads.length === count) return { plays, reason: null, retry_after: 0 };
      const [nowMs, issuedMs] = [now(), secondOf(now())];
      for (const { flight, reason } of ineligibleFlights(flights, placed.assignment))
        if (restReason(flight, issuedMs, nowMs) !== 'no_flight') addReason(asked, reason);
      return { plays, reason: asked.reason, retry_after: retryAfter(eligible, asked, nowMs) };
    },
  };
}

/** Maximum number of rotations in memory. Few lists of weights differ. */
const MOST_ROTATIONS = 1_000;

/** Creates a function that returns the rotation of creatives, and remembers it by their weights. */
function createRotations() {
  const known = new Map<string, readonly number[]>();
  return (creatives: EligibleFlight['creatives']): readonly number[] => {
    const weights = creatives.map(({ weight }) => weight);
    const name = weights.join();
    const rotation = known.get(name) ?? rotationOf(weights);
    if (known.size >= MOST_ROTATIONS) known.clear();
    known.set(name, rotation);
    return rotation;
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

function servedPlay(
  { placed, keys }: Asked,
  picture: CatalogPicture,
  { id, ...window }: PlayWindow & { readonly id: string },
  shown: Shown,
): ServedPlay {
  const { url, type, width, height, seconds, target } = picture;
  const { flightKey, lease, reservedMicros, code, sponsor } = shown;
  const creative = creativeMark(picture.id);
  const token = signPlay(
    { id, outletKey: placed.outlet.key, flightKey, creative, lease, reservedMicros, ...window },
    keys,
  );
  return {
    id,
    token,
    flight: code,
    sponsor,
    creative: { url, type, width, height, seconds, target },
    expires_at: new Date(window.expiresMs).toISOString(),
  };
}

/** Keeps the reason of the flight that was closer to being shown. */
function addReason(asked: Asked, reason: ServeReason): void {
  if (SERVE_REASONS.indexOf(reason) > SERVE_REASONS.indexOf(asked.reason)) asked.reason = reason;
}

function retryAfter(eligible: readonly EligibleFlight[], { reason }: Asked, nowMs: number): number {
  if (reason === 'on_plan' || reason === 'loading') return WAITING_SECONDS;
  if (reason === 'budget_held' || reason === 'outlet_full') return TAKEN_SECONDS;
  const starts = eligible.map(({ flight }) => flight.startsMs).filter((startsMs) => startsMs > nowMs);
  return Math.min(NOTHING_SECONDS, ...starts.map((startsMs) => Math.ceil((startsMs - nowMs) / SECOND_MS)));
}

type ReadVisitorViews = (wanted: { flightKey: number; fromMs: number }) => Promise<ReadonlyMap<string, number>>;

/**
 * Reads all flights of a batch in one query, because an outlet may show hundreds of flights that cap their visitors.
 */
function createReadVisitorViews(events: EventsReader): ReadVisitorViews {
  const starts = new Map<number, number>();
  const read = batchKeys<number, ReadonlyMap<string, number>>((flightKeys) =>
    countVisitorViews(
      events,
      flightKeys.map((flightKey) => ({ flightKey, fromMs: starts.get(flightKey) ?? 0 })),
    ),
  );
  return async ({ flightKey, fromMs }) => {
    starts.set(flightKey, fromMs);
    return (await read(flightKey)) ?? new Map();
  };
}

type Placed = {
  readonly outlet: CatalogOutlet;
  readonly assignment: Assignment;
  /** When the outlet's time at this place ends; null if no end is set. */
  readonly untilMs: number | null;
};

const WRONG_OUTLET =
  "This key may not request plays for this outlet. Check the EUI, the key and the outlet's assignment.";

/**
 * Returns the outlet's current place, if the key covers it. An unknown EUI and another owner's EUI get the same error.
 */
function placeOfOutlet(outlet: CatalogOutlet | undefined, key: KeyHolder, nowMs: number): Placed {
  if (outlet === undefined || (key.kind === 'outlet' && key.outletId !== outlet.id))
    throw new AppError('forbidden', WRONG_OUTLET);
  const assignment = outlet.assignments.find(({ fromMs, toMs }) => fromMs <= nowMs && (toMs === null || nowMs < toMs));
  if (key.kind === 'gateway' && assignment?.customerId !== key.customerId)
    throw new AppError('forbidden', WRONG_OUTLET);
  if (outlet.retiredMs !== null && nowMs >= outlet.retiredMs)
    throw new AppError('forbidden', 'This outlet is retired. If it is in use again, return it to service.');
  if (assignment === undefined)
    throw new AppError('forbidden', 'This outlet is not assigned to a customer. Assign it first.');
  const ends = [assignment.toMs, outlet.retiredMs].filter((end) => end !== null);
  return { outlet, assignment, untilMs: ends.length === 0 ? null : lowest(ends) };
}
