import { worldX, worldY } from '#domain/mercator.ts';
import type { BaseMap } from './load-base-map.ts';
import { type Camera, pixelOf, type Size, worldWidth } from './map-camera.ts';
import type { MapColours } from './map-style.ts';

/** The world's width in path units. */
const WORLD = 4_096;
const NAMES_FROM_ZOOM = 3.4;
const NAME_LINE = 1.2;
const MOST_EMS = 7;
const NAME_PADDING = 6;

type Shape = BaseMap['land']['features'][number];
type Name = { readonly lines: readonly string[]; readonly lng: number; readonly lat: number };
type Outlines = { readonly land: () => Path2D; readonly borders: () => Path2D };
type DrawnBase = { readonly outlinesAt: (zoom: number) => Outlines; readonly names: readonly Name[] };

/**
 * Maximum zoom at which points closer than `COARSE_APART` path units fall on the same pixel. Most points are that
 * close.
 */
const COARSE_TO_ZOOM = 4.5;
const COARSE_APART = 0.35;

function trace(path: Path2D, line: readonly (readonly number[])[], isClosed: boolean, apart = 0): void {
  let [lastX, lastY] = [0, 0];
  line.forEach(([lng = 0, lat = 0], index) => {
    const [x, y] = [worldX(lng) * WORLD, worldY(lat) * WORLD];
    const isNear = Math.abs(x - lastX) < apart && Math.abs(y - lastY) < apart;
    if (index > 0 && index < line.length - 1 && isNear) return;
    if (index === 0) path.moveTo(x, y);
    else path.lineTo(x, y);
    [lastX, lastY] = [x, y];
  });
  if (isClosed) path.closePath();
}

function pathOf(shapes: readonly Shape[], apart: number): Path2D {
  const path = new Path2D();
  for (const { geometry } of shapes) {
    if (geometry.type === 'Polygon') for (const ring of geometry.coordinates) trace(path, ring, true, apart);
    if (geometry.type === 'MultiPolygon')
      for (const polygon of geometry.coordinates) for (const ring of polygon) trace(path, ring, true, apart);
    if (geometry.type === 'MultiLineString') for (const line of geometry.coordinates) trace(path, line, false, apart);
  }
  return path;
}

/** Returns the names in order of precedence. */
function namesOf(shapes: readonly Shape[]): Name[] {
  return [...shapes]
    .sort((one, other) => Number(one.properties.order) - Number(other.properties.order))
    .flatMap(({ properties, geometry }) => {
      if (geometry.type !== 'Point') return [];
      const [lng = 0, lat = 0] = geometry.coordinates;
      return [{ lines: linesOf(String(properties.name)), lng, lat }];
    });
}

/** Splits a long name into two lines. Assumes that a letter is about half as wide as it is high. */
function linesOf(name: string): string[] {
  const words = name.split(' ');
  if (words.length === 1 || name.length / 2 <= MOST_EMS) return [name];
  const at = Math.ceil(words.length / 2);
  return [words.slice(0, at).join(' '), words.slice(at).join(' ')];
}

function once(make: () => Path2D): () => Path2D {
  let made: Path2D | undefined;
  return () => {
    made ??= make();
    return made;
  };
}

/**
 * Prepares the base map. Outlines are built on first use, and the fine outlines only when the user zooms in far enough
 * to see them.
 */
function drawnBase({ land, borders, names }: BaseMap): DrawnBase {
  const outlines = (apart: number): Outlines => ({
    land: once(() => pathOf(land.features, apart)),
    borders: once(() => pathOf(borders.features, apart)),
  });
  const [coarse, fine] = [outlines(COARSE_APART), outlines(0)];
  return { outlinesAt: (zoom) => (zoom < COARSE_TO_ZOOM ? coarse : fine), names: namesOf(names.features) };
}

/** Interpolates linearly between two zooms, as the engine's style does. */
const between = (zoom: number, [from, low]: readonly [number, number], [to, high]: readonly [number, number]): number =>
  low + (high - low) * Math.max(0, Math.min(1, (zoom - from) / (to - from)));

/** Transforms the context to path units. Returns the number of path units per pixel. */
function enterWorld(context: CanvasRenderingContext2D, camera: Camera, { width, height }: Size): number {
  const scale = worldWidth(camera.zoom) / WORLD;
  context.translate(width / 2 - worldX(camera.lng) * WORLD * scale, height / 2 - worldY(camera.lat) * WORLD * scale);
  context.scale(scale, scale);
  return 1 / scale;
}

