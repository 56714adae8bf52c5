import type { EventsBy, ExplainedBy, Explanation, FigureOfEvents } from '#contract/explain.ts';
import { mayReport } from '#domain/report-rights.ts';
import { type Perspective, perspectiveOf } from '#domain/role.ts';
import type { Config } from '../../config/config.ts';
import type { EventKind } from '../../databases/events/events-db.ts';
import type { CellColumn, CellFilters, CellsQuestion } from '../../figures/asked/cells-question.ts';
import type { Question } from '../../figures/asked/question.ts';
import type { TermsRow } from '../../figures/read/terms-queries.ts';
import { AppError } from '../../http/app-error.ts';
import { type AskedReport, readAskedReport } from './asked-report.ts';
import { explainedEvents } from './explain-events.ts';
import { leftOut, pageOf } from './explain-page.ts';
import { termsOf } from './explain-terms.ts';
import { labeller, prepare, type Reading } from './read-side.ts';
import type { Label } from './report-places.ts';

export type Explaining = Reading & { readonly config: Pick<Config, 'energyCostPerKwh' | 'ownerSharePpm'> };

export type AskedExplanation = {
  readonly figure: FigureOfEvents;
  /** Null: what tells most to the reader. */
  readonly by: ExplainedBy | null;
  /** JSON, as reports take it. */
  readonly filters: string | undefined;
  /** What the events have to be beside the filters: of a document's line. */
  readonly within?: CellFilters;
  /** What the figure is said to be, where that was fixed once. */
  readonly fixed?: bigint;
  /** Whose money it is, where that is not what the scope is told: the owner's, of a statement that an administrator reads. */
  readonly money?: 'owner';
  readonly cursor: string | undefined;
};

const UNITS = { revenue: 'micro-dollars', energy: 'milliwatt-hours' } as const;
const KIND_OF = { views: 'view', clicks: 'click', burns: 'burn' } as const satisfies Partial<
  Record<FigureOfEvents, EventKind>
>;
/** What the reader's side may take figures apart by, the most telling first. */
function choicesOf(perspective: Perspective): EventsBy[] {
  const all = ['flight', 'advertiser', 'customer', 'outlet', 'day'] as const;
  return [...all.filter((by) => mayReport(perspective, by)), 'event'];
}

/** Of one event, the scope's money; both sides of it only where the scope may know both. */
const EACH: readonly CellColumn[] = [{ by: 'kind' }, { by: 'each', of: 'money' }];
const EACH_OF_ALL: readonly CellColumn[] = [...EACH, { by: 'each', of: 'owner' }];

type Part = {
  readonly label: Label;
  /** The dimension's own columns. */
  readonly kind: EventKind;
  /** Of one event, the scope's money and the owner's part; '' where it is not told. */
  readonly each: string;
  readonly ownerEach: string;
  readonly flightKeys: Set<number>;
  readonly customerKeys: Set<number>;
  events: number;
  amount: bigint;
  paid: bigint;
  owner: bigint;
  estimated: number;
};

