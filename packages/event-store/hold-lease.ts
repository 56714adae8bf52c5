import type { SealLedger } from './seal-ledger.ts';
import { LeaseLostError } from './seal-ledger.ts';

/** Interval between renewals of the lease: several renewals within the 30 seconds for which a lease lasts. */
const PROLONG_EVERY_MS = 6_000;

/**
 * Runs work while no other process seals; returns null if another run holds the lease. A statement may take minutes, so
 * a timer renews the lease while this process runs. The lease expires 30 seconds after the process is killed or
 * freezes. A process that resumes too late fails at its next step: `prolong` throws, and nothing is published.
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
    // A store that does not respond now may respond at the next renewal. A lost lease stays lost.
    prolong().catch((error: unknown) => {
      if (error instanceof LeaseLostError) lost = error;
    });
  }, PROLONG_EVERY_MS).unref();
  try {
    return await work(prolong);
  } finally {
    clearInterval(alive);
    // Release the lease early. If the release fails, the lease expires within 30 seconds, so ignore the error rather
    // than discard the result of the work.
    await ledger.releaseLease(run).catch(() => undefined);
  }
}
