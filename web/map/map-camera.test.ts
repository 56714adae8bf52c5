import { expect, test } from 'vitest';
import { boxOnScreen, broughtTo, cameraFor, heldWithin, pannedBy, pixelOf, placeAt, zoomedAt } from './map-camera.ts';
import { HOME_BOX } from './map-points.ts';

const size = { width: 800, height: 500 };
const options = { room: { top: 48, right: 48, bottom: 48, left: 48 }, nearest: 5.5 };
const middle = { lng: -95, lat: 38, zoom: 4 };

test('placeAt and pixelOf are inverse', () => {
  const { lng, lat } = placeAt(middle, size, [120, 333]);
  const [x, y] = pixelOf(middle, size, { lng, lat });
  expect([x, y].map((px) => Math.round(px * 1e6) / 1e6)).toEqual([120, 333]);
  expect(pixelOf(middle, size, middle)).toEqual([400, 250]);
});

test('fits a box with its margins as closely as possible, and zooms to one place only up to the limit', () => {
  const camera = cameraFor(HOME_BOX, size, options);
  const { west, east, south, north } = boxOnScreen(camera, size, -47.9);
  expect(west).toBeLessThan(HOME_BOX.west);
  expect(east).toBeGreaterThan(HOME_BOX.east);
  expect(south).toBeLessThan(HOME_BOX.south);
  expect(north).toBeGreaterThan(HOME_BOX.north);
  const nearer = boxOnScreen({ ...camera, zoom: camera.zoom + 0.01 }, size, -48);
  expect(nearer.west > HOME_BOX.west || nearer.north < HOME_BOX.north).toBe(true);
  const spot = { west: -95, east: -95, south: 38, north: 38 };
  expect(cameraFor(spot, size, options)).toEqual({ lng: -95, lat: expect.closeTo(38), zoom: 5.5 });
});

test('fits a box beside what covers an edge', () => {
  const room = { top: 10, right: 200, bottom: 10, left: 20 };
  const camera = cameraFor(HOME_BOX, size, { room, nearest: 9 });
  const [east] = pixelOf(camera, size, { lng: HOME_BOX.east, lat: 40 });
  const [west] = pixelOf(camera, size, { lng: HOME_BOX.west, lat: 40 });
  expect(east).toBeLessThanOrEqual(600.001);
  expect(west).toBeGreaterThanOrEqual(19.999);
  expect((east + west) / 2).toBeCloseTo(310);
});

test('zooming keeps the place under the pixel, and a drag moves it along', () => {
  const under = placeAt(middle, size, [700, 100]);
  const [x, y] = pixelOf(zoomedAt(middle, size, 1.5, [700, 100]), size, under);
  expect([x, y]).toEqual([expect.closeTo(700), expect.closeTo(100)]);
  const [right, down] = pixelOf(pannedBy(middle, size, [30, -20]), size, under);
  expect([right, down]).toEqual([expect.closeTo(730), expect.closeTo(80)]);
  expect(pixelOf(broughtTo(middle, size, under, [400, 444]), size, under)).toEqual([
    expect.closeTo(400),
    expect.closeTo(444),
  ]);
});

test('the map ends at the edge of the world', () => {
  const far = heldWithin({ lng: 179, lat: 84, zoom: -3 }, { width: 1_100, height: 500 });
  expect(far.zoom).toBeCloseTo(Math.log2(1_100 / 512));
  const { west, east, north } = boxOnScreen(far, { width: 1_100, height: 500 });
  expect([west, east]).toEqual([expect.closeTo(-180), expect.closeTo(180)]);
  expect(north).toBeLessThanOrEqual(85.06);
  expect(heldWithin({ ...middle, zoom: 40 }, size).zoom).toBe(16);
});
