import type { EventsReader } from '../databases/events/events-db.ts';
import { inTurns, listOf } from '../memory/in-slices.ts';
import type { CustomerKeys, SumsQuestion } from './asked/sums-question.ts';
import type { Keeper } from './keep/kept.ts';
import type { Needs } from './needs.ts';
import { type ReadingPlan, rawBetween, sealedInterval, splitAtLateWeeks } from './plan/reading-plan.ts';
import type { ReadSealState, SealState } from './plan/seal-state.ts';
import { planSums, type SumsPlan } from './plan/sums-plan.ts';
import { addRows, type FigureTable, joinSealed, rowsOf } from './read/figure-table.ts';
import { packing, packSums, type SealedSums } from './read/sealed-sums.ts';
import { type SumsRow, sumRawEvents, sumSealedDays } from './read/sums-queries.ts';

/**
 * Exact sums for total, today and rating: sealed rollups, kept per generation, joined with the raw rows that they do not
 * hold yet (docs/events-store.md#reading). Of those the settled ones are kept too, until a late event falls among them; the
 * last minutes are read anew whenever events came.
 */
export function createFigureSums(
  { events, now }: Pick<Needs, 'events' | 'now'>,
  readSealState: ReadSealState,
  { answers, settledTime }: Keeper,
): (question: SumsQuestion) => Promise<FigureTable> {
  const whole = answers<FigureTable>('sums', rowsOf);
  const settled = answers<FigureTable>('settledSums', rowsOf);
  const sealed = answers<SealedSums>('sealedSums', ({ size }) => size);

  /**
   * Of the whole scope, because everyone in it asks for the same; of one customer if only that was ever asked for. Of a page's
   * outlets nothing is kept: each page has others.
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
      inTurns(packing(await readSealed(events, question, part, isOne ? customers : null, state)));
    return sealed.get(scope, isOne ? `${name}|${customers[0]}` : name, read);
  }

  async function readSettled(question: SumsQuestion, plan: SumsPlan, state: SealState): Promise<FigureTable> {
    const [rows, total, rated] = await Promise.all([
      sumRawEvents(events, question.scope, plan.before, state.seal.archive),
      sealedSums(question, plan.total.sealed, plan.history, state),
      sealedSums(question, plan.rated.sealed, plan.history, state),
    ]);
    return inTurns(addRows(await inTurns(joinSealed(question, total, rated)), question, rows));
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
      return inTurns(addRows(table, question, rows));
    });
  };
}

/**
 * Sums of sealed days; of an advertiser, whom rollups do not tell apart, the raw rows of that time, but for the weeks with late
 * events, which are read with all that is not sealed.
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
  return inTurns(listOf(rows.flat(), ({ customerKey, outletKey, total }) => ({ customerKey, outletKey, ...total })));
}
