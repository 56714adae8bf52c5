import type * as Type from 'typebox';
import type { DeviceStatus } from '#contract/list.ts';
import { type getOutletClusters, MOST_SINGLES, type OutletClusters } from '#contract/outlet-clusters.ts';
import { latOf, lngOf, worldX, worldY } from '#domain/mercator.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Dependencies } from '../../dependencies.ts';
import { wholeScope } from '../../figures/figures.ts';
import type { Narrowed } from '../../figures/query/question.ts';
import type { SeenIn } from '../../figures/read/contacts.ts';
import { type Chunked, runChunked } from '../../memory/chunked.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import { sortByNumber } from '../../memory/sort-by-number.ts';
import { type HoldingSet, onceEach } from '../../network/snapshot/holding-set.ts';
import { createOutletAnswers } from './outlet-answers.ts';
import { drawOutlets } from './outlet-map.ts';
import { outletsInScope } from './outlets-in-scope.ts';
import { CODE_DEPTH, codeOf, placeOfCode, sharedDepth } from './place-codes.ts';

/**
 * A set's outlets ordered by place, so that the outlets in any cell at any zoom level are adjacent. Takes 12 bytes per
 * outlet.
 */
type PlaceIndex = {
  readonly set: HoldingSet;
  readonly codes: Float64Array;
  /** The holdings' numbers, in the order of the codes. */
  readonly numbers: Uint32Array;
  /** Holdings without a known place, which no map can show. */
  readonly unlocated: Uint32Array;
  /** The smallest box around all known places. */
  readonly box: { readonly west: number; readonly south: number; readonly east: number; readonly north: number } | null;
};

export const STATUSES = ['online', 'late', 'offline', 'never'] as const satisfies DeviceStatus[];
const POSITIONS = ['outlet', 'venue'] as const;
/** Number of kinds: one for each combination of status and position. */
const KINDS = STATUSES.length * POSITIONS.length;

const SLICE = 20_000;

/** Returns an outlet's own place while it is held, otherwise its venue's; null if neither is known. */
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

/**
 * Number of outlets per precomputed sum, so that a cluster of a million outlets is added up from a few hundred numbers.
 */
const BLOCK = 64;
/** Number of values per block: the count of each kind, and the sums of the columns and rows. */
const WIDTH = KINDS + 2;

/** The place index with the status of each outlet, in one byte per outlet and 80 bytes for every 64 outlets. */
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
type Run = {
  readonly from: number;
  readonly to: number;
  /** By status, then by position. */
  readonly counts: readonly number[];
  readonly column: number;
  readonly row: number;
};

