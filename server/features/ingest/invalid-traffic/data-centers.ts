import { readFileSync, statSync } from 'node:fs';
import { readFile, stat } from 'node:fs/promises';
import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import shipped from './data-centers.gen.json' with { type: 'json' };

/** How often the file is checked for changes. */
const LOOK_EVERY_MS = 10_000;

/** Checks whether an address is in one of the shipped ranges or the operator's ranges. */
export type DataCentres = {
  /** Reads the file again if it has changed. Call this before each batch. */
  refresh(): Promise<void>;
  has(address: string): boolean;
};

type Range = { readonly first: bigint; readonly last: bigint };
/** Sorted, disjoint ranges, as first and last addresses. An IPv4 address takes one number, an IPv6 address three. */
type Bounds = { readonly firsts: Float64Array; readonly lasts: Float64Array };
/** An IPv4 address is one number. An IPv6 address is three numbers: 48 bits, 48 bits and the last 32. */
type Ranges = { readonly v4: Bounds; readonly v6: Bounds };

/**
 * Creates a lookup for addresses that no outlet's visitor uses: the shipped list and the operator's file. At startup,
 * an unreadable file is an error. Later, the previous list stays and `failed` gets the reason, so that a typo never
 * stops ingestion. Ranges are sorted and found by binary search. The runtime's own `BlockList` checks each range, which
 * takes 12 ms per address with 50,000 ranges, on two cores. A lookup allocates no lists or big integers, because it
 * runs for every event.
 */
export function createDataCentres(
  path: string | null,
  now: () => number,
  failed: (message: string) => void = () => {},
): DataCentres {
  if (path === null) return { refresh: async () => undefined, has: (address) => isIn(shippedRanges(), address) };
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
        // Set even if the text cannot be parsed, so that the error is reported once.
        readMs = mtimeMs;
        ranges = parseRanges(text);
      }
      said = '';
    } catch (error) {
      const message = (error as Error).message;
      // A missing file is retried every ten seconds, but reported only once.
      if (message !== said) failed(`DATA_CENTRE_RANGES: ${message} The previous list stays in use.`);
      said = message;
    }
  }

  return { refresh: () => refresh(path), has: (address) => isIn(ranges, address) || isIn(shippedRanges(), address) };
}

let parsed: Ranges | null = null;
/**
 * Returns the shipped ranges. They are parsed once per process, on first use, because that takes a tenth of a second.
 */
function shippedRanges(): Ranges {
  parsed ??= parseRanges(shipped.cidrs.replaceAll(' ', '\n'));
  return parsed;
}

function readAtStart(path: string): Ranges {
  try {
    return parseRanges(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`DATA_CENTRE_RANGES: ${(error as Error).message}`);
  }
}

/** Parses one CIDR range per line. Skips empty lines and text after #. Throws an error that names the invalid line. */
function parseRanges(text: string): Ranges {
  const v4: Range[] = [];
  const v6: Range[] = [];
  for (const [at, line] of text.split('\n').entries()) {
    const range = line.replace(/#.*/, '').trim();
    if (range === '') continue;
    if (!ipaddr.isValidCIDR(range))
      throw new Error(`Line ${at + 1}, "${range.slice(0, 60)}", is not an address range such as 203.0.113.0/24.`);
    const [address, bits] = ipaddr.parseCIDR(range);
    const bytes = address.toByteArray();
    const size = 1n << BigInt(bytes.length * 8 - bits);
    const first = (numberOf(bytes) / size) * size;
    (bytes.length === 4 ? v4 : v6).push({ first, last: first + size - 1n });
  }
  return { v4: boundsOf(v4, (address) => [Number(address)]), v6: boundsOf(v6, numbersOfV6) };
}

const numberOf = (bytes: readonly number[]): bigint => bytes.reduce((sum, byte) => sum * 256n + BigInt(byte), 0n);

const MASK_48 = 0xffff_ffff_ffffn;
const numbersOfV6 = (address: bigint): number[] =>
  [address >> 80n, (address >> 32n) & MASK_48, address & 0xffff_ffffn].map(Number);

function boundsOf(ranges: readonly Range[], numbersOf: (address: bigint) => number[]): Bounds {
  const apart = merged(ranges);
  return {
    firsts: Float64Array.from(apart.flatMap(({ first }) => numbersOf(first))),
    lasts: Float64Array.from(apart.flatMap(({ last }) => numbersOf(last))),
  };
}

/** Sorts and merges the ranges, so that a single binary search is enough. */
function merged(ranges: readonly Range[]): Range[] {
  const apart: Range[] = [];
  for (const range of ranges.toSorted((a, b) => (a.first < b.first ? -1 : 1))) {
    const before = apart.at(-1);
    if (before === undefined || range.first > before.last) apart.push(range);
    else if (range.last > before.last) apart.splice(-1, 1, { first: before.first, last: range.last });
  }
  return apart;
}

function isIn({ v4, v6 }: Ranges, text: string): boolean {
  if (v4.lasts.length + v6.lasts.length === 0) return false;
  const address = numberOfV4(text);
  if (address >= 0) return isWithinV4(v4, address);
  if (isIP(text) !== 6) return false;
  const parsed = ipaddr.IPv6.parse(text);
  if (parsed.isIPv4MappedAddress()) return isWithinV4(v4, numberOfV4(parsed.toIPv4Address().toString()));
  const [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = parsed.parts;
  return isWithinV6(v6, (a * PART + b) * PART + c, (d * PART + e) * PART + f, g * PART + h);
}

const PART = 2 ** 16;
const [ZERO, NINE, DOT] = [0x30, 0x39, 0x2e] as const;

/**
 * Converts an IPv4 address to a number. Returns -1 if the text is not four numbers from 0 to 255 without leading
 * zeros, as `isIP` requires. Reads character by character: with `isIP` and a list of the parts, an address took ten
 * times as long.
 */
function numberOfV4(text: string): number {
  let [address, part, digits, parts] = [0, 0, 0, 1];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === DOT) {
      if (digits === 0 || parts === 4) return -1;
      address = address * 256 + part;
      parts += 1;
      part = 0;
      digits = 0;
    } else {
      if (code < ZERO || code > NINE || (digits > 0 && part === 0)) return -1;
      part = part * 10 + code - ZERO;
      digits += 1;
      if (part > 255) return -1;
    }
  }
  return parts === 4 && digits > 0 ? address * 256 + part : -1;
}

function isWithinV4({ firsts, lasts }: Bounds, address: number): boolean {
  let [low, high] = [0, lasts.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lasts[middle] ?? 0) < address) low = middle + 1;
    else high = middle;
  }
  return (firsts[low] ?? Number.POSITIVE_INFINITY) <= address;
}

function isWithinV6({ firsts, lasts }: Bounds, first: number, second: number, third: number): boolean {
  /** Negative if the range's bound is lower than the address. */
  const compared = (bounds: Float64Array, range: number): number => {
    const at = range * 3;
    return (
      (bounds[at] ?? Number.POSITIVE_INFINITY) - first ||
      (bounds[at + 1] ?? 0) - second ||
      (bounds[at + 2] ?? 0) - third
    );
  };
  let [low, high] = [0, lasts.length / 3];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (compared(lasts, middle) < 0) low = middle + 1;
    else high = middle;
  }
  return compared(firsts, low) <= 0;
}
