import type * as Type from 'typebox';
import type { DeviceStatus } from '#contract/list.ts';
import { type getOutletClusters, MOST_SINGLES, type OutletClusters } from '#contract/outlet-clusters.ts';
import { latOf, lngOf, worldX, worldY } from '#domain/mercator.ts';
import { outletStatus } from '#domain/outlet-status.ts';
import type { Dependencies } from '../../dependencies.ts';
import { wholeScope } from '../../figures/figures.ts';
import type { Narrowed } from '../../figures/query/question.ts';
import type { SeenIn } from '../../figures/read/contacts.ts';
import { runChunked } from '../../memory/chunked.ts';
import { memoizeByIdentity } from '../../memory/memoize-by-identity.ts';
import { type HoldingSet, onceEach } from '../../network/snapshot/holding-set.ts';
import {
  type ClusterIndex,
  indexClusters,
  indexPlaces,
  type Part,
  POSITIONS,
  type Run,
  runsIn,
  STATUSES,
  splitDepth,
} from './cluster-index.ts';
import { createOutletAnswers } from './outlet-answers.ts';
import { drawOutlets } from './outlet-map.ts';
import { outletsInScope } from './outlets-in-scope.ts';

type Query = Type.Static<typeof getOutletClusters.schema.querystring>;
type Known = { readonly index: ClusterIndex; readonly seen: SeenIn; readonly nowMs: number };

/** Eight cells in a row on the 512 pixels of the world at zoom 0: 64 pixels each. */
const CELLS_DEPTH = 3;
/** A continent on one screen. */
const DEFAULT_ZOOM = 3;

/**
 * Answers every part and zoom from one index of the scope's outlets. The index is cached as long as the map response.
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

/** A meter is far below the precision of a cluster. */
const shortly = (degrees: number): number => Math.round(degrees * 100_000) / 100_000;

/** A predicate for the requested statuses and positions. */
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

/** The requested box; missing sides extend to the end of the world. */
function partOf({ west, south, east, north }: Query): Part {
  const [from, to] = [Number(west ?? -180), Number(east ?? 180)];
  const rows = [worldY(Number(north ?? 90)), worldY(Number(south ?? -90))] as const;
  if (from <= to && to - from >= 360) return { ...WORLD, rows };
  const [begin, end] = [turned(worldX(from)), to === 180 ? 1 : turned(worldX(to))];
  return { rows, columns: begin <= end ? [[begin, end]] : [[begin, 1] as const, [0, end] as const] };
}

/** Wraps a column around the world. */
const turned = (column: number): number => (column >= 0 && column <= 1 ? column : column - Math.floor(column));
