import { expect, test } from 'vitest';
import { targetFilter, writeTargetRule } from './targets.ts';

const place = {
  outletId: 'o1',
  venueId: 'v1',
  customerId: 'c1',
  venueType: 'Hotel',
  state: 'MA',
  lat: 42.36,
  lng: -71.06,
};

test('targets: everywhere, or any of customers, venues, outlets, venue types, states, a circle; minus exclusions', () => {
  const reaches = (rule: Parameters<typeof targetFilter>[0], at = place) => targetFilter(rule)(at);
  expect(reaches({})).toBe(true);
  for (const rule of [
    { customers: ['c1'] },
    { venues: ['v1'] },
    { outlets: ['o1'] },
    { venue_types: ['hotel'] },
    { states: ['ma'] },
    { circle: { lat: 42.4, lng: -71.1, km: 10 } },
  ])
    expect([reaches(rule), reaches({ except: rule })]).toEqual([true, false]);
  expect(reaches({ customers: ['c2'], states: ['MA'] })).toBe(true);
  expect(reaches({ customers: ['c2'], venue_types: ['airport'] })).toBe(false);
  expect(reaches({ circle: { lat: 40.7, lng: -74, km: 100 } })).toBe(false);
  expect(reaches({ circle: { lat: 0, lng: 0, km: 5_000 } }, { ...place, lat: null as never, lng: null as never })).toBe(
    false,
  );
});

test('equal rules have equal texts, and a rule that names nothing means everywhere', () => {
  expect(writeTargetRule({ customers: [], except: { states: [] } })).toBe('');
  expect(writeTargetRule({ venues: ['b', 'a', 'b'] })).toBe(writeTargetRule({ customers: [], venues: ['a', 'b'] }));
});
