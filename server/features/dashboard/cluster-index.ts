import type { DeviceStatus } from '#contract/list.ts';
import type { Chunked } from '../../memory/chunked.ts';
import { sortByNumber } from '../../memory/sort-by-number.ts';
import type { HoldingSet } from '../../network/snapshot/holding-set.ts';
import { CODE_DEPTH, codeOf, placeOfCode, sharedDepth } from './place-codes.ts';

/** Outlets of a set ordered by place, so that those of any cell of any zoom are adjacent: 12 bytes each. */
export type PlaceIndex = {
  readonly set: HoldingSet;
  readonly codes: Float64Array;
  /** The holdings' numbers, in the order of the codes. */
  readonly numbers: Uint32Array;
  /** Holdings without a known place; no map shows them by place. */
  readonly unlocated: Uint32Array;
  /** The smallest box around all known places. */
  readonly box: { readonly west: number; readonly south: number; readonly east: number; readonly north: number } | null;
};

export const STATUSES = ['online', 'late', 'offline', 'never'] as const satisfies DeviceStatus[];
export const POSITIONS = ['outlet', 'venue'] as const;
/** One for each status at each kind of position. */
const KINDS = STATUSES.length * POSITIONS.length;

const SLICE = 20_000;

/** An outlet's own place while it is held, else that of its venue; null if neither is known. */
function knownPlace({ packed }: HoldingSet, number: number) {
  const { endedAt, outletOf, outlets, venueOf, venues } = packed;
  const outlet = outletOf[number] ?? 0;
  const [lat = Number.NaN, lng = Number.NaN] = [outlets.lats[outlet], outlets.lngs[outlet]];
  const isOwn = Number.isNaN(endedAt[number]) && !Number.isNaN(lat) && !Number.isNaN(lng);
  if (isOwn) return { lat, lng, position: 0 };
  const venue = venues[venueOf[number] ?? 0];
  return venue === undefined || venue.lat === null || venue.lng === null
    ? null
    : { lat: venue.lat, lng: venue.lng, position: 1 };
}

export function* indexPlaces(set: HoldingSet): Chunked<PlaceIndex> {
  const { length } = set.numbers;
  const codes = new Float64Array(length);
  const [numbers, unlocated] = [new Uint32Array(length), new Uint32Array(length)];
  let [known, unknown] = [0, 0];
  const box = { west: 180, south: 90, east: -180, north: -90 };
  for (let at = 0; at < length; at += 1) {
    if (at % SLICE === 0) yield;
    const number = set.numbers[at] ?? 0;
    const place = knownPlace(set, number);
    if (place === null) {
      unlocated[unknown] = number;
      unknown += 1;
    } else {
      codes[known] = codeOf(place.lng, place.lat);
      numbers[known] = number;
      known += 1;
      box.west = Math.min(box.west, place.lng);
      box.east = Math.max(box.east, place.lng);
      box.south = Math.min(box.south, place.lat);
      box.north = Math.max(box.north, place.lat);
    }
  }
  const [sortedCodes, sortedNumbers] = yield* sortByNumber(codes.slice(0, known), numbers.slice(0, known));
  const sorted = { codes: sortedCodes, numbers: sortedNumbers };
  return { set, ...sorted, unlocated: unlocated.slice(0, unknown), box: known === 0 ? null : box };
}

/** Outlets per precomputed sum: a cluster of a million is added up from a few hundred numbers. */
const BLOCK = 64;
/** Numbers per block: the count of each kind, and the sums of columns and rows. */
const WIDTH = KINDS + 2;

/** The place index with the status of each outlet: one byte each, and 80 for each 64 of them. */
export type ClusterIndex = {
  readonly places: PlaceIndex;
  readonly kinds: Uint8Array;
  /** Sums from the first outlet up to the beginning of each block. */
  readonly blocks: Float64Array;
  /** Counts of all outlets, including those without a place. */
  readonly statuses: Readonly<Record<DeviceStatus, number>>;
  readonly atVenue: number;
};

export function* indexClusters(places: PlaceIndex, statusOf: (number: number) => DeviceStatus): Chunked<ClusterIndex> {
  const { codes, numbers, set, unlocated } = places;
  const kinds = new Uint8Array(numbers.length);
  const blocks = new Float64Array((Math.ceil(numbers.length / BLOCK) + 1) * WIDTH);
  const sums = new Float64Array(WIDTH);
  for (let at = 0; at < numbers.length; at += 1) {
    if (at % BLOCK === 0) blocks.set(sums, (at / BLOCK) * WIDTH);
    if (at % SLICE === 0) yield;
    const number = numbers[at] ?? 0;
    const position = knownPlace(set, number)?.position ?? 0;
    const kind = STATUSES.indexOf(statusOf(number)) + STATUSES.length * position;
    kinds[at] = kind;
    addTo(sums, kind, codes[at] ?? 0);
  }
  blocks.set(sums, blocks.length - WIDTH);
  const statuses = { online: 0, late: 0, offline: 0, never: 0 };
  for (const [at, status] of STATUSES.entries()) statuses[status] = (sums[at] ?? 0) + (sums[at + STATUSES.length] ?? 0);
  for (let at = 0; at < unlocated.length; at += 1) {
    if (at % SLICE === 0) yield;
    statuses[statusOf(unlocated[at] ?? 0)] += 1;
  }
  const atVenue = sums.subarray(STATUSES.length, KINDS).reduce((all, count) => all + count, 0);
  return { places, kinds, blocks, statuses, atVenue };
}

