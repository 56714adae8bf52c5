import { BENCH_PASSWORD, type BenchNetwork } from './bench-network.ts';
import { type Latency, measureLargeAnswers, measureLoad, processorMsEach } from './measure-http.ts';
import type { MeasuredServer } from './server-process.ts';
import { line, ms } from './tables.ts';

type Session = { readonly authorization: string; readonly token: string };

export async function signIn(url: string, email = 'admin@bench.example'): Promise<Session> {
  const answer = await fetch(`${url}/api/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: BENCH_PASSWORD }),
  });
  const { data } = (await answer.json()) as { data: string };
  return { authorization: `Bearer ${data}`, token: data };
}

const LARGE_ANSWER = 1_000_000;
const COMPARED = 'compare=same_weekdays';

/** Measures every dashboard and report call for `seconds` each, and the statement. */
export async function measureReads(
  { url, cpuMs }: Pick<MeasuredServer, 'url' | 'cpuMs'>,
  network: BenchNetwork,
  { days, seconds, only }: { readonly days: number; readonly seconds: number; readonly only: string },
): Promise<void> {
  const admin = await signIn(url);
  const owner = await signIn(url, 'owner@bench.example');
  const sponsor = await signIn(url, 'sponsor@bench.example');
  const eui = network.outlets[0]?.eui ?? '';
  const end = Math.floor(Date.now() / 1000) - 12_345;
  const range = `start=${end - days * 86_400 + 54_321}&end=${end}`;
  const cid = encodeURIComponent(network.largest.id);
  const calls: [string, string, Session][] = [
    ['summary', '/list/summary', admin],
    ['list, first page', '/list?limit=20&embed=none', admin],
    ['list, first page by views', '/list?limit=20&embed=none&sort=-total_views', admin],
    ['one customer (the largest)', `/list?cid=${cid}&limit=20&embed=none`, admin],
    ["one customer's outlets", `/list/devices?cid=${cid}&limit=50`, admin],
    ['outlets of all, first page', '/list/devices?limit=50&held=now', admin],
    ['search', '/list/search?q=property%2000', admin],
    ["one outlet's views", `/list/devices/${eui}/views?limit=50`, admin],
    ['map', '/list/map', admin],
    ['30-day range, summary', `/list/summary?${range}`, admin],
    ['30-day range, first page', `/list?limit=20&embed=none&${range}`, admin],
    ['30 days by day', `/list/daily?${range}`, admin],
    ['property: summary', '/list/summary', owner],
    ['property: first page', '/list?limit=20&embed=none', owner],
    ['advertiser: summary', '/list/summary', sponsor],
    ['advertiser: first page', '/list?limit=20&embed=none', sponsor],
    ['summary, compared', '/list/summary?range=30d&compare=same_weekdays', admin],
    ['report by day', '/reports?range=30d&dimensions=day', admin],
    ['report by venue type', '/reports?range=30d&dimensions=venue_type', admin],
    ['report by campaign', '/reports?range=30d&dimensions=campaign', admin],
    ['report by day and venue type, compared', `/reports?range=30d&dimensions=day,venue_type&${COMPARED}`, admin],
    ['report by hour and campaign, compared', `/reports?range=7d&dimensions=hour,campaign&${COMPARED}`, admin],
    ['property: report by day', '/reports?range=30d&dimensions=day', owner],
    ['property: report by day and venue, compared', `/reports?range=30d&dimensions=day,venue&${COMPARED}`, owner],
    ['advertiser: report by day', '/reports?range=30d&dimensions=day', sponsor],
  ];
  line('call, 10 connections', 'p50 ms', 'p95 ms', 'p99 ms', 'first ms', 'a second', 'processor ms each', 'failed');
  line('---', '---:', '---:', '---:', '---:', '---:', '---:', '---:');
  const row = async (name: string, measure: () => Promise<[firstMs: number, latency: Latency]>) => {
    const before = cpuMs();
    const [firstMs, latency] = await measure();
    const { p50, p95, p99, perSecond, failed } = latency;
    const eachMs = processorMsEach(cpuMs() - before, latency, seconds);
    line(name, ms(p50), ms(p95), ms(p99), ms(firstMs), Math.round(perSecond), ms(eachMs), failed);
  };
  for (const [name, path, { authorization }] of calls.filter(([name]) => name.includes(only))) {
    const headers = { authorization };
    const startedAt = performance.now();
    const first = await fetch(`${url}/api${path}`, { headers });
    const text = await first.text();
    const firstMs = performance.now() - startedAt;
    if (!first.ok && first.status !== 400) throw new Error(`${name}: ${first.status} ${text.slice(0, 300)}`);
    // The server rejects some reports if the network is too large for them.
    if (!first.ok) line(`${name}: ${text.slice(0, 150)}`, ...Array.from({ length: 7 }, () => ''));
    else {
      const load = { url: `${url}/api${path}`, headers, connections: 10, seconds };
      const measure = text.length > LARGE_ANSWER ? measureLargeAnswers : measureLoad;
      await row(name, async () => [firstMs, await measure(load)]);
    }
  }
  const printing = { authorization: admin.authorization, seconds };
  await row('PDF of the largest customer, 1 connection', () => measurePrint(url, network, printing));
}

/**
 * Measures the requests for a ticket and its PDF together, one after the other, as when a user downloads a statement.
 */
async function measurePrint(
  url: string,
  network: BenchNetwork,
  { authorization, seconds }: { readonly authorization: string; readonly seconds: number },
): Promise<[firstMs: number, latency: Latency]> {
  const times: number[] = [];
  const until = Date.now() + seconds * 1000;
  while (Date.now() < until) {
    const startedAt = performance.now();
    const ticket = await fetch(`${url}/api/list/print-ticket`, {
      method: 'POST',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ cid: network.largest.id, role: 'admin' }),
    });
    const { url: path } = (await ticket.json()) as { url: string };
    const document = await fetch(new URL(path, url));
    if (document.status !== 200) throw new Error(`the statement answered ${document.status}`);
    await document.arrayBuffer();
    times.push(performance.now() - startedAt);
  }
  const [firstMs = Number.NaN] = times;
  times.sort((a, b) => a - b);
  const at = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? Number.NaN;
  return [firstMs, { p50: at(0.5), p95: at(0.95), p99: at(0.99), perSecond: times.length / seconds, failed: 0 }];
}
