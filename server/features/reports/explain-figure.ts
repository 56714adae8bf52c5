import type { EventsBy, ExplainedEvent, ExplainedPart, Explanation } from '#contract/explain.ts';
import { INVALID_REASONS } from '#contract/ingest.ts';
import { amountMicros, type BillableKind, dollars, ownerMicros } from '#domain/money.ts';
import { mayReport } from '#domain/report-rights.ts';
import { type Perspective, perspectiveOf } from '#domain/role.ts';
import type { EventKind } from '#event-store/event-store.ts';
import type { Config } from '../../config/config.ts';
import type { Dependencies } from '../../dependencies.ts';
import { leftOut, pageOf } from '../../explain/explain-page.ts';
import { EVENTS_AT_ONCE, eventPlace, placeOfEvent, readEventPlace } from '../../explain/explained-events-page.ts';
import { amountOf, eachOf, type FigureRule, isMoney, isSide, ruleOf, unitOf } from '../../explain/explained-rules.ts';
import type { EventsAsked } from '../../explain/explainers.ts';
import type { CellColumn, CellsQuestion } from '../../figures/query/cells-question.ts';
import type { Question } from '../../figures/query/question.ts';
import type { TermEvent, TermsPage, TermsRow } from '../../figures/read/terms-queries.ts';
import { AppError } from '../../http/app-error.ts';
import { grouped } from '../../lib/grouped.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { findPrices, findShares } from './explain-terms-queries.ts';
import { explainedCells } from './explained-cells.ts';
import type { Reading } from './read-report-period.ts';
import type { Label } from './report-places.ts';

export type Explaining = Reading & {
  readonly config: Pick<Config, 'energyCostPerKwh' | 'ownerSharePpm' | 'ownerShares'>;
};

/** Returns the breakdowns that the caller's role may use, most informative first. */
function choicesOf(perspective: Perspective, { judged }: FigureRule): EventsBy[] {
  const all = ['reason', 'flight', 'advertiser', 'customer', 'outlet', 'day'] as const;
  return [...all.filter((by) => mayReport(perspective, by) && (by !== 'reason' || judged !== 'counted')), 'event'];
}

/**
 * Columns that separate events by their amounts: the scope's money, and in `EACH_OF_ALL` also the owner's share, for a
 * scope that may see both sides.
 */
const EACH: readonly CellColumn[] = [{ by: 'kind' }, { by: 'each', of: 'money' }];
const EACH_OF_ALL: readonly CellColumn[] = [...EACH, { by: 'each', of: 'owner' }];

