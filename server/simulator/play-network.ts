import { randomBytes, randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { Value } from 'typebox/value';
import type { OutletEvent } from '#contract/ingest.ts';
import { ServeAnswer, type ServedPlay } from '#contract/serve.ts';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { createOutbox, createTally, type Outbox, type Tally } from './create-outbox.ts';
import type { KeysFile, SimulatedOutlet } from './keys-file.ts';
import { createMishaps, type Mishaps } from './mishaps.ts';
import { createReporter } from './report-events.ts';

const HEARTBEAT_MINUTES = 5;
/** The time over which the outlets' first heartbeats are spread. */
const FIRST_HEARTBEAT_MS = 30_000;
const CLICK_RATE = 0.03;
const BURN_RATE = 0.66;
const CLICK_AFTER_MS = [3_000, 12_000] as const;
/** Length of the longest ad. An ad of unknown length is watched for this time. */
const LONGEST_AD_SECONDS = 30;
/** Measured from the end of the ad. */
const BURN_AFTER_MS = [0, 12_000] as const;
/** Average number of events per view: the view itself plus its clicks and burns. */
const EVENTS_PER_VIEW = 1 + (11 / 12) * (CLICK_RATE + BURN_RATE);
const MOST_KEPT_BY_OUTLET = 500;
const MOST_KEPT_BY_GATEWAY = 20_000;
/** Maximum missed time that is made up for after a standstill, such as that of a laptop that slept. */
const CATCH_UP_MS = 1_000;

export type Play = {
  readonly url: string;
  readonly keys: KeysFile;
  /** Views, clicks and burns per second, for all outlets together. */
  readonly rate: number;
  /** The number of outlets to simulate, from the start of the keys file. */
  readonly outlets: number;
  /** A single key for all outlets, used instead of each outlet's own key. */
  readonly gatewayKey?: string | undefined;
  readonly random?: () => number;
  /** Average number of outages, cut connections, wrong clocks and faults per outlet and day. Defaults to none. */
  readonly mishaps?: number;
  /** Divides every pause, for tests. Timestamps stay correct. */
  readonly haste?: number;
};

export type Playing = {
  readonly tally: Readonly<Tally>;
  /** Returns the number of events that are not acknowledged yet. */
  waiting(): number;
  /** Stops new visitors. Resolves when all reports are acknowledged, or after `patienceMs`. */
  stop(patienceMs?: number): Promise<void>;
};

type Reported = Parameters<Outbox['add']>[0];
type Played = {
  readonly outlet: SimulatedOutlet;
  readonly key: string;
  readonly outbox: Outbox;
  readonly mishaps: Mishaps<Reported>;
};

/** Simulates outlets: heartbeats, views of the ads that the server chose, and clicks and burns seconds later. */
export function playNetwork(play: Play): Playing {
  const { url, keys, rate, outlets, gatewayKey, random = Math.random, haste = 1, mishaps = 0 } = play;
  const tally = createTally();
  const { played, outboxes } = createOutboxes({ url, keys, outlets, gatewayKey, random, haste }, tally);
  const visitors = createVisitors(keys, random);
  const askForPlay = createAskForPlay(url);
  let hasStopped = false;
  const timers = new Set<NodeJS.Timeout>();
  const after = (ms: number, work: () => void) => {
    const timer = setTimeout(() => {
      timers.delete(timer);
      work();
    }, ms / haste);
    timers.add(timer);
  };

  function beat(one: Played): void {
    const { eui, heartbeatMinutes = HEARTBEAT_MINUTES } = one.outlet;
    one.mishaps.add({ id: randomUUID(), type: 'heartbeat', eui, timestamp: new Date(one.mishaps.now()).toISOString() });
    after(heartbeatMinutes * MINUTE_MS * (0.95 + 0.1 * random()), () => beat(one));
  }

  async function visit({ outlet, key, mishaps }: Played): Promise<void> {
    if (mishaps.isOff()) return;
    const visitor = visitors.comeTo(outlet);
    const asked = await askForPlay(key, outlet.eui, visitor.fingerprint);
    if (hasStopped) return;
    const view = visitors.view(outlet, visitor, asked, mishaps.now());
    mishaps.add(view);
    const isPaid = typeof asked === 'object' ? asked.flight !== null : view.flight !== undefined;
    if (!isPaid) return;
    const later = (type: 'click' | 'burn', [least, most]: readonly [number, number]) =>
      after(least + random() * (most - least), () => mishaps.add(follow(view, type, mishaps.now())));
    if (random() < CLICK_RATE) later('click', CLICK_AFTER_MS);
    const shownMs = (typeof asked === 'object' ? asked.creative.seconds : LONGEST_AD_SECONDS) * SECOND_MS;
    if (random() < BURN_RATE) later('burn', [shownMs + BURN_AFTER_MS[0], shownMs + BURN_AFTER_MS[1]]);
  }

  const choose = weightedChoice(played, ({ outlet }) => outlet.viewsPerDay ?? 10, random);
  const betweenMs = (1000 * EVENTS_PER_VIEW) / rate;
  let nextAt = performance.now();
  function keepVisiting(): void {
    const now = performance.now();
    nextAt = Math.max(nextAt, now - CATCH_UP_MS);
    // The pauses between independent visitors are exponentially distributed.
    for (; nextAt <= now; nextAt += -Math.log(1 - random()) * betweenMs) void visit(choose());
    after((nextAt - now) * haste, keepVisiting);
  }

  for (const one of played) after(random() * FIRST_HEARTBEAT_MS, () => beat(one));
  if (mishaps > 0) for (const one of played) one.mishaps.play({ perDay: mishaps, after });
  if (played.length > 0) keepVisiting();

  return {
    tally,
    waiting: () => outboxes.reduce((sum, outbox) => sum + outbox.waiting(), 0),
    async stop(patienceMs = 1_000): Promise<void> {
      hasStopped = true;
      for (const timer of timers) clearTimeout(timer);
      const drained = Promise.all(outboxes.map((outbox) => outbox.drained()));
      const patience = new AbortController();
      await Promise.race([drained, pause(patienceMs, undefined, { signal: patience.signal }).catch(() => undefined)]);
      patience.abort();
      for (const outbox of outboxes) outbox.stop();
    },
  };
}

type OutboxPlan = Required<Pick<Play, 'url' | 'keys' | 'outlets' | 'random' | 'haste'>> & Pick<Play, 'gatewayKey'>;

/**
 * Creates an outbox per outlet, or one for all outlets behind a gateway. Throws for an outlet without a key if there is
 * no gateway.
 */
function createOutboxes({ url, keys, outlets, gatewayKey, random, haste }: OutboxPlan, tally: Tally) {
  const report = createReporter(url);
  const make = (key: string, mostKept: number) => ({
    key,
    outbox: createOutbox({ report, key, tally, random, mostKept, haste }),
  });
  const gateway = gatewayKey === undefined ? null : make(gatewayKey, MOST_KEPT_BY_GATEWAY);
  const played = keys.outlets.slice(0, outlets).map((outlet): Played => {
    const own = (outbox: Outbox) => createMishaps<Reported>(outlet.eui, (event) => outbox.add(event), random);
    if (gateway) return { outlet, ...gateway, mishaps: own(gateway.outbox) };
    if (outlet.key === undefined) throw new Error(`The outlet ${outlet.eui} has no key. Add one or use --gateway.`);
    const made = make(outlet.key, MOST_KEPT_BY_OUTLET);
    return { outlet, ...made, mishaps: own(made.outbox) };
  });
  return { played, outboxes: [...new Set(played.map(({ outbox }) => outbox))] };
}

function weightedChoice<Item>(items: readonly Item[], weightOf: (item: Item) => number, random: () => number) {
  const upTo: number[] = [];
  let sum = 0;
  for (const item of items) {
    sum += weightOf(item);
    upTo.push(sum);
  }
  return (): Item => {
    const mark = random() * sum;
    const item =
      items[
        Math.max(
          0,
          upTo.findIndex((bound) => mark < bound),
        )
      ];
    if (item === undefined) throw new RangeError('no outlet to play');
    return item;
  };
}

/** The share of house ads among the views whose ad the outlet chooses. */
const HOUSE_ADS = 1 / 12;
const REGULARS = 0.35;
const MOST_REGULARS = 30;
/** How long before a flight's end its last view may start. The burn of a later view would be after the end. */
const LAST_VIEW_BEFORE_END_MS = MINUTE_MS;

type Visitor = { readonly fingerprint: string; readonly ip: string };

type Visitors = {
  comeTo(outlet: SimulatedOutlet): Visitor;
  /**
   * Returns the view at the start of a charge, with the ad that was shown. If the server did not respond, the outlet
   * shows one of its own flights, if any.
   */
  view(outlet: SimulatedOutlet, visitor: Visitor, asked: Asked, atMs: number): OutletEvent;
};

/**
 * Creates the people at outlets. A third of them have visited the outlet before. Event IDs are always random,
 * independent of `random`, so that no two runs have the same IDs.
 */
function createVisitors({ flights }: KeysFile, random: () => number): Visitors {
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
const follow = (view: OutletEvent, type: 'click' | 'burn', atMs: number): OutletEvent => ({
  ...view,
  id: randomUUID(),
  type,
  timestamp: new Date(atMs).toISOString(),
  view_id: view.id,
});

/** Returns an address from the ranges reserved for documentation (RFC 5737, RFC 3849); one in four is IPv6. */
function addressOf(random: () => number): string {
  const number = Math.floor(random() * 2 ** 32);
  if (number % 4 === 0) return `2001:db8:${((number >>> 8) & 0xffff).toString(16)}::${(number >>> 24).toString(16)}`;
  return `${['192.0.2', '198.51.100', '203.0.113'][number % 3]}.${1 + ((number >>> 8) % 254)}`;
}

/** The ad that the server chose: `none` if the server has no ad now, `unknown` if it did not respond in time. */
type Asked = ServedPlay | 'none' | 'unknown';

/** Requests the ad for a visitor at an outlet. */
type AskForPlay = (key: string, eui: string, fingerprint: string) => Promise<Asked>;

/** How long an outlet waits for an ad before it shows one of its own. A charge never waits for an ad. */
const PATIENCE_MS = 2_000;

const createAskForPlay =
  (url: string): AskForPlay =>
  async (key, eui, fingerprint) => {
    try {
      const response = await fetch(`${url}/api/serve`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ eui, count: 1, fingerprint }),
        signal: AbortSignal.timeout(PATIENCE_MS),
      });
      if (response.status !== 200) {
        await response.arrayBuffer();
        return 'unknown';
      }
      const answer: unknown = await response.json();
      return Value.Check(ServeAnswer, answer) ? (answer.plays[0] ?? 'none') : 'unknown';
    } catch {
      return 'unknown';
    }
  };
