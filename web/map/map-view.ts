import type { Camera } from './map-camera.ts';
import type { MapCircle } from './map-circle.ts';
import { type Box, boxAround, HOME_BOX, type MapPoint } from './map-points.ts';
import type { MapColours } from './map-style.ts';

/** Closer there is nothing to see around an outlet: the shipped base map ends with state lines and names. */
export const CLOSEST_FIT = 5.5;
export const FIT_PADDING = 48;
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
  /** The map was clicked at a place, whatever stands there. */
  readonly onPlace: (at: { readonly lat: number; readonly lng: number }) => void;
  /** Called after each movement with the box that is on screen. */
  readonly onMoved: (box: Box) => void;
};

/** A map of outlets: one marker each while few are on screen, else clusters that show their mix of status. */
export type MapView = {
  setPoints(points: readonly MapPoint[]): void;
  setCircle(circle: MapCircle | null): void;
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

const joined = (one: Box, other: Box | null): Box =>
  other === null
    ? one
    : {
        ...{ west: Math.min(one.west, other.west), east: Math.max(one.east, other.east) },
        ...{ south: Math.min(one.south, other.south), north: Math.max(one.north, other.north) },
      };

/** All outlets, and the circle whole. */
export function boxOfAll(points: readonly MapPoint[], circle: Box | null): Box {
  const box = boxAround(points);
  return circle === null ? (box ?? HOME_BOX) : joined(circle, box);
}