/** Throws `AppError` where the reader's side does not have the figure, or may not take it apart so. */
export async function explainFigure(
  needs: Explaining,
  question: Question,
  asked: AskedExplanation,
): Promise<Explanation> {
  const { figure, filters, money = 'own' } = asked;
  const { scope } = question;
  const perspective = perspectiveOf(scope);
  if (figure === 'energy' && !mayReport(perspective, 'energy_kwh'))
    throw new AppError('forbidden', 'Your figures have no energy.');
  const choices = choicesOf(perspective);
  const wanted = asked.by ?? choices[0] ?? 'outlet';
  const by = choices.find((one) => one === wanted);
  if (by === undefined) throw new AppError('forbidden', `Your figures are not told apart by ${wanted}.`);
  const network = await needs.figures.network();
  const report = readAskedReport(filters === undefined ? {} : { filters }, perspective);
  const dimensions: AskedReport['dimensions'] = by === 'event' ? [] : [by];
  const prepared = await prepare(needs, network, question, { ...report, dimensions });
  const cells: CellsQuestion = {
    ...{ scope, customerKey: question.customerKey, range: question.range, withInvalid: false },
    knownOn: question.knownOn ?? null,
    columns: [...prepared.parts.flatMap(({ columns }) => columns), ...(scope.kind === 'all' ? EACH_OF_ALL : EACH)],
    filters: { ...prepared.filters, ...asked.within },
  };
  const own = prepared.parts.reduce((sum, { columns }) => sum + columns.length, 0);
  const labelsOf = labeller(dimensions, prepared.parts, new Map());
  const label = (keys: readonly string[]) => labelsOf(keys)[0] ?? { id: '', label: '' };
  const parts = partsOf(await needs.figures.terms(cells), { figure, money, own, label });
  const summed = sumOf(parts);
  // What was fixed once and what is there now may differ: what was taken off or is gone is left out.
  const total = { ...summed, amount: asked.fixed ?? summed.amount };
  const hasSides = scope.kind === 'all' && figure === 'revenue';
  const sides = (sum: Sum) => {
    if (!hasSides) return {};
    if (money === 'owner') return { paid: String(sum.paid) };
    return { owner: String(sum.owner), network: String(sum.amount - sum.owner) };
  };
  const answer = {
    ...{ period: await needs.figures.periodOf(question), figure, by, choices },
    unit: figure === 'revenue' || figure === 'energy' ? UNITS[figure] : ('events' as const),
    total: String(total.amount),
    ...sides(total),
    ...(figure === 'energy' ? { dollars_per_kwh: needs.config.energyCostPerKwh } : {}),
  };
  if (by === 'event') {
    const page = await explainedEvents(needs, network, cells, { figure, money, cursor: asked.cursor });
    const rest = {
      parts: summed.events - page.events.length,
      amount: total.amount - page.amount,
      paid: total.paid - page.paid,
      owner: total.owner - page.owner,
    };
    return { ...answer, parts: [], events: page.events, left_out: leftOut(rest, sides(rest)), next_cursor: page.next };
  }
  const { next, shown } = pageOf(parts, by === 'day' ? 'in time' : 'largest first', asked.cursor);
  const listed = sumOf(shown);
  const rest = {
    parts: parts.length - shown.length,
    amount: total.amount - listed.amount,
    paid: total.paid - listed.paid,
    owner: total.owner - listed.owner,
  };
  const shownEach = ({ each, ownerEach }: Part) => (money === 'owner' ? ownerEach : each) || null;
  const terms = await termsOf(needs, perspective, figure === 'revenue' ? shown : []);
  return {
    ...answer,
    parts: shown.map((part) => ({
      ...{
        id: part.label.id,
        label: part.label.label,
        kind: part.kind,
        events: part.events,
        amount: String(part.amount),
      },
      each: figure === 'revenue' ? shownEach(part) : null,
      ...sides(part),
      ...terms(part),
      ...(figure === 'energy' ? { estimated_views: part.estimated } : {}),
    })),
    events: [],
    left_out: leftOut(rest, sides(rest)),
    next_cursor: next,
  };
}

type Sum = { readonly amount: bigint; readonly paid: bigint; readonly owner: bigint };

/** Rows that say the same as one, with what each adds to the figure; what adds nothing is none of its parts. */
function partsOf(
  rows: readonly TermsRow[],
  {
    figure,
    money,
    own,
    label,
  }: {
    readonly figure: FigureOfEvents;
    readonly money: 'own' | 'owner';
    readonly own: number;
    readonly label: (keys: readonly string[]) => Label;
  },
): Part[] {
  const parts = new Map<string, Part>();
  for (const row of rows) {
    const keys = row.of.slice(0, own);
    const [kind = 'view', each = '', ownerEach = ''] = row.of.slice(own) as [EventKind, string, string];
    const isOwners = money === 'owner';
    const amount = isOwners ? row.ownerMicros : amountOf(figure, kind, row);
    if (amount === 0n && (figure !== 'revenue' || row.ownerMicros === 0n)) continue;
    const of = label(keys);
    // Of money each amount is a part of its own; of all else one sum a kind.
    const name = JSON.stringify([of.id, kind, ...(figure === 'revenue' ? [each, ownerEach] : [])]);
    const part = parts.get(name) ?? {
      ...{ label: of, kind, each, ownerEach },
      ...{ flightKeys: new Set<number>(), customerKeys: new Set<number>() },
      ...{ events: 0, amount: 0n, paid: 0n, owner: 0n, estimated: 0 },
    };
    part.events += row.events;
    part.amount += amount;
    part.paid += figure === 'revenue' ? row.micros : 0n;
    part.owner += figure === 'revenue' ? row.ownerMicros : 0n;
    for (const key of row.flightKeys) part.flightKeys.add(key);
    for (const key of row.customerKeys) part.customerKeys.add(key);
    part.estimated += row.estimatedViews;
    parts.set(name, part);
  }
  return [...parts.values()];
}

function amountOf(figure: FigureOfEvents, kind: EventKind, row: TermsRow): bigint {
  if (figure === 'revenue') return row.micros;
  if (figure === 'energy') return row.energyMilliWh;
  return KIND_OF[figure] === kind ? BigInt(row.events) : 0n;
}

function sumOf(parts: readonly Part[]): Sum & { readonly events: number } {
  let [amount, paid, owner, events] = [0n, 0n, 0n, 0];
  for (const part of parts) {
    amount += part.amount;
    paid += part.paid;
    owner += part.owner;
    events += part.events;
  }
  return { amount, paid, owner, events };
}
