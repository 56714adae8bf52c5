import { setTimeout } from 'node:timers/promises';
import { type BenchNetwork, CREATIVE_SECONDS } from './bench-network.ts';
import { createGatheredViews, DATA_CENTRE_START } from './gathered-views.ts';
import { signIn } from './measure-reads.ts';
import { sendAll } from './send-all.ts';
import type { MeasuredServer } from './server-process.ts';
import { line, ms } from './tables.ts';

const OFF = { visitor_seconds: null, outlet_pace: false, data_centre: false, silent_minutes: null };
const ON = { visitor_seconds: 30 * CREATIVE_SECONDS, outlet_pace: true, data_centre: true, silent_minutes: null };
/** The order of the two settings, which alternate so that other load on the machine affects both. */
const TURNS = [OFF, ON, ON, OFF, OFF, ON, ON, OFF] as const;
/**
 * The batches in one turn. Both settings send the same number of batches. Each measurement lasts until the server is at
 * rest again, so that it includes the work that a batch leaves behind. The largest batches are sent first, while the
 * gateways with enough outlets have reported the least. In total, the batches have fewer views than 10,000 outlets can
 * show in the reported time, and fewer than the server remembers.
 */
const LOADS = [
  { size: 10_000, connections: 4, batches: 4 },
  { size: 1_000, connections: 10, batches: 40 },
  { size: 100, connections: 10, batches: 200 },
  { size: 1, connections: 64, batches: 6_000 },
] as const;
const WARM_UP = { size: 100, connections: 10, batches: 200 } as const;
type Load = (typeof LOADS)[number] | typeof WARM_UP;
/** Processor time per second, in milliseconds, below which a server counts as at rest. */
const REST_CPU_MS = 200;

/** A list with the same number of ranges as the lists for the large clouds, plus the range of the bench's views. */
export const DATA_CENTRE_RANGES = [
  `${DATA_CENTRE_START}0.0/16`,
  ...Array.from({ length: 8_000 }, (_, at) => `${20 + (at >> 11)}.${(at >> 3) & 255}.${(at & 7) * 32}.0/21`),
  ...Array.from({ length: 2_000 }, (_, at) => `2600:${at.toString(16)}::/36`),
].join('\n');

/**
 * Measures the cost of ingesting views from many visitors over HTTP, with the traffic rules off and on. Returns the
 * number of views sent.
 */
export async function measureJudging(
  { url, cpuMs }: Pick<MeasuredServer, 'url' | 'cpuMs'>,
  network: BenchNetwork,
): Promise<number> {
  const json = { 'content-type': 'application/json' };
  const { nextBatch, takeImpossible } = createGatheredViews(network);
  let sent = 0;

  async function report({ size, connections, batches }: Load, rules: typeof OFF | typeof ON): Promise<Measured> {
    // Changing the rules requires a recent sign-in, and a measurement takes minutes.
    const { authorization } = await signIn(url);
    await setRules(url, { ...json, authorization }, rules);
    const bodies = Array.from({ length: batches }, () => {
      const headers = { ...json };
      return { body: nextBatch(size, headers), headers };
    });
    await untilAtRest(cpuMs);
    const before = cpuMs();
    const { wallMs, failed } = await sendAll(`${url}/api/ingest/events`, bodies, connections);
    await untilAtRest(cpuMs);
    sent += batches * size;
    return { events: batches * size, wallMs, processorMs: cpuMs() - before, failed };
  }

  // After the warm-up, the server has read the past into memory and its code is compiled.
  for (const rules of [ON, OFF]) await report(WARM_UP, rules);
  line(
    'events in a batch',
    'connections',
    'not judged a second',
    'judged a second',
    'kept (at least 90 %)',
    'of processor time',
    'processor ms a thousand, not judged',
    'judged',
    'failed',
    'impossible (0 with enough --outlets)',
  );
  line('---:', '---:', '---:', '---:', '---:', '---:', '---:', '---:', '---:', '---:');
  for (const load of LOADS) {
    let [off, on] = [NOTHING, NOTHING];
    for (const rules of TURNS) {
      const measured = await report(load, rules);
      if (rules === ON) on = plus(on, measured);
      else off = plus(off, measured);
    }
    const perSecond = ({ events, wallMs }: Measured) => (events * 1_000) / wallMs;
    const each = ({ processorMs, events }: Measured) => (processorMs * 1_000) / events;
    const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
    line(
      ...[load.size, load.connections, Math.round(perSecond(off)), Math.round(perSecond(on))],
      ...[percent(perSecond(on) / perSecond(off)), percent(each(off) / each(on)), ms(each(off)), ms(each(on))],
      ...[off.failed + on.failed, takeImpossible()],
    );
  }
  return sent;
}

type Measured = {
  readonly events: number;
  readonly wallMs: number;
  readonly processorMs: number;
  readonly failed: number;
};
const NOTHING: Measured = { events: 0, wallMs: 0, processorMs: 0, failed: 0 };
const plus = (one: Measured, other: Measured): Measured => ({
  events: one.events + other.events,
  wallMs: one.wallMs + other.wallMs,
  processorMs: one.processorMs + other.processorMs,
  failed: one.failed + other.failed,
});

/** Waits until the lookups and comparisons after a start are done, or until all reported events are written. */
async function untilAtRest(cpuMs: () => number): Promise<void> {
  for (let before = cpuMs(), tried = 0; tried < 60; tried += 1) {
    await setTimeout(1_000);
    const now = cpuMs();
    if (now - before < REST_CPU_MS) return;
    before = now;
  }
}

const TRIES = 20;

/**
 * Sets the rules. Events from a burst may still be waiting to be written; the server then responds with 503, and the
 * request is repeated.
 */
async function setRules(url: string, headers: Record<string, string>, rules: object): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const body = JSON.stringify(rules);
    const answer = await fetch(`${url}/api/admin/traffic-rules`, { method: 'POST', headers, body });
    if (answer.ok) return;
    if (answer.status !== 503 || tried === TRIES) throw new Error(`the rules were refused: ${await answer.text()}`);
    await setTimeout(500);
  }
}
