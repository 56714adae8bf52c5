import { STATUS_SHAPES } from '../ui/status-badge.tsx';
import { STATUSES } from './map-filter.ts';
import type { MapColours } from './map-style.ts';

/** Double resolution, for high-density screens. */
export const MARKER_PIXEL_RATIO = 2;
/** The size of the shapes' view box, the size of a marker in pixels (`DRAWN`), and the margin around a marker. */
const BOX = 10;
export const DRAWN = 12;
const MARGIN = 3;
const SIZE = (DRAWN + 2 * MARGIN) * MARKER_PIXEL_RATIO;

/** Returns a marker's image name in the map's style. */
export const markerName = (status: string, located: boolean): string => `${status}-${located ? 'known' : 'unknown'}`;

/** Draws a marker at the context's origin, in a box of the marker's size. */
export function paintMarker(
  context: CanvasRenderingContext2D,
  { status, located }: { status: keyof typeof STATUS_SHAPES; located: boolean },
  { status: colours, surface }: MapColours,
): void {
  context.scale(DRAWN / BOX, DRAWN / BOX);
  const shape = new Path2D(STATUS_SHAPES[status]);
  context.lineJoin = 'round';
  context.strokeStyle = surface;
  context.lineWidth = located ? 2.4 : 4.4;
  context.stroke(shape);
  context.fillStyle = located ? colours[status] : surface;
  context.fill(shape);
  if (located) return;
  context.strokeStyle = colours[status];
  context.lineWidth = 2;
  context.stroke(shape);
}

function drawMarker(marker: Parameters<typeof paintMarker>[1], colours: MapColours): ImageData | null {
  const canvas = document.createElement('canvas');
  canvas.width = SIZE;
  canvas.height = SIZE;
  const context = canvas.getContext('2d');
  if (!context) return null;
  context.scale(MARKER_PIXEL_RATIO, MARKER_PIXEL_RATIO);
  context.translate(MARGIN, MARGIN);
  paintMarker(context, marker, colours);
  return context.getImageData(0, 0, SIZE, SIZE);
}

/** Returns the images of all markers in the current colors: one shape per status, hollow if the position is unknown. */
export function markerImages(colours: MapColours): { name: string; image: ImageData }[] {
  return STATUSES.flatMap((status) =>
    [true, false].flatMap((located) => {
      const image = drawMarker({ status, located }, colours);
      return image ? [{ name: markerName(status, located), image }] : [];
    }),
  );
}
