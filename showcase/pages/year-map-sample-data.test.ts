import { expect, test } from 'vitest';
import { YEARS, yearMapData } from './year-map-sample-data.ts';

test('every year from 2012 to 2017 has about 190 countries with its own figures', () => {
  const byYear = yearMapData();
  expect([...YEARS]).toEqual([2012, 2013, 2014, 2015, 2016, 2017]);
  const firsts = YEARS.map((year) => byYear[year].areas[0]?.value);
  expect(new Set(firsts).size).toBe(6);
  for (const year of YEARS) {
    const { areas } = byYear[year];
    expect(areas).toHaveLength(193);
    expect(areas.every(({ id, value, tooltip }) => /^[A-Z]{2}$/.test(id) && value > 0 && tooltip.name !== '')).toBe(
      true,
    );
  }
});
