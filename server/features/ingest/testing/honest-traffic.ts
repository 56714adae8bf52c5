import type { OutletEvent } from '#contract/ingest.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import type { SeededRandom } from '../../../lib/seeded-random.ts';

/** An outlet of the airport. */
export type HonestOutlet = {
  readonly eui: string;
  readonly sockets: number;
  /** Whether it asks for plays; others name flights that accept views without one. */
  readonly asksForPlays: boolean;
};

/** An ad that somebody watched, by the right clock. */
export type HonestView = {
  readonly outlet: HonestOutlet;
  /** When it began, and when it was over or skipped. */
  readonly atMs: number;
  readonly untilMs: number;
  /** What the outlet's own clock shows more. */
  readonly offsetMs: number;
  /** When the report arrives. */
  readonly reportedMs: number;
  readonly isSkipped: boolean;
  readonly fields: Pick<OutletEvent, 'fingerprint' | 'ip'>;
};

/** The flights of the airport: how long their creatives are shown. */
export const HONEST_SECONDS = [10, 15, 17, 20, 30] as const;
export type HonestSeconds = (typeof HONEST_SECONDS)[number];

export type HonestFlow = { readonly views: readonly (HonestView & { readonly seconds: HonestSeconds })[] };

type Model = {
  readonly outlets: readonly HonestOutlet[];
  /** The day begins then. */
  readonly fromMs: number;
  readonly random: SeededRandom;
};

const OPEN_MS = 18 * HOUR_MS;
const VISITORS = 2_000;
const LONG_STAYS = 700;
/** One address of the airport's wireless network. */
const ADDRESS = '203.0.113.7';
/** Of a clock without a chip, set each hour. */
const DRIFT_MS = 2 * SECOND_MS;
const NETWORK_MS = SECOND_MS / 2;

const normal = (random: SeededRandom): number =>
  Math.sqrt(-2 * Math.log(1 - random.fraction())) * Math.cos(2 * Math.PI * random.fraction());

/** A 64-bit hash that some outlets write with 32 digits, zeros in front or behind; or a whole one. */
function fingerprintOf(random: SeededRandom): string {
  const kind = random.whole(0, 9);
  if (kind === 0) return random.hex(16).padStart(32, '0');
  return kind === 1 ? random.hex(16).padEnd(32, '0') : random.hex(32);
}

/**
 * A day of an airport without any fraud: visitors behind one address, long stays, skipped ads, phones that share a fingerprint, an ad
 * each 90 seconds, busy outlets with several sockets, clocks that drift, and an outlet that was offline for a while.
 */
export function honestDay({ outlets, fromMs, random }: Model): HonestFlow {
  const views: HonestFlow['views'][number][] = [];
  const models = Array.from({ length: 3 }, () => fingerprintOf(random));
  /** Until when each socket is taken. */
  const taken = new Map(outlets.map((outlet) => [outlet, Array.from({ length: outlet.sockets }, () => 0)]));
  const offsets = new Map<string, number>();
  const offsetOf = ({ eui }: HonestOutlet, ms: number) => {
    const hour = `${eui}|${Math.floor(ms / HOUR_MS)}`;
    const offset = offsets.get(hour) ?? Math.round(normal(random) * DRIFT_MS);
    offsets.set(hour, offset);
    return offset;
  };
  /** The last outlet is offline from noon on for five hours, and sends what it kept. */
  const [offlineFromMs, offlineToMs] = [fromMs + 7 * HOUR_MS, fromMs + 12 * HOUR_MS];
  const offline = outlets.at(-1);

  function stay(outlet: HonestOutlet, wantedMs: number, ads: number, seconds: HonestSeconds | null, everyMs = 0): void {
    const sockets = taken.get(outlet) ?? [];
    const socket = sockets.indexOf(Math.min(...sockets));
    let atMs = Math.max(wantedMs, (sockets[socket] ?? 0) + random.whole(5, 40) * SECOND_MS);
    const fingerprint = random.whole(1, 20) === 1 ? random.pick(models) : fingerprintOf(random);
    // The clock is set while nobody is there.
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
  // One visitor sees an ad each 90 seconds for two hours, and one each 17 seconds for as long.
  if (first !== undefined) stay(first, fromMs + OPEN_MS + 30 * MINUTE_MS, 80, 30, 90 * SECOND_MS);
  if (first !== undefined) stay(first, fromMs + OPEN_MS + 3 * HOUR_MS, 200, 17);
  // At the busiest gate both sockets have somebody new every minute and a half, for an hour.
  if (busy !== undefined)
    for (let ms = 0; ms < HOUR_MS; ms += (90 * SECOND_MS) / busy.sockets)
      stay(busy, fromMs + OPEN_MS + HOUR_MS + ms + random.whole(0, MINUTE_MS), random.whole(1, 10) > 3 ? 1 : 2, 20);
  return { views: views.filter(({ untilMs }) => untilMs < fromMs + DAY_MS) };
}
