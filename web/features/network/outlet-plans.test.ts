import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { noValues, OUTLET_FIELDS } from '#contract/editable-fields.ts';
import type { OutletDetail } from '#contract/outlets.ts';
import { outletPlanOf } from './outlet-plans.tsx';

const PLACE = {
  customer_id: 'c-1',
  customer: 'Pier House',
  venue_id: 'v-1',
  venue: 'Lobby',
  venue_type: 'bar',
  time_zone: 'UTC',
  from: '2026-01-01T00:00:00.000Z',
};
const LATER = {
  ...PLACE,
  customer_id: 'c-2',
  customer: 'Moved Away',
  venue_id: 'v-2',
  from: '2026-02-01T00:00:00.000Z',
};

const detailOf = (...places: (typeof PLACE)[]): OutletDetail => ({
  outlet: {
    ...noValues(OUTLET_FIELDS),
    id: '01900000-0000-7000-8000-0000000000aa',
    eui: '70b3d57ed0a10001',
    status: 'online',
    last_seen: null,
    retired_at: null,
    place: places[0] ?? null,
    keys: 0,
    version: 2,
  },
  assignments: places.map((place, index) => ({ ...place, to: null, current: index === 0 })),
  keys: [],
});
let stored: OutletDetail;
const { fetch } = globalThis;

beforeEach(() => {
  globalThis.fetch = vi.fn(async () => Response.json(stored));
});
afterEach(() => {
  globalThis.fetch = fetch;
});

const planOf = (form: string) => outletPlanOf(form, detailOf(PLACE), () => {});

test('corrects a place only while it is the last one, never a later place', async () => {
  stored = detailOf(PLACE);
  expect(await planOf('correct')?.stored?.again()).toMatchObject({ start: { venue_id: 'v-1', venue: 'Lobby' } });
  stored = detailOf(LATER, PLACE);
  expect(await planOf('correct')?.stored?.again()).toBeNull();
});

test.each(['move', 'correct'])('%s compares the venue as well, and keeps it with its customer', (form) => {
  const plan = planOf(form);
  expect(plan?.stored?.labels).toMatchObject({ customer: 'Customer', venue: 'Venue' });
  expect(plan?.stored?.parts?.venue).toEqual(plan?.stored?.parts?.customer);
  expect(plan?.start).toMatchObject({ customer: 'Pier House', venue: 'Lobby' });
});
