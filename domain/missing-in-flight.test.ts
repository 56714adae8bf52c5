import { expect, test } from 'vitest';
import { NO_END, NO_START } from './flight-state.ts';
import { missingInFlight } from './missing-in-flight.ts';

const complete = {
  startsMs: 10,
  endsMs: 100,
  budgetMicros: 5_000,
  creatives: 1,
  outlets: 1,
  price: { model: 'cpm' as const, micros: 5_000_000 },
};

test('submitting needs dates (end in the future), a price from the start, a budget for one billable event, a creative, and targets that reach an outlet in service', () => {
  expect(missingInFlight(complete, 50)).toEqual({});
  const none = { startsMs: NO_START, endsMs: NO_END, budgetMicros: 0, price: null, creatives: 0, outlets: 0 };
  expect(Object.keys(missingInFlight(none, 50))).toEqual(['starts', 'ends', 'budget', 'model', 'creatives', 'targets']);
  expect(Object.keys(missingInFlight(complete, 100))).toEqual(['ends']);
  expect(Object.keys(missingInFlight({ ...complete, budgetMicros: 4_999 }, 50))).toEqual(['budget']);
});
