import type { SealLedger } from './seal-ledger.ts';
import { LeaseLostError } from './seal-ledger.ts';

/** Several times in the half minute that a lease lasts. */
const PROLONG_EVERY_MS = 6_000;

/**
 * Does something while nothing is sealed elsewhere; null if another run holds the lease. A statement may take minutes, so the
 * lease is prolonged beside the work as long as this process lives, and free half a minute after it was killed or froze. One
 * that wakes too late is told at its next step: `prolong` throws, and nothing of it is published.
 */
export async function holdLease<Result>(
  ledger: Pick<SealLedger, 'takeLease' | 'prolongLease' | 'releaseLease'>,
  run: string,
  work: (prolong: () => Promise<void>) => Promise<Result>,
): Promise<Result | null> {
  if (!(await ledger.takeLease(run))) return null;
  let lost: LeaseLostError | null = null;
  const prolong = async () => {
    if (lost !== null) throw lost;
    await ledger.prolongLease(run);
  };
  const alive = setInterval(() => {
    // A store that does not answer may do so the next time; another one's lease stays another one's.
    prolong().catch((error: unknown) => {
      if (error instanceof LeaseLostError) lost = error;
    });
  }, PROLONG_EVERY_MS).unref();
  try {
    return await work(prolong);
  } finally {
    clearInterval(alive);
    await ledger.releaseLease(run);
  }
}
