import type { BenchNetwork } from './bench-network.ts';
import { measureLoad } from './measure-http.ts';
import { signIn } from './measure-reads.ts';
import type { MeasuredServer } from './server-process.ts';
import { line, ms } from './tables.ts';

/** What a screen shows of the whole country, of a state and of a town. */
const PARTS = [
  ['the country', 'zoom=4&west=-135&south=20&east=-67.5&north=55.8'],
  ['a state', 'zoom=7&west=-109.7&south=35.5&east=-98.4&north=42.6'],
  ['a town', 'zoom=11&west=-105.3&south=39.5&east=-104.6&north=39.9'],
] as const;

/** Every list and map that goes over all outlets: how long, how large the answer is, and how long others waited meanwhile. */
export async function measureOutlets(
  { url, memory, loop }: Pick<MeasuredServer, 'url' | 'memory' | 'loop'>,
  { largest, outlets }: BenchNetwork,
  seconds: number,
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
    ['administered, by last contact', '/admin/outlets?sort=-last_seen', admin],
    ['administered, by text', `/admin/outlets?q=${q}`, admin],
    ['search', `/list/search?q=${q}`, admin],
  ];
  line('of all outlets, 10 connections', 'p50 ms', 'p95 ms', 'first ms', 'kB', 'others waited at most ms', 'failed');
  line('---', '---:', '---:', '---:', '---:', '---:', '---:');
  for (const [name, path, { authorization }] of calls) {
    const headers = { authorization };
    await loop();
    const startedAt = performance.now();
    const answer = await fetch(`${url}/api${path}`, { headers });
    const text = await answer.text();
    if (!answer.ok) throw new Error(`${name}: ${answer.status} ${text.slice(0, 300)}`);
    const firstMs = performance.now() - startedAt;
    const { maxMs } = await loop();
    const { p50, p95, failed } = await measureLoad({ url: `${url}/api${path}`, headers, connections: 10, seconds });
    line(name, ms(p50), ms(p95), ms(firstMs), ms(Buffer.byteLength(text) / 1000), ms(maxMs), failed);
  }
  const { nowMb, peakMb } = memory();
  console.log(`\nmemory of the server with ${outlets.length} outlets: ${nowMb} MB, ${peakMb} MB at most (at most 900)`);
}
