import type { ContractTrial, TrialResult } from '#contract/trial.ts';
import type { AskedOfTrial, TriedBy, TriedPage } from '#domain/contract-trial.ts';
import { AppError } from '../../http/app-error.ts';
import { createTurnstile } from '../../lib/turnstile.ts';
import { createKeptSingles } from './kept-singles.ts';
import { type TrialNeeds, tryOnPast } from './replay-contracts.ts';
import { trialParts } from './trial-parts.ts';
import { trialSingles } from './trial-singles.ts';

/** A trial reads whole months. */
const QUEUE = { atOnce: 1, waiting: 2 } as const;
const RETRY_SECONDS = 10;

/** Other contracts tried on the past: what it comes to and what that is made of, one at a time. */
export function createTrials(needs: TrialNeeds) {
  const turnstile = createTurnstile(QUEUE);
  const kept = createKeptSingles(needs.now);
  const tooMany = () => new AppError('unavailable', 'Other trials run. Try again in a moment.', RETRY_SECONDS);
  return {
    run: (trial: ContractTrial, isWanted: () => boolean): Promise<TrialResult> =>
      turnstile.run(() => tryOnPast(needs, trial, isWanted), tooMany),
    partsOf: (trial: ContractTrial, asked: AskedOfTrial & { readonly by: TriedBy }, isWanted: () => boolean) =>
      turnstile.run(() => trialParts(needs, trial, asked, isWanted), tooMany),
    singlesOf: (trial: ContractTrial, asked: AskedOfTrial & { readonly page: TriedPage }, isWanted: () => boolean) =>
      turnstile.run(() => trialSingles(needs, kept, { trial, asked, isWanted }), tooMany),
  };
}
