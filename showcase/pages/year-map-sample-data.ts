import { readCountries } from '../lib/countries.ts';
import { sampleNumbers } from '../samples/random-sample.ts';

export const YEARS = [2012, 2013, 2014, 2015, 2016, 2017] as const;
export type Year = (typeof YEARS)[number];
/** A country on the map of a year: two-letter code, value, and tooltip (docs/specification.md#entities). */
export type YearEntry = {
  readonly id: string;
  readonly value: number;
  readonly tooltip: { readonly name: string; readonly text: string };
};

const COUNTED_IN = 2016;

/** Returns 193 countries, each with a pseudo-random population near the real population for the year. */
function entriesOf(year: Year): readonly YearEntry[] {
  const next = sampleNumbers(year);
  return readCountries()
    .filter(({ isMember }) => isMember)
    .map(({ id, name, thousands }) => {
      const grown = (thousands ?? 0) * 1000 * 1.012 ** (year - COUNTED_IN);
      const value = Math.max(1, Math.round(grown * (0.97 + next() * 0.06) + next() * 999));
      return { id, value, tooltip: { name, text: `Population: ${value.toLocaleString('en-US')}` } };
    });
}

/** The map's data by year. */
export const yearMapData = (): Readonly<Record<Year, { readonly areas: readonly YearEntry[] }>> => ({
  2012: { areas: entriesOf(2012) },
  2013: { areas: entriesOf(2013) },
  2014: { areas: entriesOf(2014) },
  2015: { areas: entriesOf(2015) },
  2016: { areas: entriesOf(2016) },
  2017: { areas: entriesOf(2017) },
});
