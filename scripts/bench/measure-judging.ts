import { randomBytes } from 'node:crypto';
import { setTimeout } from 'node:timers/promises';
import type { BenchNetwork } from './bench-network.ts';
import { measureLoad } from './measure-http.ts';
import { batchesOf } from './measure-ingestion.ts';
import { signIn } from './measure-reads.ts';
import type { MeasuredServer } from './server-process.ts';
import { line, ms } from './tables.ts';

/** Enough that few of them make more views in an hour than count. */
const VISITORS = 200_000;
const OFF = { visitor_views: null, outlet_pace: false, data_centre: false, silent_minutes: null };
const ON = { visitor_views: 30, outlet_pace: true, data_centre: true, silent_minutes: null };
/** Both in turns, so that whatever else the machine does meets both. */
const TURNS = [OFF, ON, ON, OFF, OFF, ON] as const;

/** Views over HTTP by many visitors, with the rules of traffic off and on. Returns how many were accepted. */
export async function measureJudging(
  { url, cpuMs }: Pick<MeasuredServer, 'url' | 'cpuMs'>,
  network: BenchNetwork,
  seconds: number,
): Promise<number> {
  const { authorization } = await signIn(url);
  const headers = { 'content-type': 'application/json' };
  const visitors = Array.from({ length: VISITORS }, () => randomBytes(16).toString('hex'));
  let accepted = 0;
  line(
    'events in a batch',
    'connections',
    'not judged a second',
    'judged a second',
    'kept',
    'processor ms a thousand, not judged',
    'judged',
    'failed',
  );
  line('---:', '---:', '---:', '---:', '---:', '---:', '---:', '---:');
  for (const [size, connections] of [
    [1, 64],
    [100, 10],
    [1_000, 10],
  ] as const) {
    const sums = { off: { events: 0, cpu: 0, turns: 0 }, on: { events: 0, cpu: 0, turns: 0 } };
    let failed = 0;
    for (const rules of TURNS) {
      await setRules(url, { ...headers, authorization }, rules);
      const before = cpuMs();
      const nextBody = batchesOf(network, size, () => visitors[Math.floor(Math.random() * VISITORS)] ?? '');
      const load = {
        url: `${url}/api/ingest/events`,
        headers,
        connections,
        seconds,
        method: 'POST',
        nextBody,
      } as const;
      const measured = await measureLoad(load);
      const sum = rules === ON ? sums.on : sums.off;
      sum.events += measured.perSecond * seconds * size;
      sum.cpu += cpuMs() - before;
      sum.turns += 1;
      failed += measured.failed;
    }
    const perSecond = ({ events, turns }: typeof sums.on) => events / (turns * seconds);
    const each = ({ cpu, events }: typeof sums.on) => ms((cpu * 1_000) / events);
    const kept = `${((perSecond(sums.on) / perSecond(sums.off)) * 100).toFixed(0)} %`;
    const rates = [sums.off, sums.on].map((sum) => Math.round(perSecond(sum)));
    line(size, connections, ...rates, kept, each(sums.off), each(sums.on), failed);
    accepted += sums.off.events + sums.on.events;
  }
  return Math.round(accepted);
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
