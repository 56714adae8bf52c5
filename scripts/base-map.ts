// Writes web/map/north-america.gen.json: the neighbors of the United States in 50 m detail, extracted from world-atlas.
// The 110 m world map leaves gaps along the border. After an update of world-atlas, run: npx tsx scripts/base-map.ts
import { readFileSync, writeFileSync } from 'node:fs';

const NEIGHBOURS = [
  ...['Bahamas', 'Belize', 'Canada', 'Cayman Is.', 'Cuba', 'Dominican Rep.', 'El Salvador', 'Guatemala', 'Haiti'],
  ...['Honduras', 'Jamaica', 'Mexico', 'Nicaragua', 'Turks and Caicos Is.'],
];
const TARGET = 'web/map/north-america.gen.json';

type Arcs = number | Arcs[];
type Country = { type: string; id: string; properties: { name: string }; arcs: Arcs };
type World = { transform: unknown; arcs: unknown[]; objects: { countries: { geometries: Country[] } } };

const world = JSON.parse(readFileSync('node_modules/world-atlas/countries-50m.json', 'utf8')) as World;
const chosen = world.objects.countries.geometries.filter(({ properties }) => NEIGHBOURS.includes(properties.name));
if (chosen.length !== NEIGHBOURS.length) throw new Error('world-atlas names a neighbour differently');

/** Old arc numbers, in the order of the new numbers. A negative arc number means the same arc reversed. */
const kept: number[] = [];
function renumber(arcs: Arcs): Arcs {
  if (Array.isArray(arcs)) return arcs.map(renumber);
  const old = arcs < 0 ? ~arcs : arcs;
  if (!kept.includes(old)) kept.push(old);
  const index = kept.indexOf(old);
  return arcs < 0 ? ~index : index;
}

const geometries = chosen.map(({ type, id, arcs }) => ({ type, id, arcs: renumber(arcs) }));
const topology = {
  type: 'Topology',
  transform: world.transform,
  objects: { countries: { type: 'GeometryCollection', geometries } },
  arcs: kept.map((index) => world.arcs[index]),
};
writeFileSync(TARGET, `${JSON.stringify(topology)}\n`);
console.log(`${TARGET}: ${chosen.length} countries, ${kept.length} arcs`);
