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
/** The first heartbeats are spread over half a minute. */
const FIRST_HEARTBEAT_MS = 30_000;
const CLICK_RATE = 0.03;
const BURN_RATE = 0.66;
const CLICK_AFTER_MS = [3_000, 12_000] as const;
/** An ad of unknown length is watched as long as the longest one. */
const LONGEST_AD_SECONDS = 30;
/** Counted from the end of the ad. */
const BURN_AFTER_MS = [0, 12_000] as const;
/** Average views, clicks and burns per view, in total. */
const EVENTS_PER_VIEW = 1 + (11 / 12) * (CLICK_RATE + BURN_RATE);
const MOST_KEPT_BY_OUTLET = 500;
const MOST_KEPT_BY_GATEWAY = 20_000;
/** After a standstill (a laptop that slept) only the visitors of this time are made up for. */
const CATCH_UP_MS = 1_000;

export type Play = {
  readonly url: string;
  readonly keys: KeysFile;
  /** Views, clicks and burns per second, over all outlets. */
  readonly rate: number;
  /** The number of outlets to simulate, from the start of the keys file. */
  readonly outlets: number;
  /** One key for all outlets instead of their own keys. */
  readonly gatewayKey?: string | undefined;
  readonly random?: () => number;
  /** Average outages, cut connections, wrong clocks and faults per outlet and day. Default: none. */
  readonly mishaps?: number;
  /** Divides every pause, for tests. Timestamps stay correct. */
  readonly haste?: number;
};

export type Playing = {
  readonly tally: Readonly<Tally>;
  /** Events that are not acknowledged yet. */
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

/** Simulates outlets: heartbeats, views of the ad that the server chose, and clicks and burns seconds later. */
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

/** Creates an outbox per outlet, or one for all behind a gateway. Throws for an outlet without a key and a gateway. */
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
