import { expect, test } from 'vitest';
import type { ContractTrial } from '#contract/trial.ts';
import { readSpan } from './replay-contracts.ts';

const NOTHING = { share_percent: null, share_cid: null, flight: null, price_model: null, price: null };
const trialOf = (from: string, to: string): ContractTrial => ({
  ...NOTHING,
  from,
  to,
  price_change_percent: null,
  rules: null,
});

test('the error names a first day with single events that is accepted in every zone', () => {
  for (const zone of ['UTC', 'Asia/Tokyo', 'America/New_York']) {
    const clock = { zone, nowMs: Date.UTC(2026, 10, 21, 12), singlesSinceMs: Date.UTC(2026, 7, 3) };
    let message = '';
    try {
      readSpan(trialOf('2026-08-01', '2026-08-20'), clock);
    } catch (error) {
      message = error instanceof Error ? error.message : '';
    }
    const [words = ''] = /\w{3} \d{1,2}, \d{4}/.exec(message) ?? [];
    const day = new Date(`${words} UTC`).toISOString().slice(0, 10);
    expect(readSpan(trialOf(day, '2026-08-20'), clock).fromMs, `${zone} ${message}`).toBeGreaterThanOrEqual(
      clock.singlesSinceMs,
    );
  }
});
