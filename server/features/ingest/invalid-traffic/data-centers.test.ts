import { mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { DATA_CENTER_LIST } from '#domain/data-center-list.gen.ts';
import { seededRandom } from '../../../lib/seeded-random.ts';
import { createDataCentres } from './data-centers.ts';

const folder = mkdtempSync(join(tmpdir(), 'voltboard-ranges-'));
const file = join(folder, 'ranges.txt');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('"address in the operator’s CIDR list": both IP versions, single or overlapping ranges, and no others', async () => {
  writeFileSync(file, '# clouds\n203.0.113.0/25\n\n203.0.113.64/26 # within\n198.51.100.7/32\n2001:db8:5::/48\n');
  const { has } = createDataCentres(file, Date.now);
  for (const inside of ['203.0.113.0', '203.0.113.127', '198.51.100.7', '::ffff:203.0.113.5', '2001:db8:5::1'])
    expect(has(inside), inside).toBe(true);
  for (const outside of ['203.0.113.128', '198.51.100.8', '203.0.112.255', '2001:db8:6::', '::', 'nothing'] as const)
    expect(has(outside), outside).toBe(false);
  expect(createDataCentres(null, Date.now).has('203.0.113.0')).toBe(false);
});

test('without an operator file, large clouds are known, but not internet providers or phone relays', () => {
  const { has } = createDataCentres(null, Date.now);
  // Amazon, Google Cloud, Azure, DigitalOcean, Hetzner and OVH, of both IP versions.
  const clouds = ['52.95.110.1', '34.64.4.1', '20.36.1.1', '104.131.0.1', '88.198.0.1', '51.38.0.1', '2a01:4f8::1'];
  expect(clouds.filter((address) => !has(address))).toEqual([]);
  // Comcast, Deutsche Telekom, T-Mobile, Cloudflare (WARP, Private Relay), Akamai (Private Relay), examples and
  // private.
  const people = ['73.1.1.1', '87.128.0.1', '172.56.0.1', '104.28.0.1', '172.224.226.1', '192.0.2.1', '198.51.100.1'];
  expect([...people, '203.0.113.1', '10.0.0.1', '127.0.0.1', '2001:db8::1', '::'].filter(has)).toEqual([]);
  expect(DATA_CENTER_LIST.date).toMatch(/^20\d\d-\d\d-\d\d$/);
  expect(DATA_CENTER_LIST.ranges).toBeGreaterThan(5_000);
  writeFileSync(file, '192.0.2.0/24\n');
  const own = createDataCentres(file, Date.now);
  expect(['192.0.2.1', '52.95.110.1', '73.1.1.1'].map(own.has)).toEqual([true, true, false]);
});

test('finds the same ranges as a plain comparison among many ranges', () => {
  const random = seededRandom('data centres');
  const number = (below: number) => random.whole(0, below - 1);
  const ranges = Array.from({ length: 500 }, () => {
    const bits = 12 + number(21);
    const size = 2 ** (32 - bits);
    return { first: Math.floor(number(2 ** 32) / size) * size, size, bits };
  });
  const textOf = (address: number) => [24, 16, 8, 0].map((shift) => Math.floor(address / 2 ** shift) % 256).join('.');
  writeFileSync(file, ranges.map(({ first, bits }) => `${textOf(first)}/${bits}`).join('\n'));
  const { has } = createDataCentres(file, Date.now);
  const isShipped = createDataCentres(null, Date.now).has;
  const ends = ranges.flatMap(({ first, size }) => [first - 1, first, first + size - 1, first + size]);
  const some = Array.from({ length: 2_000 }, () => number(2 ** 32));
  for (const address of [...ends, ...some, 0, 2 ** 32 - 1].filter((one) => one >= 0 && one < 2 ** 32)) {
    const isOwn = ranges.some(({ first, size }) => address >= first && address < first + size);
    const expected = isOwn || isShipped(textOf(address));
    expect(has(textOf(address)), textOf(address)).toBe(expected);
    expect(has(`::ffff:${textOf(address)}`), textOf(address)).toBe(expected);
  }
});

test('finds the same for IPv6 addresses, for any prefix length', () => {
  const random = seededRandom('data centres of the sixth version');
  const word = () => BigInt(random.whole(0, 3));
  const address = () => Array.from({ length: 8 }, word).reduce((sum, part) => (sum << 16n) | part, 0x2001n << 112n);
  const textOf = (value: bigint) =>
    Array.from({ length: 8 }, (_, at) => ((value >> BigInt(112 - 16 * at)) & 0xffffn).toString(16)).join(':');
  const ranges = Array.from({ length: 60 }, () => {
    const bits = random.whole(20, 128);
    const size = 1n << BigInt(128 - bits);
    return { first: (address() / size) * size, size, bits };
  });
  writeFileSync(file, ranges.map(({ first, bits }) => `${textOf(first)}/${bits}`).join('\n'));
  const { has } = createDataCentres(file, Date.now);
  const ends = ranges.flatMap(({ first, size }) => [first - 1n, first, first + size - 1n, first + size]);
  for (const one of [...ends, ...Array.from({ length: 500 }, address)])
    expect(has(textOf(one)), textOf(one)).toBe(ranges.some(({ first, size }) => one >= first && one < first + size));
});

test('text that is not an address is in no range', () => {
  writeFileSync(file, '0.0.0.0/0\n');
  const { has } = createDataCentres(file, Date.now);
  for (const text of [
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.',
    '.1.2.3',
    '1..2.3',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4 ',
    '1.2.3.a',
    '',
  ])
    expect(has(text), text).toBe(false);
  for (const text of ['0.0.0.0', '10.0.20.255', '255.255.255.255']) expect(has(text), text).toBe(true);
});

test('reloads a changed file without a restart, and an invalid line keeps the old list and is reported', async () => {
  let nowMs = 1_000_000;
  const said: string[] = [];
  writeFileSync(file, '203.0.113.0/24\n');
  const ranges = createDataCentres(
    file,
    () => nowMs,
    (line) => said.push(line),
  );
  const change = async (text: string, at: number) => {
    writeFileSync(file, text);
    utimesSync(file, at, at);
    nowMs += 10_000;
    await ranges.refresh();
  };
  await change('198.51.100.0/24\n', 1);
  expect([ranges.has('203.0.113.1'), ranges.has('198.51.100.1')]).toEqual([false, true]);
  await change('203.0.113.0/24\n198.51.100.0/33\n', 2);
  expect([ranges.has('203.0.113.1'), ranges.has('198.51.100.1')]).toEqual([false, true]);
  nowMs += 10_000;
  await ranges.refresh();
  rmSync(file);
  for (const _ of [1, 2, 3]) {
    nowMs += 10_000;
    await ranges.refresh();
  }
  expect(said).toEqual([
    expect.stringContaining('Line 2, "198.51.100.0/33", is not an address range'),
    expect.stringContaining('no such file'),
  ]);
  await change('203.0.113.0/24\n198.51.100.0/33\n', 3);
  expect(() => createDataCentres(file, Date.now)).toThrow('DATA_CENTRE_RANGES: Line 2');
});
