import type { EventsReader } from '#event-store/event-store.ts';
import { mapChunked, runChunked } from '../memory/chunked.ts';
import type { FigureCache } from './cache/figure-cache.ts';
import type { Needs } from './needs.ts';
import { type ReadingPlan, rawBetween, sealedInterval, splitAtLateWeeks } from './plan/reading-plan.ts';
import type { ReadSealState, SealState } from './plan/seal-state.ts';
import { planSums, type SumsPlan } from './plan/sums-plan.ts';
import type { CustomerKeys, SumsQuestion } from './query/sums-question.ts';
import { addRows, type FigureTable, joinSealed, rowsOf } from './read/figure-table.ts';
import { packing, packSums, type SealedSums } from './read/sealed-sums.ts';
import { type SumsRow, sumRawEvents, sumSealedDays } from './read/sums-queries.ts';

/**
 * Creates the function that reads exact sums for total, today and rating:
 * 1. Plan where each part of the range is stored (`plan/sums-plan.ts`).
 * 2. Read sealed rollups, cached per generation.
 * 3. Read the settled raw rows that the rollups do not contain yet, cached until a late event.
 * 4. Read the raw rows of the last minutes after every event, and add them (docs/events-store.md#reading).
 */
export function createFigureSums(
  { events, now }: Pick<Needs, 'events' | 'now'>,
  readSealState: ReadSealState,
  { answers, settledTime }: FigureCache,
): (question: SumsQuestion) => Promise<FigureTable> {
  const whole = answers<FigureTable>('sums', rowsOf);
  const settled = answers<FigureTable>('settledSums', rowsOf);
  const sealed = answers<SealedSums>('sealedSums', ({ size }) => size);

  /**
   * Reads sealed sums for the whole scope, because all its users need the same sums. Reads one customer alone if the
   * whole scope is not cached. Does not cache the outlets on a page, because each page has different outlets.
   */
  function sealedSums(question: SumsQuestion, part: ReadingPlan['sealed'], history: string, state: SealState) {
    const { byOutlet, customers, outlets, scope } = question;
    if (part.kind === 'none') return Promise.resolve(packSums([]));
    if (outlets !== undefined) return readSealed(events, question, part, customers, state).then(packSums);
    const name = `${history}|${byOutlet ? '' : 'customers|'}${JSON.stringify(part)}`;
    const known = sealed.peek(scope, name);
    if (known !== undefined) return known;
    const isOne = customers?.length === 1 && part.kind === 'days' && scope.kind !== 'advertiser';
    const read = async () =>
      runChunked(packing(await readSealed(events, question, part, isOne ? customers : null, state)));
    return sealed.get(scope, isOne ? `${name}|${customers[0]}` : name, read);
  }

  async function readSettled(question: SumsQuestion, plan: SumsPlan, state: SealState): Promise<FigureTable> {
    const [rows, total, rated] = await Promise.all([
      sumRawEvents(events, question.scope, plan.before, state.seal.archive),
      sealedSums(question, plan.total.sealed, plan.history, state),
      sealedSums(question, plan.rated.sealed, plan.history, state),
    ]);
    return runChunked(addRows(await runChunked(joinSealed(question, total, rated)), question, rows));
  }

  return async (question) => {
    const { scope } = question;
    const state = await readSealState();
    const plan = planSums(question, state, { nowMs: now(), settledMs: settledTime.until() });
    return whole.get(scope, plan.name, async () => {
      const [rows, table] = await Promise.all([
        sumRawEvents(events, scope, plan.since, state.seal.archive),
        settled.get(scope, plan.name, () => readSettled(question, plan, state)),
      ]);
      return runChunked(addRows(table, question, rows));
    });
  };
}

/**
 * Reads sums of sealed days. Rollups combine advertisers, so for an advertiser, the raw rows are read instead. Omits
 * weeks with late events, which are read together with all unsealed rows.
 */
async function readSealed(
  events: EventsReader,
  { byOutlet, outlets, scope }: SumsQuestion,
  sealed: Exclude<ReadingPlan['sealed'], { kind: 'none' }>,
  customers: CustomerKeys,
  { lateWeeks, seal }: SealState,
): Promise<SumsRow[]> {
  const { archive, generation, watermark } = seal;
  const some = outlets === undefined ? {} : { outlets };
  if (scope.kind !== 'advertiser')
    return sumSealedDays(events, scope, { sealed, generation, customers, byOutlet, ...some });
  const nothing = { rated: rawBetween(0, 0), today: { fromMs: 0, toMs: 0 } };
  const { quiet } = splitAtLateWeeks(sealedInterval(sealed, watermark), lateWeeks);
  const rows = await Promise.all(
    quiet.map(({ fromMs, toMs }) => {
      const asked = { customers, ...some, byOutlet, byLocalDay: false, total: rawBetween(fromMs, toMs), ...nothing };
      return sumRawEvents(events, scope, asked, archive);
    }),
  );
  return runChunked(
    mapChunked(rows.flat(), ({ customerKey, outletKey, total }) => ({ customerKey, outletKey, ...total })),
  );
}
