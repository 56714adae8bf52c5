import { expect, test } from 'vitest';
import { changedFlightFields, EMPTY_FLIGHT, fieldsOfDraft, flightDraftOf, targetsOf } from './flight-draft.ts';

test('converts a stored flight to form text and back', () => {
  const fields = {
    label: 'Lobby screens',
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

test('parses typed dollars and treats an empty field as no cap', () => {
  const { fields, faults } = fieldsOfDraft({ ...EMPTY_FLIGHT, budget: '$ 1,250.50', visitor_cap: '0' });
  expect(fields).toMatchObject({ budget: 1250.5, daily_cap: null, visitor_cap: null });
  expect(faults).toEqual({});
});

test('omits a value that is not a number and reports it', () => {
  const { fields, faults } = fieldsOfDraft({ ...EMPTY_FLIGHT, budget: 'many', visitor_cap: '1001' });
  expect(fields).not.toHaveProperty('budget');
  expect(fields).not.toHaveProperty('visitor_cap');
  expect(Object.keys(faults).sort()).toEqual(['budget', 'visitor_cap']);
});

test('sends only the changed fields', () => {
  const { fields } = changedFlightFields({ ...EMPTY_FLIGHT, ends: '2026-12-31' }, EMPTY_FLIGHT);
  expect(fields).toEqual({ ends: '2026-12-31' });
});

test('treats unreadable targets as everywhere', () => {
  expect(targetsOf({ targets: 'x' })).toEqual({});
  expect(targetsOf({})).toEqual({});
});
