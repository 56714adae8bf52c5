import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';

/** How old the look at the file may be. */
const LOOK_EVERY_MS = 10_000;

/** Whether an address lies in one of the operator's ranges. */
export type DataCentres = {
  /** Reads the file again where it has changed; call it before a batch. */
  refresh(): Promise<void>;
  has(address: string): boolean;
};

/** In order and apart; an address is one number, which of the fourth version needs no more than a plain one. */
type Ranges = { readonly v4: readonly Range<number>[]; readonly v6: readonly Range<bigint>[] };
type Range<Address> = { readonly first: Address; readonly last: Address };

/**
 * Addresses from which nobody looks at an outlet. A list that cannot be read is refused at the start; later the one from
 * before stays, and `failed` is told why, so that a slip of the pen never ends ingestion. Ranges are sorted and searched by
 * halves because the runtime's own `BlockList` looks at each: 12 ms an address with 50,000 ranges, on two cores.
 */
export function createDataCentres(
  path: string | null,
  now: () => number,
  failed: (message: string) => void = () => {},
): DataCentres {
  if (path === null) return { refresh: async () => undefined, has: () => false };
  let ranges = readAtStart(path);
  let readMs = statSync(path).mtimeMs;
  let lookedAt = now();
  let said = '';

  async function refresh(file: string): Promise<void> {
    if (now() - lookedAt < LOOK_EVERY_MS) return;
    lookedAt = now();
    try {
      const { mtimeMs } = await stat(file);
      if (mtimeMs !== readMs) {
        const text = await readFile(file, 'utf8');
        // Also where it cannot be parsed: that is said once.
        readMs = mtimeMs;
        ranges = parseRanges(text);
      }
      said = '';
    } catch (error) {
      const message = (error as Error).message;
      // A file that is gone stays gone, and is looked for every ten seconds.
      if (message !== said) failed(`DATA_CENTRE_RANGES: ${message} The list from before holds on.`);
      said = message;
    }
  }

  return { refresh: () => refresh(path), has: (address) => isIn(ranges, address) };
}

function readAtStart(path: string): Ranges {
  try {
    return parseRanges(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`DATA_CENTRE_RANGES: ${(error as Error).message}`);
  }
}

/** One range a line (CIDR); empty lines and what follows # are skipped. Throws with the line that is none. */
function parseRanges(text: string): Ranges {
  const v4: Range<number>[] = [];
  const v6: Range<bigint>[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const range = line.replace(/#.*/, '').trim();
    if (range === '') continue;
    if (!ipaddr.isValidCIDR(range))
      throw new Error(`Line ${at + 1}, "${range.slice(0, 60)}", is no range of addresses such as 203.0.113.0/24.`);
    const [address, bits] = ipaddr.parseCIDR(range);
    const bytes = address.toByteArray();
    const size = 1n << BigInt(bytes.length * 8 - bits);
    const first = (numberOf(bytes) / size) * size;
    const last = first + size - 1n;
    if (bytes.length === 4) v4.push({ first: Number(first), last: Number(last) });
    else v6.push({ first, last });
  }
  return { v4: merged(v4), v6: merged(v6) };
}

const numberOf = (bytes: readonly number[]): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

/** In order and apart, so that one look by halves decides. */
function merged<Address extends number | bigint>(ranges: readonly Range<Address>[]): Range<Address>[] {
  const apart: Range<Address>[] = [];
  for (const range of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = apart.at(-1);
    if (before === undefined || range.first > before.last) apart.push(range);
    else if (range.last > before.last) apart.splice(-1, 1, { first: before.first, last: range.last });
  }
  return apart;
}

function isIn({ v4, v6 }: Ranges, text: string): boolean {
  if (v4.length + v6.length === 0) return false;
  const version = isIP(text);
  if (version === 4) return isWithin(v4, numberOfV4(text));
  if (version !== 6) return false;
  const address = ipaddr.process(text);
  if (address.kind() === 'ipv4') return isWithin(v4, numberOfV4(address.toString()));
  return isWithin(v6, numberOf(address.toByteArray()));
}

/** Of what `isIP` has found to be four numbers. The library's own parser takes three times as long, for each event. */
const numberOfV4 = (text: string): number => text.split('.').reduce((sum, part) => sum * 256 + Number(part), 0);

function isWithin<Address extends number | bigint>(ranges: readonly Range<Address>[], address: Address): boolean {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    const range = ranges[middle];
    if (range !== undefined && range.last < address) low = middle + 1;
    else high = middle;
  }
  const found = ranges[low];
  return found !== undefined && found.first <= address;
}
