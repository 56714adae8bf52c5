import { expect, test } from 'vitest';
import { INVALID_REASONS } from '#contract/ingest.ts';
import { firstReason, REASON_ENTRIES } from './invalid-traffic.ts';

test('"exactly one reason": the first that applies; "the order here is the order of judging"', () => {
  expect(INVALID_REASONS.join(', ')).toBe(
    'play_forged, play_expired, play_elsewhere, play_mismatch, unsigned, no_creative, repeated, paused, ' +
      'out_of_order, backfill, over_budget, visitor_pace, outlet_pace, data_centre, outlet_silent, click_pattern, ' +
      'energy_pattern, interval_pattern, fingerprint_pattern, closed_hours, distant_venues, many_addresses, outlet_share',
  );
  for (const [at, reason] of INVALID_REASONS.entries()) {
    expect(firstReason([null, ...INVALID_REASONS.slice(at).reverse()])).toBe(reason);
  }
  expect(firstReason([null])).toBeNull();
});

test('each reason has its own number in the store, and a category of the MRC guidelines', () => {
  const numbers = Object.values(REASON_ENTRIES).map(({ stored }) => stored);
  expect([...numbers].sort((one, other) => one - other)).toEqual(INVALID_REASONS.map((_, at) => at + 1));
  const sophisticated = INVALID_REASONS.filter((reason) => REASON_ENTRIES[reason].category === 'sophisticated');
  expect(sophisticated.slice(0, 3)).toEqual(['play_forged', 'play_elsewhere', 'play_mismatch']);
  expect(REASON_ENTRIES.data_centre.category).toBe('general');
});
