import { expect, test } from 'vitest';
import { campaignState, type FlightActor, flightActs, flightState, stageAfter } from './flight-state.ts';

const facts = {
  stage: 'approved' as const,
  paused: false,
  startsMs: 100,
  endsMs: 200,
  budgetMicros: 10,
  spentMicros: 0,
  dailyCapMicros: null,
  spentTodayMicros: 0,
  leastPaidMicros: 1,
};

test('screens show the current state of an approved flight: scheduled, live, paused, spent, capped, ended', () => {
  expect(flightState(facts, 99)).toBe('scheduled');
  expect(flightState(facts, 100)).toBe('live');
  expect(flightState({ ...facts, paused: true }, 150)).toBe('paused');
  expect(flightState({ ...facts, spentMicros: 10, paused: true }, 150)).toBe('spent');
  expect(flightState({ ...facts, dailyCapMicros: 4, spentTodayMicros: 4 }, 150)).toBe('capped');
  expect(flightState({ ...facts, spentMicros: 10 }, 200)).toBe('ended');
  for (const stage of ['draft', 'in_review', 'returned', 'cancelled'] as const)
    expect(flightState({ ...facts, stage }, 150)).toBe(stage);
});

test('a flight is spent or capped when the remaining budget does not pay for one more event', () => {
  const priced = { ...facts, leastPaidMicros: 3 };
  expect(flightState({ ...priced, spentMicros: 7 }, 150)).toBe('live');
  expect(flightState({ ...priced, spentMicros: 8 }, 150)).toBe('spent');
  expect(flightState({ ...priced, dailyCapMicros: 4, spentTodayMicros: 1 }, 150)).toBe('live');
  expect(flightState({ ...priced, dailyCapMicros: 4, spentTodayMicros: 2 }, 150)).toBe('capped');
  // If nothing has a price, or events cost nothing, a flight is spent only when no budget is left.
  for (const leastPaidMicros of [null, 0]) {
    expect(flightState({ ...facts, leastPaidMicros, spentMicros: 9 }, 150)).toBe('live');
    expect(flightState({ ...facts, leastPaidMicros, spentMicros: 10 }, 150)).toBe('spent');
  }
});

const course = {
  stage: 'approved' as const,
  paused: false,
  endsMs: 200,
  hasProposal: false,
  heldByAdmin: false,
  isArchived: false,
};
const acts = (over: object, actor: FlightActor, nowMs = 150) => flightActs({ ...course, ...over }, actor, nowMs).sort();

test('a flight is draft → in review → approved or returned with a reason → it may be paused, resumed, canceled', () => {
  expect(acts({ stage: 'draft' }, 'manager')).toEqual(['cancel', 'edit', 'submit']);
  expect(stageAfter('submit')).toBe('in_review');
  expect(acts({ stage: 'in_review' }, 'manager')).toEqual(['cancel']);
  expect(acts({ stage: 'in_review' }, 'admin')).toEqual(['approve', 'cancel', 'edit', 'return']);
  expect([stageAfter('approve'), stageAfter('return'), stageAfter('pause')]).toEqual(['approved', 'returned', null]);
  expect(acts({ stage: 'returned' }, 'manager')).toEqual(['cancel', 'edit', 'submit']);
  expect(acts({}, 'manager')).toEqual(['cancel', 'pause', 'propose']);
  expect(acts({ paused: true }, 'manager')).toEqual(['cancel', 'propose', 'resume']);
  expect(acts({ stage: 'cancelled' }, 'admin')).toEqual(['archive']);
});

test('only administrators resume a flight that an administrator paused', () => {
  expect(acts({ paused: true, heldByAdmin: true }, 'manager')).toEqual(['cancel', 'propose']);
  expect(acts({ paused: true, heldByAdmin: true }, 'admin')).toEqual(['cancel', 'edit', 'resume']);
});

test('managers propose changes of an approved flight, administrators decide, and their own changes apply at once', () => {
  expect(acts({}, 'admin')).toEqual(['cancel', 'edit', 'pause']);
  expect(acts({ hasProposal: true }, 'admin')).toEqual(['cancel', 'decide', 'edit', 'pause']);
  expect(acts({ hasProposal: true }, 'manager')).toEqual(['cancel', 'pause', 'propose']);
});

test('readers can do nothing, and a flight that is over cannot change', () => {
  for (const stage of ['draft', 'in_review', 'returned', 'approved', 'cancelled'] as const)
    expect(acts({ stage, hasProposal: true }, 'reader')).toEqual([]);
  expect(acts({}, 'manager', 200)).toEqual(['archive']);
  // An archived flight can only be restored. If an import makes it run again, it is like any other.
  expect(acts({ isArchived: true }, 'admin', 200)).toEqual(['restore']);
  expect(acts({ isArchived: true }, 'reader', 200)).toEqual([]);
  expect(acts({ isArchived: true }, 'manager', 150)).toEqual(['cancel', 'pause', 'propose']);
});

test('a campaign has the state of its most important flight', () => {
  expect(campaignState([])).toBeNull();
  expect(campaignState(['ended', 'draft', 'live'])).toBe('live');
  expect(campaignState(['ended', 'cancelled'])).toBe('ended');
});
