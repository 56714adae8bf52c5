import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createBasePainter } from './drawn-base.ts';
import type { BaseMap } from './load-base-map.ts';
import type { MapColours } from './map-style.ts';

const SIZE = { width: 800, height: 600 };
const HOME = { lng: -98, lat: 39, zoom: 4 };
const COLOURS = { water: 'blue', land: 'green', line: 'grey', text: 'black' } as MapColours;
const BASE = {
  land: {
    features: [
      {
        properties: {},
        geometry: {
          type: 'Polygon',
          coordinates: [
            [
              [-120, 30],
              [-80, 30],
              [-80, 45],
              [-120, 30],
            ],
          ],
        },
      },
    ],
  },
  borders: {
    features: [
      {
        properties: {},
        geometry: {
          type: 'MultiLineString',
          coordinates: [
            [
              [-100, 30],
              [-100, 45],
            ],
          ],
        },
      },
    ],
  },
  names: {
    features: [{ properties: { name: 'Kansas', order: 1 }, geometry: { type: 'Point', coordinates: [-98, 38] } }],
  },
} as unknown as BaseMap;

beforeEach(() =>
  vi.stubGlobal(
    'Path2D',
    class {
      moveTo() {}
      lineTo() {}
      closePath() {}
    },
  ),
);
afterEach(() => vi.unstubAllGlobals());

/** A canvas context that records what is painted. */
function listen() {
  const painted: string[] = [];
  const context = new Proxy({} as Record<string, unknown>, {
    get: (target, name) =>
      target[name as string] ??
      ((...given: unknown[]) => {
        if (/^(fill|stroke)/.test(String(name))) painted.push(String(name));
        return name === 'measureText' ? { width: 10 * String(given[0]).length } : undefined;
      }),
  }) as unknown as CanvasRenderingContext2D;
  return { painted, context };
}

const WHOLE = ['fillRect', 'fill', 'stroke', 'stroke', 'strokeText', 'fillText'];

test('paints the map in parts the first time, and as a whole afterwards', () => {
  const { painted, context } = listen();
  const paint = createBasePainter(BASE);
  const seen: (readonly [boolean, number])[] = [];
  for (let call = 0; call < 5; call += 1) seen.push([paint(context, HOME, SIZE, COLOURS), painted.length]);
  expect(seen).toEqual([
    [false, 0],
    [false, 2],
    [false, 3],
    [false, 4],
    [true, 6],
  ]);
  expect(painted).toEqual(WHOLE);
  painted.length = 0;
  expect(paint(context, { ...HOME, zoom: 5 }, SIZE, COLOURS)).toBe(true);
  expect(painted).toEqual(WHOLE);
});

test('paints everything at once if the reader moves the map before the first paint is complete', () => {
  const { painted, context } = listen();
  const paint = createBasePainter(BASE);
  paint(context, HOME, SIZE, COLOURS);
  paint(context, HOME, SIZE, COLOURS);
  painted.length = 0;
  expect(paint(context, { ...HOME, lng: -97 }, SIZE, COLOURS)).toBe(true);
  expect(painted).toEqual(WHOLE);
});