function addUpRun(index: ClusterIndex, from: number, to: number): Run {
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
 * A part of the world, as fractions: columns from the west and rows from the north. A part that crosses the date line
 * has two column ranges.
 */
export type Part = {
  readonly columns: readonly (readonly [number, number])[];
  readonly rows: readonly [number, number];
};

/** Maximum number of cells in a response. If there are more, the cells become twice as wide. */
const MOST_CELLS = 1_500;

/** Returns the outlets in each cell that touches the part, and the depth of the cells, which is at most `depth`. */
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

/** Returns the first position whose code is at least `code`. */
function firstFrom(codes: Float64Array, code: number, from: number, to: number): number {
  let [low, high] = [from, to];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((codes[middle] ?? 0) < code) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Returns the depth at which a run splits; null if all its outlets have the same place. */
export function splitDepth({ places: { codes } }: ClusterIndex, { from, to }: Run): number | null {
  const shared = sharedDepth(codes[from] ?? 0, codes[to - 1] ?? 0);
  return shared === CODE_DEPTH ? null : shared + 1;
}

type Query = Type.Static<typeof getOutletClusters.schema.querystring>;
type Known = { readonly index: ClusterIndex; readonly seen: SeenIn; readonly nowMs: number };

/** Depth of the cells at zoom 0: eight cells side by side on the world's 512 pixels, so each is 64 pixels wide. */
const CELLS_DEPTH = 3;
/** Default zoom level, which shows a continent on one screen. */
const DEFAULT_ZOOM = 3;

/**
 * Returns the clusters for any part and zoom, from a single index of the scope's outlets. The index is cached as long
 * as the map response.
 */
export function createOutletClusters({
  figures,
  now,
}: Pick<Dependencies, 'figures' | 'now'>): (narrowed: Narrowed, query: Query) => Promise<OutletClusters> {
  const shared = createOutletAnswers<Known>(figures, 'clusters');
  return async (narrowed, query) => {
    const network = await figures.network();
    const known = await shared(network, narrowed, async () => {
      const set = await onceEach(
        await outletsInScope(figures, network, { ...wholeScope(narrowed.scope), ...narrowed }),
      );
      const [places, seen, nowMs] = [await placesOnce(set), await figures.seenIn(set), now()];
      const index = await runChunked(indexClusters(places, (number) => outletStatus(seen(number), nowMs)));
      return { index, seen, nowMs };
    });
    return answer(known, query);
  };
}

const placesOnce = memoizeByIdentity((set: HoldingSet) => runChunked(indexPlaces(set)));

async function answer({ index, nowMs, seen }: Known, query: Query): Promise<OutletClusters> {
  const { box, numbers, set, unlocated } = index.places;
  const wanted = wantedKinds(query);
  const isWanted = ({ counts }: Run) => counts.some((count, kind) => count > 0 && wanted(kind));
  const cells = runsIn(index, partOf(query), Number(query.zoom ?? DEFAULT_ZOOM) + CELLS_DEPTH);
  const runs = cells.runs.filter(isWanted);
  const counted = runs.reduce((sum, run) => sum + mixOf(run, wanted).total, 0);
  const isFew = counted <= MOST_SINGLES;
  const singles = isFew ? runs : runs.filter((run) => mixOf(run, wanted).total === 1).slice(0, MOST_SINGLES);
  const isSingle = new Set(singles);
  const shown = singles.flatMap(({ from, to }) =>
    Array.from({ length: to - from }, (_, at) => from + at).filter((at) => wanted(index.kinds[at] ?? 0)),
  );
  const clusters: OutletClusters['clusters'] = {
    lat: [],
    lng: [],
    online: [],
    late: [],
    offline: [],
    never: [],
    opens_at: [],
  };
  for (const run of runs) {
    if (isSingle.has(run)) continue;
    const { mix } = mixOf(run, wanted);
    const depth = splitDepth(index, run);
    clusters.lat.push(shortly(latOf(run.row)));
    clusters.lng.push(shortly(lngOf(run.column)));
    for (const status of STATUSES) clusters[status].push(mix[status]);
    clusters.opens_at.push(depth === null ? null : Math.max(0, depth - CELLS_DEPTH));
  }
  const alone = Uint32Array.from(shown, (at) => numbers[at] ?? 0).sort();
  return {
    total: set.numbers.length,
    unlocated: unlocated.length,
    ...index.statuses,
    at_venue: index.atVenue,
    box,
    clusters,
    cells: cells.depth,
    outlets: await runChunked(drawOutlets({ packed: set.packed, numbers: alone }, seen, nowMs)),
  };
}

/** Rounds to about a meter, which is far below the precision of a cluster. */
const shortly = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;

/** Returns a predicate for the requested statuses and positions. */
function wantedKinds({ status, position }: Query): (kind: number) => boolean {
  const [statuses, positions] = [status?.split(','), position?.split(',')];
  const isWanted = STATUSES.concat(STATUSES).map((one, kind) => {
    const place = POSITIONS[kind < STATUSES.length ? 0 : 1];
    return (statuses?.includes(one) ?? true) && (positions?.includes(place) ?? true);
  });
  return (kind) => isWanted[kind] === true;
}

function mixOf({ counts }: Run, wanted: (kind: number) => boolean) {
  const mix: Record<DeviceStatus, number> = { online: 0, late: 0, offline: 0, never: 0 };
  let total = 0;
  for (const [kind, count] of counts.entries()) {
    const status = STATUSES[kind % STATUSES.length];
    if (status === undefined || !wanted(kind)) continue;
    mix[status] += count;
    total += count;
  }
  return { mix, total };
}

const WORLD: Part = { columns: [[0, 1]], rows: [0, 1] };

/** Returns the requested box. Missing sides extend to the edge of the world. */
function partOf({ west, south, east, north }: Query): Part {
  const [from, to] = [Number(west ?? -180), Number(east ?? 180)];
  const rows = [worldY(Number(north ?? 90)), worldY(Number(south ?? -90))] as const;
  if (from <= to && to - from >= 360) return { ...WORLD, rows };
  const [begin, end] = [turned(worldX(from)), to === 180 ? 1 : turned(worldX(to))];
  return { rows, columns: begin <= end ? [[begin, end]] : [[begin, 1] as const, [0, end] as const] };
}

/** Wraps a column around the world. */
const turned = (column: number): number => (column >= 0 && column <= 1 ? column : column - Math.floor(column));
