import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { holdLease } from './hold-lease.ts';
import { LeaseLostError } from './seal-ledger.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Creates a lease that lasts 30 seconds, as in the accounts store. */
function leaseOfOne() {
  let holder = '';
  let until = 0;
  return {
    isSilent: false,
    takeLease: async (run: string) => {
      if (Date.now() < until) return false;
      holder = run;
      until = Date.now() + 30_000;
      return true;
    },
    async prolongLease(run: string) {
      if (this.isSilent) throw new Error('the store does not answer');
      if (run !== holder) throw new LeaseLostError();
      until = Date.now() + 30_000;
    },
    releaseLease: async (run: string) => {
      if (run === holder) until = 0;
    },
  };
}

test('a statement of many minutes keeps the lease, also while the store is silent for some seconds', async () => {
  const lease = leaseOfOne();
  const done = holdLease(lease, 'slow', async (prolong) => {
    for (let minute = 0; minute < 12; minute += 1) {
      lease.isSilent = minute % 3 === 1;
      await vi.advanceTimersByTimeAsync(20_000);
      lease.isSilent = false;
      await vi.advanceTimersByTimeAsync(40_000);
      expect(await lease.takeLease('another')).toBe(false);
    }
    await prolong();
    return 'done';
  });
  expect(await done).toBe('done');
  expect(await lease.takeLease('another')).toBe(true);
  expect(await holdLease(lease, 'third', async () => 'never')).toBeNull();
});

test("a process that wakes after another took over fails before its next step, regardless of the store's answer", async () => {
  const lease = leaseOfOne();
  const woken = holdLease(lease, 'frozen', async (prolong) => {
    // Frozen: no timer runs.
    vi.setSystemTime(Date.now() + 31_000);
    expect(await lease.takeLease('another')).toBe(true);
    await vi.advanceTimersByTimeAsync(6_000);
    lease.isSilent = true;
    await prolong();
  });
  await expect(woken).rejects.toThrow(LeaseLostError);
  lease.isSilent = false;
  await lease.prolongLease('another');
});
