import type { BenchNetwork } from './bench-network.ts';
import { measureLoad, processorMsEach } from './measure-http.ts';
import { signIn } from './measure-reads.ts';
import type { MeasuredServer } from './server-process.ts';
import { line, ms } from './tables.ts';

/** Map areas that show the whole country, a state and a town. */
const PARTS = [
  ['the country', 'zoom=4&west=-135&south=20&east=-67.5&north=55.8'],
  ['a state', 'zoom=7&west=-109.7&south=35.5&east=-98.4&north=42.6'],
  ['a town', 'zoom=11&west=-105.3&south=39.5&east=-104.6&north=39.9'],
] as const;

/**
 * Measures every list and map that reads all outlets: the duration, the size of the response, and how long other
 * requests wait meanwhile.
 */
export async function measureOutlets(
  { url, memory, loop, cpuMs }: Pick<MeasuredServer, 'url' | 'memory' | 'loop' | 'cpuMs'>,
  { largest, outlets }: BenchNetwork,
  { seconds, only }: { readonly seconds: number; readonly only: string },
): Promise<void> {
  const admin = await signIn(url);
  const owner = await signIn(url, 'owner@bench.example');
  const deep = [...outlets.map(({ eui }) => eui)].sort()[Math.floor(outlets.length * 0.9)] ?? '';
  const q = deep.slice(4, 10);
  const cid = encodeURIComponent(largest.id);
  const last = Math.max(0, Math.floor(outlets.length / 10) - 2);
  const calls: [string, string, typeof admin][] = [
    ['map, first answer', '/list/map?most=2000', admin],
    ...PARTS.map(([name, part]): [string, string, typeof admin] => [`map of ${name}`, `/list/clusters?${part}`, admin]),
    ['map of the largest customer', `/list/clusters?${PARTS[0][1]}&cid=${cid}`, admin],
    ['property: map', `/list/clusters?${PARTS[0][1]}`, owner],
    ['summary', '/list/summary', admin],
    ['cards, first page', '/list?limit=20&embed=none', admin],
    ['outlets of all, first page', '/list/devices?limit=50&held=now', admin],
    ['outlets of all, deep page', `/list/devices?limit=50&held=now&offset=${Math.floor(outlets.length * 0.9)}`, admin],
    ['outlets of all, by text', `/list/devices?limit=50&held=now&q=${q}`, admin],
    ['outlets in service', '/outlets', admin],
    ['outlets in service, deep page', `/outlets?cursor=${deep}`, admin],
    ['outlets in service, offline', '/outlets?show=offline', admin],
    ['outlets in service, never seen', '/outlets?show=never', admin],
    ['outlets in service, by text', `/outlets?q=${q}`, admin],
    ['property: outlets in service', '/outlets', owner],
    ['administered, first page', '/admin/outlets', admin],
    ['administered, last page', `/admin/outlets?page=${last}`, admin],
    ['administered, offline', '/admin/outlets?status=offline', admin],
    ...['last_seen', '-last_seen', 'customer', '-customer', 'venue', '-venue', '-eui'].map(
      (sort): [string, string, typeof admin] => [`administered, by ${sort}`, `/admin/outlets?sort=${sort}`, admin],
    ),
    ['administered, by text', `/admin/outlets?q=${q}`, admin],
    ['search', `/list/search?q=${q}`, admin],
    ['search of two letters', '/list/search?q=a8', admin],
    ['search that finds most', '/list/search?q=venue', admin],
    ['search that finds nothing', '/list/search?q=zqzq', admin],
    ["one outlet's views", `/list/devices/${deep}/views?limit=50`, admin],
    ['one outlet and its neighbours', `/list/devices?limit=50&eui=${deep}`, admin],
  ];
  const columns = ['p50 ms', 'p95 ms', 'processor ms each', 'first ms', 'kB', 'others waited at most ms', 'failed'];
  line('of all outlets, 10 connections', ...columns);
  line('---', ...columns.map(() => '---:'));
  for (const [name, path, { authorization }] of calls.filter(([name]) => name.includes(only))) {
    const headers = { authorization };
    await loop();
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api${path}`, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text.slice(0, 300)}`);
    const firstMs = performance.now() - startedAt;
    const { maxMs } = await loop();
    const before = cpuMs();
    const latency = await measureLoad({ url: `${url}/api${path}`, headers, connections: 10, seconds });
    const eachMs = processorMsEach(cpuMs() - before, latency, seconds);
    const kB = ms(Buffer.byteLength(text) / 1000);
    line(name, ms(latency.p50), ms(latency.p95), ms(eachMs), ms(firstMs), kB, ms(maxMs), latency.failed);
  }
  const { nowMb, peakMb } = memory();
  console.log(`\nmemory of the server with ${outlets.length} outlets: ${nowMb} MB, ${peakMb} MB at most (at most 900)`);
}
