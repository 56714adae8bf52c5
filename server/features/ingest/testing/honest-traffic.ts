import type { OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import type { SeededRandom } from '../../../lib/seeded-random.ts';

/** An outlet at the airport. */
export type HonestOutlet = {
  readonly eui: string;
  readonly sockets: number;
  /** Whether the outlet requests plays. Other outlets name flights that accept views without a play. */
  readonly asksForPlays: boolean;
};

/** An ad that a visitor watched, with times according to a correct clock. */
export type HonestView = {
  readonly outlet: HonestOutlet;
  /** When the ad began, and when it ended or was skipped. */
  readonly atMs: number;
  readonly untilMs: number;
  /** How far the outlet's clock is ahead. */
  readonly offsetMs: number;
  /** When the report arrives. */
  readonly reportedMs: number;
  readonly isSkipped: boolean;
  readonly fields: Pick<OutletEvent, 'fingerprint' | 'ip'>;
};

/** How long the creatives of the airport's flights are shown. */
export const HONEST_SECONDS = [10, 15, 17, 20, 30] as const;
export type HonestSeconds = (typeof HONEST_SECONDS)[number];

export type HonestFlow = { readonly views: readonly (HonestView & { readonly seconds: HonestSeconds })[] };

type Model = {
  readonly outlets: readonly HonestOutlet[];
  /** Start of the simulated day. */
  readonly fromMs: number;
  readonly random: SeededRandom;
};

const OPEN_MS = 18 * HOUR_MS;
const VISITORS = 2_000;
const LONG_STAYS = 700;
/** The only address of the airport's wireless network. */
const ADDRESS = '203.0.113.7';
/** Drift of an outlet's clock that has no clock chip and is set each hour. */
const DRIFT_MS = 2 * SECOND_MS;
const NETWORK_MS = SECOND_MS / 2;

const normal = (random: SeededRandom): number =>
  Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());

/** Returns a full hash, or a 64-bit hash padded to 32 digits with leading or trailing zeros, as some outlets do. */
function fingerprintOf(random: SeededRandom): string {
  const kind = random.whole(0, 9);
  if (kind === 0) return random.hex(16).padStart(32, '0');
  return kind === 1 ? random.hex(16).padEnd(32, '0') : random.hex(32);
}

/**
 * Simulates a day at an airport without any fraud. Visitors share one address, stay long and skip ads. Some phones
 * share a fingerprint. One visitor sees an ad every 90 seconds. Busy outlets have several sockets, clocks drift, and
 * one outlet is offline for a while.
 */
export function honestDay({ outlets, fromMs, random }: Model): HonestFlow {
  const views: HonestFlow['views'][number][] = [];
  const models = Array.from({ length: 3 }, () => fingerprintOf(random));
  /** When each socket becomes free. */
  const taken = new Map(outlets.map((outlet) => [outlet, Array.from({ length: outlet.sockets }, () => 0)]));
  const offsets = new Map<string, number>();
  const offsetOf = ({ eui }: HonestOutlet, ms: number) => {
    const hour = `${eui}|${Math.floor(ms / HOUR_MS)}`;
    const offset = offsets.get(hour) ?? Math.round(normal(random) * DRIFT_MS);
    offsets.set(hour, offset);
    return offset;
  };
  /**
   * The last outlet is offline for five hours, starting seven hours into the day, then sends the events that it kept.
   */
  const [offlineFromMs, offlineToMs] = [fromMs + 7 * HOUR_MS, fromMs + 12 * HOUR_MS];
  const offline = outlets.at(-1);

  function stay(outlet: HonestOutlet, wantedMs: number, ads: number, seconds: HonestSeconds | null, everyMs = 0): void {
    const sockets = taken.get(outlet) ?? [];
    const socket = sockets.indexOf(Math.min(...sockets));
    let atMs = Math.max(wantedMs, (sockets[socket] ?? 0) + random.whole(5, 40) * SECOND_MS);
    const fingerprint = random.whole(1, 20) === 1 ? random.pick(models) : fingerprintOf(random);
    // The clock is set between two visitors.
    const offsetMs = offsetOf(outlet, atMs);
    for (let ad = 0; ad < ads; ad += 1) {
      const own = seconds ?? random.pick(HONEST_SECONDS);
      const isSkipped = random.whole(1, 10) === 1;
      const shownMs = isSkipped ? random.whole(2, own - 1) * SECOND_MS : own * SECOND_MS;
      const untilMs = atMs + shownMs;
      const isOffline = outlet === offline && untilMs >= offlineFromMs && untilMs < offlineToMs;
      const reportedMs = (isOffline ? offlineToMs : untilMs) + random.whole(0, NETWORK_MS);
      const fields = { fingerprint, ip: ADDRESS };
      views.push({ outlet, atMs, untilMs, offsetMs, reportedMs, isSkipped, fields, seconds: own });
      atMs = Math.max(untilMs + random.whole(0, NETWORK_MS), ad + 1 < ads ? atMs + everyMs : 0);
    }
    sockets[socket] = atMs;
  }

  const arrivals = Array.from({ length: VISITORS }, () => fromMs + random.whole(0, OPEN_MS)).sort((a, b) => a - b);
  const [first, busy] = [outlets[0], outlets.find(({ sockets }) => sockets > 1)];
  for (const atMs of arrivals) {
    const isLong = random.whole(1, VISITORS) <= LONG_STAYS;
    stay(random.pick(outlets), atMs, isLong ? 20 : random.whole(1, 5), isLong ? 17 : null);
  }
  // One visitor sees 80 ads, one every 90 seconds, for two hours. Another sees 200 ads, one every 17 seconds.
  if (first !== undefined) stay(first, fromMs + OPEN_MS + 30 * MINUTE_MS, 80, 30, 90 * SECOND_MS);
  if (first !== undefined) stay(first, fromMs + OPEN_MS + 3 * HOUR_MS, 200, 17);
  // At the busiest gate, both sockets get a new visitor every minute and a half, for an hour.
  if (busy !== undefined)
    for (let ms = 0; ms < HOUR_MS; ms += (90 * SECOND_MS) / busy.sockets)
      stay(busy, fromMs + OPEN_MS + HOUR_MS + ms + random.whole(0, MINUTE_MS), random.whole(1, 10) > 3 ? 1 : 2, 20);
  return { views: views.filter(({ untilMs }) => untilMs < fromMs + DAY_MS) };
}
