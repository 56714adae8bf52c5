import type { MapArea } from '#domain/map-area.ts';
import type { Mix } from './cluster-button.ts';
import type { Camera } from './map-camera.ts';
import type { MapOutline } from './map-circle.ts';
import { type Box, boxAround, HOME_BOX, type MapPoint } from './map-points.ts';
import { mapViewStrings as strings } from './map-strings.ts';
import type { MapColours } from './map-style.ts';

/**
 * The closest zoom when fitting outlets. A closer zoom shows nothing more, because the shipped base map has only state
 * lines and names.
 */
export const CLOSEST_FIT = 5.5;
/** Margins when fitting all outlets. Clusters at the right edge appear beside the controls, not below them. */
export const FIT_ROOM = { top: 48, right: 84, bottom: 48, left: 48 } as const;
/** `BELOW_MARKER_PX`: space below a marker with an open popup. `FINGER_PX`: extra hit area for fingers. */
export const BELOW_MARKER_PX = 56;
export const FINGER_PX = 6;
/** Cluster settings for both map views. */
export const CLUSTERS = { radius: 56, upToZoom: 13 } as const;
export const MAP_TITLE = strings.mapLabel;

/** Options for both map views. */
export type MapViewOptions = {
  readonly container: HTMLElement;
  readonly colours: MapColours;
  /** CSS classes for overlays on the map. */
  readonly classes: Readonly<Record<'attribution' | 'cluster' | 'tooltip' | 'popup', string>>;
  /** If false, markers show only places, without their status. */
  readonly isStatusTold: boolean;
  /** Called with the EUI of a clicked marker, or null for a click beside the markers. */
  readonly onChoose: (eui: string | null) => void;
  /** Called when a cluster is opened; null if a click only zooms in. */
  readonly onCluster: ((area: MapArea) => void) | null;
  /** Called with the clicked place, with or without a marker. */
  readonly onPlace: (at: { readonly lat: number; readonly lng: number }) => void;
  /** Called after each movement with the visible box and the zoom. */
  readonly onMoved: (box: Box, zoom: number) => void;
};

/** A map of outlets: one marker per outlet while few are on screen, else clusters that show their statuses. */
export type MapView = {
  /**
   * Sets the outlets. With `given`, the server computed the clusters, and `points` holds only the unclustered outlets.
   */
  setPoints(points: readonly MapPoint[], given: GivenClusters | null): void;
  setOutline(outline: MapOutline | null): void;
  setColours(colours: MapColours): void;
  camera(): Camera;
  /** Shows an element above an outlet; null closes it. */
  openPopup(point: MapPoint | null, element: HTMLElement): void;
  /** Centers an outlet, or moves it lower to make room for its popup. Zooms in if `isNearer`. */
  goTo(point: MapPoint, options: { isNearer: boolean; hasPopup: boolean }): void;
  zoomBy(steps: number): void;
  showAll(): void;
  focus(): void;
  remove(): void;
};

/** Outlets that are too close together for separate markers. */
export type Cluster = {
  readonly key: string;
  readonly lng: number;
  readonly lat: number;
  readonly total: number;
  readonly mix: Mix;
  /** The zoom at which the cluster splits. */
  readonly opensAt: () => number;
  /** The map area that contains exactly this cluster's outlets; null if the browser computed the cluster. */
  readonly area: MapArea | null;
};

/** Clusters of a network too large for the browser, and the box around the whole network. */
export type GivenClusters = { readonly clusters: readonly Cluster[]; readonly box: Box | null };

const joined = (one: Box, other: Box | null): Box =>
  other === null
    ? one
    : {
        west: Math.min(one.west, other.west),
        east: Math.max(one.east, other.east),
        south: Math.min(one.south, other.south),
        north: Math.max(one.north, other.north),
      };

/** Returns the box around all outlets and the whole outline. */
export function boxOfAll(points: readonly MapPoint[], given: GivenClusters | null, outline: Box | null): Box {
  const box = given === null ? boxAround(points) : given.box;
  return outline === null ? (box ?? HOME_BOX) : joined(outline, box);
}
