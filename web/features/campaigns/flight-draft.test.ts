import { expect, test } from 'vitest';
import { changedFlightFields, EMPTY_FLIGHT, fieldsOfDraft, flightDraftOf, targetsOf } from './flight-draft.ts';

test('a flight is typed as it is stored, and back', () => {
  const fields = {
    starts: '2026-12-01',
    ends: null,
    budget: 2500.5,
    daily_cap: null,
    visitor_cap: 3,
    accepts_unsigned: true,
    pacing: 'fast' as const,
    model: 'cpc' as const,
    targets: { states: ['Ohio'] },
  };
  expect(fieldsOfDraft(flightDraftOf({ fields })).fields).toEqual(fields);
});

test('dollars are read as people write them, and nothing is no cap', () => {
  const { fields, faults } = fieldsOfDraft({ ...EMPTY_FLIGHT, budget: '$ 1,250.50', visitor_cap: '0' });
  expect(fields).toMatchObject({ budget: 1250.5, daily_cap: null, visitor_cap: null });
  expect(faults).toEqual({});
});

test('what is no number is left out, and said', () => {
  const { fields, faults } = fieldsOfDraft({ ...EMPTY_FLIGHT, budget: 'many', visitor_cap: '1001' });
  expect(fields).not.toHaveProperty('budget');
  expect(fields).not.toHaveProperty('visitor_cap');
  expect(Object.keys(faults).sort()).toEqual(['budget', 'visitor_cap']);
});

test('only what changed is sent', () => {
  const { fields } = changedFlightFields({ ...EMPTY_FLIGHT, ends: '2026-12-31' }, EMPTY_FLIGHT);
  expect(fields).toEqual({ ends: '2026-12-31' });
});

test('targets that nobody can read are everywhere', () => {
  expect(targetsOf({ targets: 'x' })).toEqual({});
  expect(targetsOf({})).toEqual({});
});