type Part = (
  context: CanvasRenderingContext2D,
  base: DrawnBase,
  camera: Camera,
  size: Size,
  colours: MapColours,
) => void;

/** The steps that draw land, borders and names as the engine does (map-style.ts), from bottom to top. */
const PARTS: readonly Part[] = [
  // Paints nothing yet, because building the outline takes as long as painting it.
  (_context, base, camera) => void base.outlinesAt(camera.zoom).land(),
  (context, base, camera, size, colours) => {
    context.fillStyle = colours.water;
    context.fillRect(0, 0, size.width, size.height);
    enterWorld(context, camera, size);
    context.fillStyle = colours.land;
    context.fill(base.outlinesAt(camera.zoom).land());
  },
  (context, base, camera, size, colours) => {
    context.lineWidth = 1.5 * enterWorld(context, camera, size);
    context.lineJoin = 'round';
    context.strokeStyle = colours.land;
    context.stroke(base.outlinesAt(camera.zoom).land());
  },
  (context, base, camera, size, colours) => {
    context.lineWidth = between(camera.zoom, [2, 0.5], [6, 1.2]) * enterWorld(context, camera, size);
    context.lineJoin = 'round';
    context.strokeStyle = colours.line;
    context.stroke(base.outlinesAt(camera.zoom).borders());
  },
  (context, base, camera, size, colours) => {
    if (camera.zoom >= NAMES_FROM_ZOOM) paintNames(context, base.names, camera, size, colours);
  },
];

/**
 * Creates a function that paints land, borders and names, and returns whether the map is complete. On the first
 * drawing, each call paints only one part. Building and painting everything takes a tenth of a second, which would
 * block the page.
 */
export function createBasePainter(map: BaseMap) {
  const base = drawnBase(map);
  let isFirst = true;
  let parts = 0;
  let first = '';
  return (context: CanvasRenderingContext2D, camera: Camera, size: Size, colours: MapColours): boolean => {
    const extent = isFirst ? JSON.stringify([camera, size, colours]) : '';
    if (parts === 0) first = extent;
    // The map has moved or changed since the first call, so paint everything in this call.
    isFirst &&= extent === first;
    for (const part of isFirst ? PARTS.slice(parts, parts + 1) : PARTS) {
      context.save();
      part(context, base, camera, size, colours);
      context.restore();
    }
    parts += 1;
    isFirst &&= parts < PARTS.length;
    return !isFirst;
  };
}

function paintNames(
  context: CanvasRenderingContext2D,
  names: readonly Name[],
  camera: Camera,
  size: Size,
  colours: MapColours,
): void {
  const px = between(camera.zoom, [NAMES_FROM_ZOOM, 10], [7, 13]);
  context.font = `${px}px 'Inter Variable', system-ui, sans-serif`;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.lineJoin = 'round';
  context.strokeStyle = colours.land;
  context.lineWidth = 2.4;
  context.fillStyle = colours.text;
  const taken: (readonly [left: number, top: number, right: number, bottom: number])[] = [];
  for (const { lines, lng, lat } of names) {
    const [x, y] = pixelOf(camera, size, { lng, lat });
    const across = Math.max(...lines.map((line) => context.measureText(line).width)) / 2 + NAME_PADDING;
    const down = (lines.length * px * NAME_LINE) / 2 + NAME_PADDING;
    const [left, top, right, bottom] = [x - across, y - down, x + across, y + down];
    if (right < 0 || bottom < 0 || left > size.width || top > size.height) continue;
    if (taken.some((box) => left < box[2] && right > box[0] && top < box[3] && bottom > box[1])) continue;
    taken.push([left, top, right, bottom]);
    lines.forEach((line, index) => {
      const middle = y + (index - (lines.length - 1) / 2) * px * NAME_LINE;
      context.strokeText(line, x, middle);
      context.fillText(line, x, middle);
    });
  }
}

/** Draws a circle or area on the map, below the outlets. */
export function paintOutline(
  context: CanvasRenderingContext2D,
  edge: readonly (readonly number[])[],
  camera: Camera,
  size: Size,
  colour: string,
): void {
  const path = new Path2D();
  trace(path, edge, true);
  context.save();
  const pixel = enterWorld(context, camera, size);
  context.fillStyle = colour;
  context.globalAlpha = 0.12;
  context.fill(path);
  context.globalAlpha = 1;
  context.strokeStyle = colour;
  context.lineWidth = 1.5 * pixel;
  context.stroke(path);
  context.restore();
}
