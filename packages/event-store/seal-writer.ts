import { onEachShard, partitionsOf } from './each-shard.ts';
import type { Seal, SealedWeek } from './events-db.ts';
import type { EventsEngine, RowsOf } from './events-engine.ts';
import { countSealed, countWeek, lossOf } from './note-lost-rows.ts';
import { repeatable } from './retry-steps.ts';
import type { RawLoss, SealLedger } from './seal-ledger.ts';
import * as statement from './seal-statements.ts';
import { weekEnd } from './weeks.ts';

export type SealPlan = {
  readonly watermark: string;
  /** Weeks to recompute. */
  readonly weeks: readonly string[];
  /** Whether to gather the newest views from all weeks, not only from these weeks and the previous generation. */
  readonly isWhole: boolean;
};

/** The writer of one run. All its rows have fresh numbers, and it stops as soon as another run takes over. */
export type SealWriter = {
  seal(before: Seal, plan: SealPlan): Promise<{ readonly seal: Seal; readonly kept: readonly string[] }>;
  takeMarks(waiting: readonly string[]): Promise<readonly string[]>;
  forgetMarks(): Promise<void>;
  /** Renews the lease. */
  prolong(): Promise<void>;
};

export function createSealWriter(
  engine: EventsEngine,
  ledger: SealLedger,
  { run, clock }: { readonly run: string; readonly clock: () => number },
): SealWriter {
  async function command(sql: (rowsOf: RowsOf) => string): Promise<void> {
    await ledger.prolongLease(run);
    await onEachShard(engine, sql);
  }
  async function commands(statements: readonly ((rowsOf: RowsOf) => string)[]): Promise<void> {
    for (const sql of statements) await command(sql);
  }

  /** Returns recorded and newly found losses. A week is never resealed from fewer rows than its last seal had. */
  async function lossesOf(before: Seal, weeks: readonly string[]): Promise<Map<string, RawLoss>> {
    const losses = new Map((await ledger.losses()).map((loss) => [loss.week, loss]));
    for (const week of weeks) {
      const expected = before.weeks.get(week)?.events ?? 0;
      if (expected === 0 || losses.has(week) || before.archive.weeks.has(week)) continue;
      const present = await countWeek(engine, week, before.watermark);
      const loss = await lossOf(engine, ledger, { week, present, expected });
      if (loss === null) continue;
      await ledger.noteLoss(loss);
      losses.set(week, loss);
    }
    return losses;
  }

  async function sealWeek(week: string, { archive }: Seal, plan: SealPlan, loss?: RawLoss): Promise<SealedWeek> {
    const { watermark } = plan;
    const number = await ledger.nextNumber();
    const archived = archive.weeks.get(week);
    if (archived !== undefined) {
      await commands(statement.sealArchived(number, archived.number));
      return { number, events: archived.events };
    }
    if (loss?.sealed) {
      const since = Math.floor(loss.notedAt / 1000);
      await commands(statement.copySeal(loss.sealed.number, number));
      await commands(statement.sealNewRows(number, week, watermark, { until: loss.sealed.until, since }));
      return { number, events: 0 };
    }
    // Count before summing: rows may arrive in between, but none disappear.
    const events = await countWeek(engine, week, watermark);
    await commands(statement.sealWeek(number, week, watermark));
    return { number, events };
  }

  /** Adopts the weeks that an older version sealed without numbers and that have no raw rows left. */
  async function adoptUnnumbered({ archive }: Seal): Promise<Map<string, SealedWeek>> {
    const adopted = new Map<string, SealedWeek>();
    const raw = new Set(await partitionsOf(engine, 'events'));
    for (const week of await partitionsOf(engine, 'device_day')) {
      if (raw.has(week) || archive.weeks.has(week)) continue;
      const number = await ledger.nextNumber();
      await command(statement.copyUnnumberedWeek(week, number));
      const events = await countSealed(engine, number);
      const lost = { expected: events, missing: events, parts: [], notedAt: clock() };
      await ledger.noteLoss({ week, sealed: { number, until: weekEnd(week) }, ...lost });
      adopted.set(week, { number, events: 0 });
    }
    return adopted;
  }

  async function fillRecent(generation: number, before: Seal, plan: SealPlan, losses: number): Promise<void> {
    const gathering = await ledger.nextNumber();
    const present = plan.isWhole ? await partitionsOf(engine, 'events') : plan.weeks;
    const weeks = present.filter((week) => week < plan.watermark).sort();
    for (const week of weeks.reverse()) await command(statement.gatherRecent(gathering, week, plan.watermark));
    const isAllThere = losses === 0 && before.archive.weeks.size === 0;
    const needsPrevious = before.generation > 0 && (!plan.isWhole || !isAllThere);
    const sources = needsPrevious ? [gathering, before.generation] : [gathering];
    await command(statement.fillRecent(generation, sources));
  }

  return {
    seal: async (before, plan) => {
      const losses = await lossesOf(before, plan.weeks);
      const weeks = new Map([...before.weeks, ...(before.generation === 0 ? await adoptUnnumbered(before) : [])]);
      // Each attempt has a fresh number. An interrupted week is sealed again; the weeks sealed before it are kept.
      for (const week of plan.weeks)
        weeks.set(week, await repeatable(() => sealWeek(week, before, plan, losses.get(week))));
      const generation = await repeatable(async () => {
        const fresh = await ledger.nextNumber();
        await command(statement.fillTotals(fresh, numbersIn({ weeks })));
        await fillRecent(fresh, before, plan, losses.size);
        return fresh;
      });
      const { watermark } = plan;
      const seal = { generation, watermark, weeks, archive: before.archive };
      await ledger.publish(run, seal, clock());
      return { seal, kept: plan.weeks.filter((week) => losses.get(week)?.sealed) };
    },
    takeMarks: (waiting) => ledger.takeMarks(run, waiting),
    forgetMarks: () => ledger.forgetMarks(run),
    prolong: () => ledger.prolongLease(run),
  };
}

/** Returns the seal numbers of the weeks, and 0, which no seal has, so that the list is never empty. */
export const numbersIn = ({ weeks }: Pick<Seal, 'weeks'>): number[] => [
  0,
  ...[...weeks.values()].map(({ number }) => number),
];
