import type { DeviceStatus, KnownPosition, OutletMap } from '#contract/list.ts';
import type { LegendCounts, MapFilter } from './map-filter.ts';

/** One outlet on the map. `offset` (pixels) spreads outlets that share a place. */
export type MapPoint = {
  readonly eui: string;
  readonly lat: number;
  readonly lng: number;
  readonly located: boolean;
  readonly position: KnownPosition;
  readonly status: DeviceStatus;
  /** Epoch milliseconds; null before the first contact. */
  readonly lastSeenMs: number | null;
  readonly label: string;
  readonly venue: string;
  readonly customer: string;
  readonly offset: readonly [number, number];
};

/** Maximum number of outlets on screen that each have their own marker (docs/decisions.md#screens). */
export const MOST_MARKERS = 500;

const SPREAD_PX = 9;
/**
 * Number of decimals to which degrees are rounded. Outlets with the same rounded degrees share a spot. Two decimals are
 * about a kilometer, which covers a venue's outlets.
 */
const SPOT_DECIMALS = 2;
const GOLDEN_ANGLE = Math.PI * (3 - Math.sqrt(5));

/** Returns the offset of the nth outlet at one spot: a sunflower pattern with the first in the middle. */
export function spreadOf(nth: number): readonly [number, number] {
  const radius = SPREAD_PX * Math.sqrt(nth);
  const angle = nth * GOLDEN_ANGLE;
  return [Math.round(radius * Math.cos(angle) * 10) / 10, Math.round(radius * Math.sin(angle) * 10) / 10];
}

/** Converts the server's columns to points. Skips rows with a missing value. */
export function mapPoints(map: OutletMap): MapPoint[] {
  const atSpot = new Map<string, number>();
  return map.eui.flatMap((eui, index) => {
    const [lat, lng, located, status] = [map.lat[index], map.lng[index], map.located[index], map.status[index]];
    const customer = map.customers[map.customer[index] ?? -1]?.customer;
    const [position, label, seen] = [map.position[index], map.label[index], map.last_seen[index]];
    const venue = map.venues[map.venue[index] ?? -1];
    if (lat === undefined || lng === undefined || located === undefined || !status || customer === undefined) return [];
    if (position === undefined || label === undefined || seen === undefined || venue === undefined) return [];
    const spot = `${lat.toFixed(SPOT_DECIMALS)} ${lng.toFixed(SPOT_DECIMALS)}`;
    const nth = atSpot.get(spot) ?? 0;
    atSpot.set(spot, nth + 1);
    const lastSeenMs = seen === null ? null : seen * 1000;
    const told = { located, position, status, lastSeenMs, label, venue, customer };
    return [{ eui, lat, lng, ...told, offset: spreadOf(nth) }];
  });
}

export const isShown = (point: MapPoint, { statuses, positions }: MapFilter): boolean =>
  (statuses.length === 0 || statuses.includes(point.status)) &&
  (positions.length === 0 || positions.some((position) => position === point.position));

/** Returns the legend's counts: outlets by status, and outlets without their own position. */
export function legendCounts(points: readonly MapPoint[]): LegendCounts {
  const counts = { online: 0, late: 0, offline: 0, never: 0, venue: 0, unknown: 0 };
  for (const { status, position } of points) {
    counts[status] += 1;
    if (position !== 'outlet') counts[position] += 1;
  }
  return counts;
}

export type Box = { readonly west: number; readonly south: number; readonly east: number; readonly north: number };

/** The contiguous United States: the map's default extent. */
export const HOME_BOX: Box = { west: -125, south: 24.4, east: -66.9, north: 49.4 };

/**
 * Returns the smallest box around all located outlets; null if there are none. Outlets with an unknown position never
 * move the map.
 */
export function boxAround(points: readonly MapPoint[]): Box | null {
  const located = points.filter((point) => point.located);
  const [first] = located;
  if (!first) return null;
  const box = { west: first.lng, south: first.lat, east: first.lng, north: first.lat };
  for (const { lat, lng } of located) {
    box.west = Math.min(box.west, lng);
    box.east = Math.max(box.east, lng);
    box.south = Math.min(box.south, lat);
    box.north = Math.max(box.north, lat);
  }
  return box;
}

export const isWithin = ({ west, south, east, north }: Box, { lat, lng }: { lat: number; lng: number }): boolean =>
  lat >= south && lat <= north && lng >= west && lng <= east;
