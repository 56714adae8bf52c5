import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { DeviceStatus } from '#contract/list.ts';
import { clustersOf, type MapPart, partAround } from '../../map/given-clusters.ts';
import type { LegendCounts, MapFilter } from '../../map/map-filter.ts';
import { type Box, HOME_BOX, isShown, legendCounts, type MapPoint, mapPoints } from '../../map/map-points.ts';
import type { GivenClusters } from '../../map/map-view.ts';
import { outletClustersQuery, outletMapQuery, outletPlaceQuery } from './dashboard-api.ts';

/**
 * The part to load before the map reports what it shows: the whole world at a zoom that fits all outlets on one screen.
 */
const WHOLE: MapPart = { zoom: '4', west: '-180', south: '-90', east: '180', north: '90' };

export type MapOutlets = {
  /** Null while loading. */
  readonly counts: LegendCounts | null;
  readonly total: number;
  /** Outlets with their own marker. */
  readonly points: readonly MapPoint[];
  /** Null if every outlet is among the points. */
  readonly given: GivenClusters | null;
  /** Outlets on screen without their own marker. */
  readonly crowded: number;
  readonly error: Error | null;
  readonly isFetching: boolean;
  readonly retry: () => void;
  readonly onMoved: (box: Box, zoom: number) => void;
};

/** The outlets of the map: all of a small network at once, or the visible part of a large one. */
export function useMapOutlets(filter: MapFilter, chosen: string | null, told: StatusCounts | undefined): MapOutlets {
  const whole = useQuery(outletMapQuery());
  const [part, setPart] = useState(WHOLE);
  const isLarge = whole.data !== undefined && whole.data.eui.length === 0 && (whole.data.total ?? 0) > 0;
  const some = useQuery({ ...outletClustersQuery(part, filter), enabled: isLarge });
  const place = useQuery({ ...outletPlaceQuery(chosen ?? ''), enabled: isLarge && chosen !== null });
  const onMoved = (box: Box, zoom: number) => {
    const next = partAround(box, zoom);
    if (isLarge && JSON.stringify(next) !== JSON.stringify(part)) setPart(next);
  };
  const asked = isLarge ? some : whole;
  const state = { isFetching: asked.isFetching, retry: () => void asked.refetch(), onMoved };
  if (isLarge) {
    const { data, error } = some;
    if (data === undefined) return { ...NOTHING, ...state, error };
    const alone = mapPoints(data.outlets);
    const clusters =
      filter.positions.includes('unknown') && !filter.positions.includes('venue') ? [] : clustersOf(data);
    const missing = place.data && !alone.some(({ eui }) => eui === chosen) ? [pointOf(place.data)] : [];
    const { online, late, offline, never, at_venue: venue, unlocated: unknown, total, box } = data;
    return {
      ...state,
      error: null,
      total,
      counts: asTold({ online, late, offline, never, venue, unknown }, told),
      points: [...alone, ...missing],
      given: { clusters, box: box ?? HOME_BOX },
      crowded: clusters.reduce((sum, cluster) => sum + cluster.total, 0),
    };
  }
  if (whole.data === undefined) return { ...NOTHING, ...state, error: whole.error };
  const points = mapPoints(whole.data);
  return {
    ...state,
    error: null,
    total: points.length,
    counts: asTold(legendCounts(points), told),
    given: null,
    crowded: 0,
    points: points.filter((point) => isShown(point, filter)),
  };
}

/** The number of outlets per status, from the overview. */
export type StatusCounts = Readonly<Record<DeviceStatus, number>>;

const sumOf = ({ online, late, offline, never }: StatusCounts): number => online + late + offline + never;

/**
 * Uses the overview's counts if they cover the same outlets. Map and overview load at different moments, and a status
 * changes within minutes.
 */
const asTold = (counts: LegendCounts, told: StatusCounts | undefined): LegendCounts =>
  told !== undefined && sumOf(told) === sumOf(counts) ? { ...counts, ...told } : counts;

const NOTHING = { counts: null, total: 0, points: [], given: null, crowded: 0 } as const;

type Place = NonNullable<Awaited<ReturnType<NonNullable<ReturnType<typeof outletPlaceQuery>['queryFn']>>>>;

const pointOf = (device: Place): MapPoint => ({
  eui: device.eui,
  lat: device.lat,
  lng: device.lng,
  located: device.located,
  position: device.position,
  status: device.status,
  label: device.label,
  venue: device.venue,
  customer: device.customer,
  lastSeenMs: device.last_seen === null ? null : Date.parse(device.last_seen),
  offset: [0, 0],
});