function addTo(sums: Float64Array, kind: number, code: number): void {
  const [column, row] = placeOfCode(code);
  sums[kind] = (sums[kind] ?? 0) + 1;
  sums[KINDS] = (sums[KINDS] ?? 0) + column;
  sums[KINDS + 1] = (sums[KINDS + 1] ?? 0) + row;
}

/** A run of adjacent outlets: the count of each kind, and their center. */
export type Run = {
  readonly from: number;
  readonly to: number;
  /** By status, and then by position. */
  readonly counts: readonly number[];
  readonly column: number;
  readonly row: number;
};

export function addUpRun(index: ClusterIndex, from: number, to: number): Run {
  const sums = new Float64Array(WIDTH);
  const first = Math.min(Math.ceil(from / BLOCK), Math.ceil(to / BLOCK));
  const last = Math.max(first, Math.floor(to / BLOCK));
  const each = (begin: number, end: number) => {
    for (let at = begin; at < end; at += 1) addTo(sums, index.kinds[at] ?? 0, index.places.codes[at] ?? 0);
  };
  each(from, Math.min(to, first * BLOCK));
  if (last > first)
    for (let of = 0; of < WIDTH; of += 1)
      sums[of] = (sums[of] ?? 0) + (index.blocks[last * WIDTH + of] ?? 0) - (index.blocks[first * WIDTH + of] ?? 0);
  if (first * BLOCK < to) each(Math.max(first, last) * BLOCK, to);
  const size = Math.max(1, to - from);
  const [column = 0, row = 0] = sums.subarray(KINDS);
  return { from, to, counts: [...sums.subarray(0, KINDS)], column: column / size, row: row / size };
}

/**
 * A part of the world: columns from the west and rows from the north, as fractions. Two parts if it crosses the date
 * line.
 */
export type Part = {
  readonly columns: readonly (readonly [number, number])[];
  readonly rows: readonly [number, number];
};

/** The most cells in one response. Beyond it, the cells are twice as wide. */
const MOST_CELLS = 1_500;

/** The outlets of each cell that touches the part, and the depth of the cells: at most `depth`. */
export function runsIn(index: ClusterIndex, part: Part, depth: number): { runs: Run[]; depth: number } {
  for (let wanted = Math.min(depth, CODE_DEPTH); ; wanted -= 1) {
    const cells = cellsIn(index.places.codes, part, wanted);
    if (cells.length <= MOST_CELLS || wanted === 0)
      return { runs: cells.map(([from, to]) => addUpRun(index, from, to)), depth: wanted };
  }
}

function cellsIn(codes: Float64Array, part: Part, depth: number): [from: number, to: number][] {
  const cells: [from: number, to: number][] = [];
  const walk = (at: number, column: number, row: number, from: number, to: number) => {
    if (from === to || cells.length > MOST_CELLS) return;
    const width = 2 ** -at;
    const touches = ([begin, end]: readonly [number, number], place: number) =>
      begin < (place + 1) * width && end >= place * width;
    if (!touches(part.rows, row) || !part.columns.some((columns) => touches(columns, column))) return;
    if (at === depth) return void cells.push([from, to]);
    const quarter = 4 ** (CODE_DEPTH - at - 1);
    const begin = Math.floor((codes[from] ?? 0) / (quarter * 4)) * quarter * 4;
    let start = from;
    for (let part = 0; part < 4; part += 1) {
      const end = part === 3 ? to : firstFrom(codes, begin + (part + 1) * quarter, start, to);
      walk(at + 1, column * 2 + (part & 1), row * 2 + (part >> 1), start, end);
      start = end;
    }
  };
  walk(0, 0, 0, 0, codes.length);
  return cells;
}

/** The first position whose code is not less than `code`. */
function firstFrom(codes: Float64Array, code: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((codes[middle] ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The depth at which a run splits; null for one place. */
export function splitDepth({ places: { codes } }: ClusterIndex, { from, to }: Run): number | null {
  const shared = sharedDepth(codes[from] ?? 0, codes[to - 1] ?? 0);
  return shared === CODE_DEPTH ? null : shared + 1;
}
