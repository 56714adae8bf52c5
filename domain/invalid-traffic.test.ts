import { expect, test } from 'vitest';
import { INVALID_REASONS } from '#contract/ingest.ts';
import { firstReason } from './invalid-traffic.ts';

test('"exactly one reason": of those that fit the first; "the order here is the order of judging"', () => {
  const judged = INVALID_REASONS.filter((reason) => reason !== 'paused');
  expect(judged.join(', ')).toBe(
    'play_forged, play_expired, play_elsewhere, play_mismatch, unsigned, repeated, over_budget, visitor_pace, ' +
      'outlet_pace, data_centre, outlet_silent',
  );
  for (const [at, reason] of INVALID_REASONS.entries()) {
    expect(firstReason([null, ...INVALID_REASONS.slice(at).reverse()])).toBe(reason);
  }
  expect(firstReason([null])).toBeNull();
});
