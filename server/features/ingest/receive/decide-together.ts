import type { EventResult } from '#contract/ingest.ts';
import type { TrafficRules } from '#domain/judging-rules.ts';
import { AppError } from '../../../http/app-error.ts';
import { grouped } from '../../../lib/grouped.ts';
import type { NetworkSnapshot } from '../../../network/snapshot/network-memory.ts';
import type { CheckedBatch } from '../check/check-batch.ts';

/** The network, rules and time used to decide a batch. */
export type DecideContext = {
  readonly snapshot: NetworkSnapshot;
  readonly rules: TrafficRules;
  readonly nowMs: number;
};
export type PendingBatch = { readonly batch: CheckedBatch; readonly context: DecideContext };
/** One result per candidate, in the same order. */
type Results = readonly EventResult[];
type Outcome = PromiseSettledResult<Results>;
export type Decide = (batches: readonly CheckedBatch[], judging: DecideContext) => Promise<Results>;

/**
 * Decides batches together if they hold the locks of their outlets together and use the same network and rules. On
 * database servers, a query, a reservation or an insert costs the same at any size. Meanwhile, other batches wait for
 * these outlets.
 */
export async function decideTogether(waiting: readonly PendingBatch[], decide: Decide): Promise<Outcome[]> {
  const outcomes = new Map<PendingBatch, Outcome>();
  await Promise.all(
    alike(waiting).map(async (some) => {
      for (const [at, outcome] of (await decideAlike(some, decide)).entries()) {
        const one = some[at];
        if (one !== undefined) outcomes.set(one, outcome);
      }
    }),
  );
  return waiting.flatMap((one) => outcomes.get(one) ?? []);
}

const alike = (waiting: readonly PendingBatch[]): PendingBatch[][] =>
  [...grouped(waiting, ({ context }) => context.snapshot).values()].flatMap((some) => [
    ...grouped(some, ({ context }) => context.rules).values(),
  ]);

async function decideAlike(some: readonly PendingBatch[], decide: Decide): Promise<Outcome[]> {
  const [first] = some;
  if (first === undefined) return [];
  try {
    const results = await decide(
      some.map(({ batch }) => batch),
      first.context,
    );
    let end = 0;
    return some.map(({ batch }) => {
      const start = end;
      end += batch.candidates.length;
      return { status: 'fulfilled', value: results.slice(start, end) };
    });
  } catch (reason) {
    // If the store is unavailable, all batches fail. An unexpected error may concern only one batch, so each batch runs
    // alone.
    if (some.length === 1 || reason instanceof AppError) return some.map(() => ({ status: 'rejected', reason }));
    return Promise.allSettled(some.map(({ batch, context }) => decide([batch], context)));
  }
}