type Part = {
  readonly label: Label;
  readonly kind: EventKind;
  /** For a single event: the scope's money and the owner's share. '' if the caller may not see it. */
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

/**
 * Explains a figure by its events. Throws `AppError` if the caller's role lacks the figure or may not break it down
 * this way.
 */
export async function explainFigure(needs: Explaining, question: Question, asked: EventsAsked): Promise<Explanation> {
  const { figure, filters, money = 'own' } = asked;
  const { scope } = question;
  const perspective = perspectiveOf(scope);
  const rule = ruleOf(figure, money);
  if (rule.adds === 'energy' && !mayReport(perspective, 'energy_kwh'))
    throw new AppError('forbidden', 'You don’t have access to energy figures.');
  if (isSide(rule) && scope.kind !== 'all') throw new AppError('forbidden', 'Only administrators can see both sides.');
  const choices = choicesOf(perspective, rule);
  const wanted = asked.by ?? choices[0] ?? 'outlet';
  const by = choices.find((one) => one === wanted);
  if (by === undefined) throw new AppError('forbidden', `You can’t break down your figures by ${wanted}.`);
  const { network, cells, own, label } = await explainedCells(needs, question, {
    rule,
    filters,
    within: asked.within,
    dimensions: by === 'event' ? [] : [by],
    columns: scope.kind === 'all' ? EACH_OF_ALL : EACH,
  });
  const partsFrom = async (singlesOnly: boolean) =>
    partsOf(await needs.figures.terms(cells, { singlesOnly }), { rule, own, label });
  const all = await partsFrom(false);
  const isWhole = asked.fixed === undefined || asked.fixed === sumOf(all).amount;
  // Archived sums for a fixed line may include events that arrived after its cut-off. In that case, the parts are only
  // the single events, and the amount of removed events is left out.
  const parts = isWhole ? all : await partsFrom(true);
  const summed = sumOf(parts);
  const total = { ...summed, amount: asked.fixed ?? summed.amount };
  const sides = (sum: Sum) => {
    // For removed events, the amounts of both sides are unknown.
    if (scope.kind !== 'all' || !isMoney(rule) || !isWhole) return {};
    if (isSide(rule)) return { paid: String(sum.paid) };
    return { owner: String(sum.owner), network: String(sum.amount - sum.owner) };
  };
  const answer = {
    period: await needs.figures.periodOf(question),
    figure,
    by,
    choices,
    unit: unitOf(rule),
    total: String(total.amount),
    ...sides(total),
    ...(figure === 'energy' ? { dollars_per_kwh: needs.config.energyCostPerKwh } : {}),
  };
  if (by === 'event') {
    const page = await explainedEvents(needs, network, cells, { rule, cursor: asked.cursor });
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
  const terms = await termsOf(needs, perspective, isMoney(rule) ? shown : []);
  return {
    ...answer,
    parts: shown.map((part) => ({
      id: part.label.id,
      label: part.label.label,
      kind: part.kind,
      events: part.events,
      amount: String(part.amount),
      each: isMoney(rule) ? eachOf(rule, part) || null : null,
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

/**
 * Merges rows with the same values into parts, with what each part adds to the figure. Leaves out rows that add
 * nothing.
 */
function partsOf(
  rows: readonly TermsRow[],
  {
    rule,
    own,
    label,
  }: { readonly rule: FigureRule; readonly own: number; readonly label: (keys: readonly string[]) => Label },
): Part[] {
  const parts = new Map<string, Part>();
  const ofMoney = isMoney(rule);
  for (const row of rows) {
    const keys = row.of.slice(0, own);
    const [kind = 'view', each = '', ownerEach = ''] = row.of.slice(own) as [EventKind, string, string];
    const amount = amountOf(rule, kind, row);
    if (amount === 0n && (!ofMoney || row.ownerMicros === 0n)) continue;
    const of = label(keys);
    // For money, each amount is a separate part. For other figures, each kind has one sum.
    const name = JSON.stringify([of.id, kind, ...(ofMoney ? [each, ownerEach] : [])]);
    const part = parts.get(name) ?? {
      label: of,
      kind,
      each,
      ownerEach,
      flightKeys: new Set<number>(),
      customerKeys: new Set<number>(),
      events: 0,
      amount: 0n,
      paid: 0n,
      owner: 0n,
      estimated: 0,
    };
    part.events += row.events;
    part.amount += amount;
    part.paid += ofMoney ? row.micros : 0n;
    part.owner += ofMoney ? row.ownerMicros : 0n;
    for (const key of row.flightKeys) part.flightKeys.add(key);
    for (const key of row.customerKeys) part.customerKeys.add(key);
    part.estimated += row.estimatedViews;
    parts.set(name, part);
  }
  return [...parts.values()];
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

const ADDING: Readonly<Record<FigureRule['adds'], TermsPage['adding']>> = {
  money: 'money',
  owner: 'money',
  network: 'money',
  withheld: 'withheld',
  energy: 'energy',
  events: 'any',
};

type Asked = {
  readonly rule: FigureRule;
  readonly cursor: string | undefined;
};
type Page = {
  readonly events: ExplainedEvent[];
  readonly amount: bigint;
  readonly paid: bigint;
  readonly owner: bigint;
  readonly next: string | null;
};

/** Returns a page of the events behind a figure, as the scope may see them. The page never includes visitors. */
async function explainedEvents(
  { figures }: Pick<Reading, 'figures'>,
  network: Network,
  cells: CellsQuestion,
  { rule, cursor }: Asked,
): Promise<Page> {
  const before = cursor === undefined ? null : readEventPlace(cursor);
  const found = await figures.termEvents(cells, {
    before,
    kinds: rule.kinds,
    adding: ADDING[rule.adds],
    limit: EVENTS_AT_ONCE + 1,
  });
  const page = found.slice(0, EVENTS_AT_ONCE);
  const last = page.at(-1);
  const next = found.length > EVENTS_AT_ONCE && last !== undefined ? eventPlace(last) : null;
  let [amount, paid, owner] = [0n, 0n, 0n];
  const events = page.map((event) => {
    const added = amountOf(rule, event.kind, { ...event, events: 1 });
    amount += added;
    paid += isMoney(rule) ? event.micros : 0n;
    owner += isMoney(rule) ? event.ownerMicros : 0n;
    return shown(network, cells, { event, rule, added });
  });
  return { events, amount, paid, owner, next };
}

function shown(
  network: Network,
  { scope }: CellsQuestion,
  { event, rule, added }: Pick<Asked, 'rule'> & { readonly event: TermEvent; readonly added: bigint },
): ExplainedEvent {
  const { ownerMicros } = event;
  const reason = INVALID_REASONS.find((one) => one === event.reason);
  return {
    ...placeOfEvent(network, event),
    ...(event.sentId === '' ? {} : { sent_id: event.sentId }),
    amount: String(added),
    // An owner sees the sponsors, but not their campaigns.
    ...(scope.kind === 'owner' ? {} : { flight: network.flightCode.get(event.flightKey) ?? '' }),
    ...(scope.kind === 'all' && isMoney(rule)
      ? isSide(rule)
        ? { paid: String(event.micros) }
        : { owner: String(ownerMicros), network: String(added - ownerMicros) }
      : {}),
    ...(rule.adds === 'energy' ? { is_estimated: event.isEstimated } : {}),
    ...(reason === undefined ? {} : { reason }),
  };
}

type Needs = Pick<Dependencies, 'accounts'> & { readonly config: Pick<Config, 'ownerSharePpm' | 'ownerShares'> };

/** Events that each earned the same amount. */
type Amount = {
  readonly kind: BillableKind;
  /** The advertiser's price for one event, and the owner's share of it. '' if the caller may not see it. */
  readonly each: string;
  readonly ownerEach: string;
  readonly flightKeys: ReadonlySet<number>;
  readonly customerKeys: ReadonlySet<number>;
};
type Terms = Pick<ExplainedPart, 'prices' | 'shares'>;
type PriceRow = Awaited<ReturnType<typeof findPrices>>[number];
type ShareRow = Awaited<ReturnType<typeof findShares>>[number];

/**
 * Finds the versions of prices and shares behind an event's amount. Advertisers see the price, and administrators see
 * the price and the owner's share. An owner sees neither, because the owner's share would reveal what others pay. Terms
 * that several flights or owners share appear once, with the earliest start.
 */
async function termsOf(
  { accounts, config }: Needs,
  perspective: Perspective,
  parts: readonly Amount[],
): Promise<(part: Amount) => Terms> {
  if (perspective === 'property') return () => ({});
  const all = (keysOf: (part: Amount) => ReadonlySet<number>) => [
    ...new Set(parts.flatMap((part) => [...keysOf(part)])),
  ];
  const prices = grouped(
    await findPrices(
      accounts,
      all(({ flightKeys }) => flightKeys),
    ),
    (row) => row.flight_key,
  );
  const isAll = perspective === 'admin';
  const shares = grouped(
    isAll
      ? await findShares(
          accounts,
          all(({ customerKeys }) => customerKeys),
        )
      : [],
    (row) => row.customer_key,
  );
  return (part) => {
    const own = {
      prices: pricesOf(part, prices),
      shares: isAll ? sharesOf(part, shares, [config.ownerSharePpm, ...config.ownerShares.map(({ ppm }) => ppm)]) : [],
    };
    return {
      ...(own.prices.length === 0 ? {} : { prices: own.prices }),
      ...(own.shares.length === 0 ? {} : { shares: own.shares }),
    };
  };
}

const iso = (ms: number): string => new Date(ms).toISOString();

/** Returns the earliest of each set of equal rows, in order of time. */
function firstOfEach<Row extends { readonly valid_from: number }>(
  rows: readonly Row[],
  nameOf: (row: Row) => string,
): Row[] {
  const found = new Map<string, Row>();
  for (const row of rows.toSorted((one, other) => one.valid_from - other.valid_from))
    if (!found.has(nameOf(row))) found.set(nameOf(row), row);
  return [...found.values()];
}

function pricesOf({ kind, each, flightKeys }: Amount, prices: ReadonlyMap<number, PriceRow[]>) {
  const own = [...flightKeys]
    .flatMap((key) => prices.get(key) ?? [])
    .filter(({ model, price_micros: micros }) => each === String(amountMicros(kind, model, micros)));
  const nameOf = ({ model, price_micros, valid_from, venue_type }: PriceRow) =>
    // For a single flight, lists each version.
    JSON.stringify([model, price_micros, venue_type, flightKeys.size > 1 ? null : valid_from]);
  return firstOfEach(own, nameOf).map(({ model, price_micros: micros, valid_from: from, venue_type }) => ({
    model,
    price: dollars(micros),
    since: iso(from),
    venue_type,
  }));
}

function sharesOf(
  { each, ownerEach, customerKeys }: Amount,
  shares: ReadonlyMap<number, ShareRow[]>,
  usual: readonly number[],
) {
  if (each === '' || ownerEach === '') return [];
  const comesToIt = (ppm: number) => ownerMicros(Number(each), ppm) === Number(ownerEach);
  const found: ShareRow[] = [];
  const defaults = new Set<number>();
  for (const key of customerKeys) {
    const own = (shares.get(key) ?? []).filter(({ share_ppm: ppm }) => comesToIt(ppm));
    for (const row of own) found.push(row);
    if (own.length === 0) for (const ppm of usual.filter(comesToIt)) defaults.add(ppm);
  }
  const nameOf = ({ share_ppm, valid_from }: ShareRow) =>
    JSON.stringify([share_ppm, customerKeys.size > 1 ? null : valid_from]);
  return [
    ...firstOfEach(found, nameOf).map(({ share_ppm: ppm, valid_from: from }) => ({
      percent: ppm / 10_000,
      since: iso(from),
    })),
    ...[...defaults].map((ppm) => ({ percent: ppm / 10_000, since: null })),
  ];
}
