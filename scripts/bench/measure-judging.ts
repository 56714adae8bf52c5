import { setTimeout } from 'node:timers/promises';
import type { BenchNetwork } from './bench-network.ts';
import { createGatheredViews, DATA_CENTRE_START } from './gathered-views.ts';
import { measureLoad } from './measure-http.ts';
import { signIn } from './measure-reads.ts';
import type { MeasuredServer } from './server-process.ts';
import { line, ms } from './tables.ts';

const OFF = { visitor_views: null, outlet_pace: false, data_centre: false, silent_minutes: null };
const ON = { visitor_views: 30, outlet_pace: true, data_centre: true, silent_minutes: null };
/** Both in turns, so that whatever else the machine does meets both. */
const TURNS = [OFF, ON, ON, OFF, OFF, ON, ON, OFF] as const;
/**
 * Longer ones need more outlets than the bench has, since all that is reported has to be possible; and of more than a million and a
 * half in an hour the server keeps the newest, and asks its store for those before.
 */
const MOST_SECONDS = 2;
/** So little processor time in a second is a server at rest. */
const REST_CPU_MS = 200;

/** As many ranges as the large clouds publish, and the one that the bench's views come from. */
export const DATA_CENTRE_RANGES = [
  `${DATA_CENTRE_START}0.0/16`,
  ...Array.from({ length: 8_000 }, (_, at) => `${20 + (at >> 11)}.${(at >> 3) & 255}.${(at & 7) * 32}.0/21`),
  ...Array.from({ length: 2_000 }, (_, at) => `2600:${at.toString(16)}::/36`),
].join('\n');

/** Views over HTTP by many visitors, with the rules of traffic off and on. Returns how many were accepted. */
export async function measureJudging(
  { url, cpuMs }: Pick<MeasuredServer, 'url' | 'cpuMs'>,
  network: BenchNetwork,
  atMostSeconds: number,
): Promise<number> {
  const seconds = Math.min(atMostSeconds, MOST_SECONDS);
  const { authorization } = await signIn(url);
  const headers = { 'content-type': 'application/json' };
  const { nextBatch, takeImpossible } = createGatheredViews(network);
  let accepted = 0;

  async function report(size: number, connections: number, rules: typeof OFF | typeof ON) {
    await setRules(url, { ...headers, authorization }, rules);
    const before = cpuMs();
    const measured = await measureLoad({
      ...{ url: `${url}/api/ingest/events`, headers, connections, seconds, method: 'POST' },
      nextBody: (own) => nextBatch(size, own),
    });
    const events = measured.perSecond * seconds * size;
    accepted += events;
    return { events, cpu: cpuMs() - before, failed: measured.failed };
  }

  // What the server knows of the past is in its memory by then, and its code is warm.
  for (const rules of [ON, OFF]) await report(100, 10, rules);
  await untilAtRest(cpuMs);
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
  for (const [size, connections] of [
    [1, 64],
    [100, 10],
    [1_000, 10],
    [10_000, 4],
  ] as const) {
    const sums = { off: { events: 0, cpu: 0, turns: 0 }, on: { events: 0, cpu: 0, turns: 0 } };
    let failed = 0;
    for (const rules of TURNS) {
      const measured = await report(size, connections, rules);
      const sum = rules === ON ? sums.on : sums.off;
      sum.events += measured.events;
      sum.cpu += measured.cpu;
      sum.turns += 1;
      failed += measured.failed;
    }
    const perSecond = ({ events, turns }: typeof sums.on) => events / (turns * seconds);
    const each = ({ cpu, events }: typeof sums.on) => (cpu * 1_000) / events;
    const percent = (share: number) => `${(share * 100).toFixed(0)} %`;
    const rates = [sums.off, sums.on].map((sum) => Math.round(perSecond(sum)));
    const kept = percent(perSecond(sums.on) / perSecond(sums.off));
    const ofProcessor = percent(each(sums.off) / each(sums.on));
    const impossible = takeImpossible();
    line(size, connections, ...rates, kept, ofProcessor, ms(each(sums.off)), ms(each(sums.on)), failed, impossible);
  }
  return Math.round(accepted);
}

/** What a start looks up and compares is over. */
async function untilAtRest(cpuMs: () => number): Promise<void> {
  for (let before = cpuMs(), tried = 0; tried < 60; tried += 1) {
    await setTimeout(1_000);
    const now = cpuMs();
    if (now - before < REST_CPU_MS) return;
    before = now;
  }
}

const TRIES = 20;

/** What a burst left to write may still be written: the server says so, and is asked again. */
async function setRules(url: string, headers: Record<string, string>, rules: object): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    const body = JSON.stringify(rules);
    const answer = await fetch(`${url}/api/admin/traffic-rules`, { method: 'POST', headers, body });
    if (answer.ok) return;
    if (answer.status !== 503 || tried === TRIES) throw new Error(`the rules were refused: ${await answer.text()}`);
    await setTimeout(500);
  }
}
