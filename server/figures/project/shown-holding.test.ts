import { expect, test } from 'vitest';
import { fallbackPosition } from '#domain/fallback-position.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import { lastSeenOf, placeOf } from './shown-holding.ts';

const outlet = { id: 'o1', key: 1, eui: 'a'.repeat(16), label: '', labelKey: '', lat: 40, lng: -70 };
const customer = { id: 'c1', key: 1, name: 'A', nameKey: 'a', findKey: 'a', kind: 'property' as const, deleted: false };
const venue = { id: 'v1', name: 'V', nameKey: 'v', findKey: 'v', type: '', state: '', timeZone: 'UTC', lat: 1, lng: 2 };
const present: Holding = { outlet, customer, venue, endedAt: null };
const former: Holding = { ...present, endedAt: 100 };

test('a former owner sees its outlet at its own venue’s position, with contacts of its time only', () => {
  expect(placeOf(former)).toEqual({ lat: 1, lng: 2, located: true, position: 'venue' });
  expect(placeOf(present)).toEqual({ lat: 40, lng: -70, located: true, position: 'outlet' });
  const seen = new Map([[1, 900]]);
  expect([lastSeenOf(former, seen), lastSeenOf(present, seen)]).toEqual([100, 900]);
});

test('an outlet without a position is at its venue; if the venue has none either, the position is stable and marked', () => {
  const placed = (lat: number | null) =>
    placeOf({ ...present, outlet: { ...outlet, lat: null }, venue: { ...venue, lat } });
  expect(placed(1)).toEqual({ lat: 1, lng: 2, located: true, position: 'venue' });
  expect(placed(null)).toEqual({ ...fallbackPosition(outlet.eui), located: false, position: 'unknown' });
});
