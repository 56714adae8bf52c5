import type { ContractTrial, TrialResult } from '#contract/trial.ts';
import type { AskedOfTrial, TriedBy, TriedPage } from '#domain/contract-trial.ts';
import { AppError } from '../../http/app-error.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import { createKeptSingles } from './kept-singles.ts';
import { type TrialNeeds, tryOnPast } from './replay-contracts.ts';
import { trialParts } from './trial-parts.ts';
import { trialSingles } from './trial-singles.ts';

/** A trial reads whole months. */
const QUEUE = { atOnce: 1, waiting: 2 } as const;
const RETRY_SECONDS = 10;

/** Tries other contracts on past data, with totals and details. Runs one trial after another. */
export function createTrials(needs: TrialNeeds) {
  const semaphore = createSemaphore(QUEUE);
  const kept = createKeptSingles(needs.now);
  const tooMany = () => new AppError('unavailable', 'Other trials run. Try again in a moment.', RETRY_SECONDS);
  return {
    run: (trial: ContractTrial, isWanted: () => boolean): Promise<TrialResult> =>
      semaphore.run(() => tryOnPast(needs, trial, isWanted), tooMany),
    partsOf: (trial: ContractTrial, asked: AskedOfTrial & { readonly by: TriedBy }, isWanted: () => boolean) =>
      semaphore.run(() => trialParts(needs, trial, asked, isWanted), tooMany),
    singlesOf: (trial: ContractTrial, asked: AskedOfTrial & { readonly page: TriedPage }, isWanted: () => boolean) =>
      semaphore.run(() => trialSingles(needs, kept, { trial, asked, isWanted }), tooMany),
  };
}
