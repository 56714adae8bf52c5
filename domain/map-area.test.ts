import { expect, test } from 'vitest';
import { isInArea, mapAreaWords, readMapArea, writeMapArea } from './map-area.ts';

test('an area is written as west, south, east, north, and parsed again', () => {
  const area = { west: -74.3, south: 40.5, east: -73.7, north: 40.9 };
  expect(writeMapArea(area)).toBe('-74.3,40.5,-73.7,40.9');
  expect(readMapArea('-74.3,40.5,-73.7,40.9')).toEqual(area);
  expect(mapAreaWords('-74.3,40.5,-73.7,40.9')).toBe('40.5° N to 40.9° N, 74.3° W to 73.7° W');
});

test.each(['', '1,2,3', '1,2,3,4,5', '1,5,3,4', '181,0,1,1', '0,-91,1,1', 'a,0,1,1', '1e1,0,2,2', '0,0,1,1.1234567'])(
  'rejects an invalid area: %s',
  (text) => expect(readMapArea(text)).toBeNull(),
);

test('an area whose west is east of its east crosses the date line, and contains its edges', () => {
  const area = readMapArea('170,-20,-170,10');
  if (area === null) throw new Error('it is one');
  const at = (lng: number, lat: number) => isInArea(area, { lat, lng });
  expect([at(175, 0), at(-175, 0), at(180, 0), at(170, -20), at(-170, 10)]).toEqual([true, true, true, true, true]);
  expect([at(0, 0), at(169.99, 0), at(-169.99, 0), at(175, 10.01)]).toEqual([false, false, false, false]);
});

test('normalizes the area of a map that was turned around the world', () => {
  expect(writeMapArea({ west: 170, south: 0, east: 190, north: 1 })).toBe('170,0,-170,1');
  expect(writeMapArea({ west: -200, south: -0.00001, east: 200, north: 1 })).toBe('-180,0,180,1');
});
