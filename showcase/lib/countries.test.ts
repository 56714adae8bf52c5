import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readCountries, readWorld } from './countries.ts';

const countries = readCountries();

test('the world has 5 continents, 22 regions and 233 countries and areas, one without a population', () => {
  const world = readWorld();
  expect(world).toHaveLength(5);
  expect(world.flatMap(({ regions }) => regions)).toHaveLength(22);
  expect(countries).toHaveLength(233);
  expect(countries.filter(({ thousands }) => thousands === null)).toHaveLength(1);
  expect(countries.filter(({ isMember }) => isMember)).toHaveLength(193);
});

test('codes are unique, and the outlines use the same number for the same country', () => {
  expect(new Set(countries.map(({ id }) => id)).size).toBe(233);
  expect(new Set(countries.map(({ number }) => number)).size).toBe(233);
  type World = { objects: { countries: { geometries: { id?: string; properties: { name: string } }[] } } };
  const world = JSON.parse(readFileSync('node_modules/world-atlas/countries-50m.json', 'utf8')) as World;
  const drawn = new Map(world.objects.countries.geometries.map(({ id, properties }) => [id, properties.name]));
  const members = countries.filter(({ isMember }) => isMember);
  expect(members.filter(({ number }) => !drawn.has(number)).map(({ name }) => name)).toEqual(['Tuvalu']);
  const initial = (name: string | undefined) => name?.[0];
  const differing = members.filter(
    ({ number, name }) => drawn.has(number) && initial(drawn.get(number)) !== initial(name),
  );
  expect(differing.map(({ name, number }) => `${name}: ${drawn.get(number)}`)).toMatchInlineSnapshot(`
    [
      "Congo - Kinshasa: Dem. Rep. Congo",
      "Eswatini: eSwatini",
      "North Macedonia: Macedonia",
    ]
  `);
});
