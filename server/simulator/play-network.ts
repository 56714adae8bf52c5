import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import { createAskForPlay } from './ask-for-plays.ts';
import { createOutbox, createTally, type Outbox, type Tally } from './create-outbox.ts';
import type { KeysFile, SimulatedOutlet } from './keys-file.ts';
import { createMishaps, type Mishaps } from './mishaps.ts';
import { createReporter } from './report-events.ts';
import { createVisitors, follow } from './visitors.ts';

const HEARTBEAT_MINUTES = 5;
/** The first heartbeats come within half a minute, not all at once. */
const FIRST_HEARTBEAT_MS = 30_000;
const CLICK_RATE = 0.03;
const BURN_RATE = 0.66;
const CLICK_AFTER_MS = [3_000, 12_000] as const;
/** An ad that nobody said the length of is watched for as long as the longest. */
const LONGEST_AD_SECONDS = 30;
/** After the ad was shown to its end. */
const BURN_AFTER_MS = [0, 12_000] as const;
/** Views, clicks and burns together for each view, on average. */
const EVENTS_PER_VIEW = 1 + (11 / 12) * (CLICK_RATE + BURN_RATE);
const MOST_KEPT_BY_OUTLET = 500;
const MOST_KEPT_BY_GATEWAY = 20_000;
/** After a standstill (a laptop that slept) the visitors of this time are made up for, not more. */
const CATCH_UP_MS = 1_000;

export type Play = {
  readonly url: string;
  readonly keys: KeysFile;
  /** Views, clicks and burns a second, over all outlets. */
  readonly rate: number;
  /** The first so many outlets of the keys file are played. */
  readonly outlets: number;
  /** One key for all outlets, instead of each its own. */
  readonly gatewayKey?: string | undefined;
  readonly random?: () => number;
  /** Outages, cut lines, wrong clocks and faults of each outlet a day, on average; none unless told. */
  readonly mishaps?: number;
  /** Divides every pause; tests hurry. Timestamps stay true. */
  readonly haste?: number;
};

export type Playing = {
  readonly tally: Readonly<Tally>;
  /** Events that are not acknowledged yet. */
  waiting(): number;
  /** Visitors stop coming; resolves when what was reported is acknowledged, or after `patienceMs`. */
  stop(patienceMs?: number): Promise<void>;
};

type Reported = Parameters<Outbox['add']>[0];
type Played = {
  readonly outlet: SimulatedOutlet;
  readonly key: string;
  readonly outbox: Outbox;
  readonly mishaps: Mishaps<Reported>;
};

/** Plays outlets as they are: heartbeats, views of what the server chose for a visitor, clicks and burns seconds later. */
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

/** An outbox per outlet, or one for all behind a gateway. Throws for an outlet that has no key of its own and no gateway. */
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
    if (outlet.key === undefined) throw new Error(`The outlet ${outlet.eui} has no key; add one or use --gateway.`);
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
