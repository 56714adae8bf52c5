import { latOf, lngOf, worldX, worldY } from '#domain/mercator.ts';
import type { Box } from './map-points.ts';

/** The map's center and zoom, in the engine's units, so that a view can continue where the previous view left off. */
export type Camera = { readonly lng: number; readonly lat: number; readonly zoom: number };
export type Size = { readonly width: number; readonly height: number };
export type Pixel = readonly [x: number, y: number];
/** Margins in pixels to keep free inside the edges. */
type Room = { readonly top: number; readonly right: number; readonly bottom: number; readonly left: number };
type Place = { readonly lng: number; readonly lat: number };

const WORLD_PX = 512;
export const NEAREST = 16;
export const FURTHEST = 1;

/** Returns the world's width in pixels. */
export const worldWidth = (zoom: number): number => WORLD_PX * 2 ** zoom;

/** Returns a place's pixel on screen. */
export function pixelOf(camera: Camera, { width, height }: Size, { lng, lat }: Place): Pixel {
  const scale = worldWidth(camera.zoom);
  return [
    width / 2 + (worldX(lng) - worldX(camera.lng)) * scale,
    height / 2 + (worldY(lat) - worldY(camera.lat)) * scale,
  ];
}

/** Returns the place under a pixel. */
export function placeAt(camera: Camera, { width, height }: Size, [x, y]: Pixel): Place {
  const scale = worldWidth(camera.zoom);
  return {
    lng: lngOf(worldX(camera.lng) + (x - width / 2) / scale),
    lat: latOf(worldY(camera.lat) + (y - height / 2) / scale),
  };
}

/** Returns the visible box, extended by `around` pixels. */
export function boxOnScreen(camera: Camera, size: Size, around = 0): Box {
  const { lng: west, lat: north } = placeAt(camera, size, [-around, -around]);
  const { lng: east, lat: south } = placeAt(camera, size, [size.width + around, size.height + around]);
  return { west, south, east, north };
}

/** Limits the zoom and keeps the view within the world. */
export function heldWithin({ lng, lat, zoom }: Camera, { width, height }: Size): Camera {
  const least = Math.max(FURTHEST, Math.log2(Math.max(width, height, 1) / WORLD_PX));
  const held = Math.max(least, Math.min(NEAREST, zoom));
  const scale = worldWidth(held);
  const within = (middle: number, px: number): number => Math.max(px / 2 / scale, Math.min(1 - px / 2 / scale, middle));
  return { lng: lngOf(within(worldX(lng), width)), lat: latOf(within(worldY(lat), height)), zoom: held };
}

/** Returns the camera that shows a whole box with margins around it. */
export function cameraFor(box: Box, size: Size, { room, nearest }: { room: Room; nearest: number }): Camera {
  const [west, east] = [worldX(box.west), worldX(box.east)];
  const [north, south] = [worldY(box.north), worldY(box.south)];
  const [width, height] = [size.width - room.left - room.right, size.height - room.top - room.bottom];
  const scale = (px: number, part: number): number =>
    part === 0 ? Number.POSITIVE_INFINITY : Math.max(1, px) / (part * WORLD_PX);
  const zoom = Math.log2(Math.min(scale(width, east - west), scale(height, south - north)));
  const middle = { lng: lngOf((west + east) / 2), lat: latOf((north + south) / 2) };
  const held = heldWithin({ ...middle, zoom: Math.min(nearest, zoom) }, size);
  return broughtTo(held, size, middle, [room.left + width / 2, room.top + height / 2]);
}

/** Zooms by `steps` and keeps the place under `pixel` where it is. */
export function zoomedAt(camera: Camera, size: Size, steps: number, pixel: Pixel): Camera {
  const kept = placeAt(camera, size, pixel);
  return broughtTo(heldWithin({ ...camera, zoom: camera.zoom + steps }, size), size, kept, pixel);
}

/** Moves a place to a pixel without changing the zoom. */
export function broughtTo({ zoom }: Camera, size: Size, place: Place, [x, y]: Pixel): Camera {
  const around = { ...place, zoom };
  return heldWithin({ ...placeAt(around, size, [size.width - x, size.height - y]), zoom }, size);
}

/** Moves the map by pixels to the right and down. */
export const pannedBy = (camera: Camera, size: Size, [x, y]: Pixel): Camera =>
  heldWithin({ ...placeAt(camera, size, [size.width / 2 - x, size.height / 2 - y]), zoom: camera.zoom }, size);
