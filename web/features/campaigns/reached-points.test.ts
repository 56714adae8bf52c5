import { expect, test } from 'vitest';
import { reachedPoints, reachedVenues } from './reach-panel.tsx';

const venue = (name: string) => ({ name, type: 'hotel', state: 'Ohio', customer: 'Pier House' });
const reached = {
  eui: ['a', 'b', 'c'],
  lat: [1, 1, 2],
  lng: [3, 3, 4],
  label: ['', 'Bar', ''],
  venue: [1, 1, 0],
  venues: [venue('Harbour'), venue('Lobby')],
};

test('spreads the outlets of one venue on the map', () => {
  const [first, second, third] = reachedPoints(reached);
  expect(first).toMatchObject({ eui: 'a', lat: 1, lng: 3, venue: 'Lobby', customer: 'Pier House', offset: [0, 0] });
  expect(second?.offset).not.toEqual([0, 0]);
  expect(third?.offset).toEqual([0, 0]);
});

test('ends the points at the shortest column', () => {
  expect(reachedPoints({ ...reached, lat: [1] })).toHaveLength(1);
});

test('sorts venues by their number of reached outlets', () => {
  expect(reachedVenues(reached).map(({ name, outlets }) => [name, outlets])).toEqual([
    ['Lobby', 2],
    ['Harbour', 1],
  ]);
});
