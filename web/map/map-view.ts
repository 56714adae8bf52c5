import type { MapArea } from '#domain/map-area.ts';
import type { Mix } from './cluster-button.ts';
import type { Camera } from './map-camera.ts';
import type { MapOutline } from './map-circle.ts';
import { type Box, boxAround, HOME_BOX, type MapPoint } from './map-points.ts';
import type { MapColours } from './map-style.ts';

/** Closer there is nothing to see around an outlet: the shipped base map ends with state lines and names. */
export const CLOSEST_FIT = 5.5;
/** Around all outlets; clusters at the right edge stand beside the controls, not below them. */
export const FIT_ROOM = { top: 48, right: 84, bottom: 48, left: 48 } as const;
/** Room in pixels under a marker whose popup stands above it, and around one that is hit by a finger. */
export const BELOW_MARKER_PX = 56;
export const FINGER_PX = 6;
/** How clusters are made, by both drawings. */
export const CLUSTERS = { radius: 56, upToZoom: 13 } as const;
export const MAP_TITLE = 'Map of outlets. Arrow keys move it, plus and minus zoom.';

/** What both drawings are given. */
export type MapViewOptions = {
  readonly container: HTMLElement;
  readonly colours: MapColours;
  /** Classes of what is drawn over the map. */
  readonly classes: Readonly<Record<'attribution' | 'cluster' | 'tooltip' | 'popup', string>>;
  /** Without it the markers are places only: nothing is said of contact. */
  readonly isStatusTold: boolean;
  /** A marker was clicked, or the map beside them (null). */
  readonly onChoose: (eui: string | null) => void;
  /** A cluster was opened; without it that only zooms in. */
  readonly onCluster: ((area: MapArea) => void) | null;
  /** The map was clicked at a place, whatever stands there. */
  readonly onPlace: (at: { readonly lat: number; readonly lng: number }) => void;
  /** Called after each movement with the box that is on screen, and how near it is. */
  readonly onMoved: (box: Box, zoom: number) => void;
};

/** A map of outlets: one marker each while few are on screen, else clusters that show their mix of status. */
export type MapView = {
  /** With `given` the clusters are what the server says: the points are only those that stand alone. */
  setPoints(points: readonly MapPoint[], given: GivenClusters | null): void;
  setOutline(outline: MapOutline | null): void;
  setColours(colours: MapColours): void;
  camera(): Camera;
  /** Lets an element stand above an outlet; null takes it away. */
  openPopup(point: MapPoint | null, element: HTMLElement): void;
  /** Moves an outlet to the middle, or below it where its popup has room; nearer if wanted. */
  goTo(point: MapPoint, options: { isNearer: boolean; hasPopup: boolean }): void;
  zoomBy(steps: number): void;
  showAll(): void;
  focus(): void;
  remove(): void;
};

/** Outlets that stand too close to be told apart. */
export type Cluster = {
  readonly key: string;
  readonly lng: number;
  readonly lat: number;
  readonly total: number;
  readonly mix: Mix;
  /** The zoom at which it falls apart. */
  readonly opensAt: () => number;
  /** The part of the map that holds it and no other outlet; null where only this browser knows of it. */
  readonly area: MapArea | null;
};

/** Clusters of a network too large for the browser, and the box around all of it. */
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

/** All outlets, and the outline whole. */
export function boxOfAll(points: readonly MapPoint[], given: GivenClusters | null, outline: Box | null): Box {
  const box = given === null ? boxAround(points) : given.box;
  return outline === null ? (box ?? HOME_BOX) : joined(outline, box);
}
