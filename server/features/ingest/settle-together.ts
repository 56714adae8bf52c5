import type { EventResult } from '#contract/ingest.ts';
import type { TrafficRules } from '#domain/judging-rules.ts';
import { AppError } from '../../http/app-error.ts';
import { grouped } from '../../lib/grouped.ts';
import type { NetworkSnapshot } from '../../network/snapshot/network-memory.ts';
import type { Examined } from './examine-batch.ts';

/** What a batch is judged by. */
export type Judging = { readonly snapshot: NetworkSnapshot; readonly rules: TrafficRules; readonly nowMs: number };
export type Settling = { readonly examined: Examined; readonly judging: Judging };
/** One result a draft, in their order. */
type Results = readonly EventResult[];
type Outcome = PromiseSettledResult<Results>;
export type Settle = (batches: readonly Examined[], judging: Judging) => Promise<Results>;

/**
 * Batches that hold their outlets together, and are judged by the same network and rules, are settled as one: at servers a
 * question, a reservation or an insert costs what it costs, whatever its size, and others wait for these outlets meanwhile.
 */
export async function settleTogether(waiting: readonly Settling[], settle: Settle): Promise<Outcome[]> {
  const outcomes = new Map<Settling, Outcome>();
  await Promise.all(
    alike(waiting).map(async (some) => {
      for (const [at, outcome] of (await settleAlike(some, settle)).entries()) {
        const one = some[at];
        if (one !== undefined) outcomes.set(one, outcome);
      }
    }),
  );
  return waiting.flatMap((one) => outcomes.get(one) ?? []);
}

const alike = (waiting: readonly Settling[]): Settling[][] =>
  [...grouped(waiting, ({ judging }) => judging.snapshot).values()].flatMap((some) => [
    ...grouped(some, ({ judging }) => judging.rules).values(),
  ]);

async function settleAlike(some: readonly Settling[], settle: Settle): Promise<Outcome[]> {
  const [first] = some;
  if (first === undefined) return [];
  try {
    const results = await settle(
      some.map(({ examined }) => examined),
      first.judging,
    );
    let end = 0;
    return some.map(({ examined }) => {
      const start = end;
      end += examined.drafts.length;
      return { status: 'fulfilled', value: results.slice(start, end) };
    });
  } catch (reason) {
    // The store is away for all of them; what nobody has foreseen may be one batch's.
    if (some.length === 1 || reason instanceof AppError) return some.map(() => ({ status: 'rejected', reason }));
    return Promise.allSettled(some.map(({ examined, judging }) => settle([examined], judging)));
  }
}
