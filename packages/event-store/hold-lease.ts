import type { SealLedger } from './seal-ledger.ts';
import { LeaseLostError } from './seal-ledger.ts';

/** Several times within the half minute that a lease lasts. */
const PROLONG_EVERY_MS = 6_000;

/**
 * Runs work while no other process seals; returns null if another run holds the lease. A statement may take minutes, so
 * a timer prolongs the lease while this process lives. The lease expires half a minute after the process is killed or
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
    // A store that does not respond may respond the next time. A lost lease stays lost.
    prolong().catch((error: unknown) => {
      if (error instanceof LeaseLostError) lost = error;
    });
  }, PROLONG_EVERY_MS).unref();
  try {
    return await work(prolong);
  } finally {
    clearInterval(alive);
    // Without this call, the lease expires half a minute later. A failure must not discard the result of the work.
    await ledger.releaseLease(run).catch(() => undefined);
  }
}
