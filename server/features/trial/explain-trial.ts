import { Value } from 'typebox/value';
import type { ExplainedBy, ExplainedFigure, Explanation, FigureOfTrials } from '#contract/explain.ts';
import { isFigureOfTrials } from '#contract/explain.ts';
import { ContractTrial } from '#contract/trial.ts';
import { type AskedOfTrial, type Earned, TRIED_BY, type TriedBy, type TriedPart } from '#domain/contract-trial.ts';
import type { Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { leftOut, pageOf } from '../../explain/explain-page.ts';
import { EVENTS_AT_ONCE, eventPlace, placeOfEvent, readEventPlace } from '../../explain/explained-events-page.ts';
import { eachOf, isSide, ruleOf, unitOf } from '../../explain/explained-rules.ts';
import { type ReadFilters, type ThingExplainer, takesOnly } from '../../explain/explainers.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { AppError } from '../../http/app-error.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import type { createTrials } from './create-trials.ts';

const CHOICES = [...TRIED_BY, 'event'] as const;

type Trials = Pick<ReturnType<typeof createTrials>, 'partsOf' | 'singlesOf'>;
/** The number of events, how many of them would count, and their amounts. */
type CountedSums = TriedSums & { readonly events: number; readonly counted: number };
type TriedSums = Pick<TriedPart, 'paid' | 'owner'>;

type Needs = Pick<Dependencies, 'figures' | 'now'> & { readonly readFilters: ReadFilters };
type Asked = {
  readonly figure: ExplainedFigure;
  readonly by: ExplainedBy | null;
  /** The trial as JSON. */
  readonly trial: string;
  readonly days: { readonly from: string; readonly to: string } | null;
  readonly cid: string | undefined;
  readonly filters: string | undefined;
  readonly cursor: string | undefined;
};

const refused = (message: string) => new AppError('invalid', message);

function readTrial(text: string): ContractTrial {
  try {
    const parsed: unknown = JSON.parse(text);
    if (Value.Check(ContractTrial, parsed)) return parsed;
  } catch {
    // The error below reports this, as for any other invalid text.
  }
  throw refused('`trial` must be a contract trial in JSON.');
}

/** Creates the explanations of a contract trial, for administrators. */
export const trialExplainer =
  (needs: Needs, trials: Trials): ThingExplainer =>
  async ({ by, figure, isAdmin, isWanted, query, scope }, trial) => {
    if (!isAdmin) throw new AppError('forbidden', 'Only administrators can simulate contracts.');
    takesOnly(
      query,
      ['trial', 'from', 'to', 'cid', 'filters'],
      'For a trial, specify only days, a customer and filters.',
    );
    const { cid, cursor, filters, from, to } = query;
    if ((from === undefined) !== (to === undefined)) throw refused('Specify both from and to.');
    const days = from === undefined || to === undefined ? null : { from, to };
    return explainTrial(needs, trials, scope, { figure, by, trial, days, cid, filters, cursor }, isWanted);
  };

/**
 * Explains what days would have earned under other contracts: the number of events times the hypothetical amount of
 * each event.
 */
async function explainTrial(
  { figures, now, readFilters }: Needs,
  trials: Trials,
  scope: Scope,
  asked: Asked,
  isWanted: () => boolean,
): Promise<Explanation> {
  const { cid, cursor, days, figure } = asked;
  const trial = readTrial(asked.trial);
  if (!isFigureOfTrials(figure)) throw refused('For a trial, request revenue, either side of it, or views.');
  const by = asked.by === null ? 'flight' : CHOICES.find((one) => one === asked.by);
  if (by === undefined) throw refused(`A trial can only be broken down by ${CHOICES.join(', ')}.`);
  const { from, to } = days ?? trial;
  const question = await readQuestion(figures, () => scope, { from, to, ...(cid === undefined ? {} : { cid }) }, now());
  const only = await readOnly(readFilters(asked.filters, 'admin'), figures, question);
  const tried = { figure, days, only };
  const told = {
    period: await figures.periodOf(question),
    figure,
    by,
    choices: [...CHOICES],
    unit: unitOf(ruleOf(figure, 'own')),
  };
  if (by === 'event') {
    const page = { before: cursor === undefined ? null : readEventPlace(cursor), limit: EVENTS_AT_ONCE };
    const network = await figures.network();
    return { ...told, ...tellSingles(network, figure, await trials.singlesOf(trial, { ...tried, page }, isWanted)) };
  }
  return { ...told, ...tellParts(figure, by, await trials.partsOf(trial, { ...tried, by }, isWanted), cursor) };
}

type ToldParts = Pick<Explanation, 'total' | 'parts' | 'events' | 'left_out' | 'next_cursor' | 'unchanged'>;

/** Returns the other amounts that the caller may see next to an amount. */
function sidesOf(figure: FigureOfTrials, { amount, owner, paid }: Sum) {
  const rule = ruleOf(figure, 'own');
  if (unitOf(rule) === 'events') return {};
  return isSide(rule) ? { paid: String(paid) } : { owner: String(owner), network: String(amount - owner) };
}

function tellParts(
  figure: FigureOfTrials,
  by: TriedBy,
  parts: readonly TriedPart[],
  cursor: string | undefined,
): ToldParts {
  const rule = ruleOf(figure, 'own');
  const isCount = unitOf(rule) === 'events';
  const all = parts
    .map(({ id, label, ...part }) => ({ ...part, label: { id, label }, amount: amountOf(figure, part, part.events) }))
    .filter(({ amount, owner }) => amount !== 0n || (!isCount && owner !== 0n));
  const { next, shown } = pageOf(all, by === 'day' ? 'in time' : 'largest first', cursor);
  const [total, listed] = [sumOf(all), sumOf(shown)];
  const rest = { parts: all.length - shown.length, ...lessOf(total, listed) };
  return {
    total: String(total.amount),
    ...sidesOf(figure, total),
    events: [],
    next_cursor: next,
    parts: shown.map((part) => ({
      ...part.label,
      kind: part.kind,
      events: part.events,
      amount: String(part.amount),
      ...sidesOf(figure, part),
      each: isCount ? null : eachOf(rule, part),
    })),
    left_out: leftOut(rest, sidesOf(figure, rest)),
  };
}

type Singles = Awaited<ReturnType<Trials['singlesOf']>>;

/** Lists each event whose amount changes, with the previous amount. Unchanged events form one sum. */
function tellSingles(network: Network, figure: FigureOfTrials, { page, same, ...all }: Singles): ToldParts {
  const [total, unchanged] = [countedSum(figure, all), countedSum(figure, same)];
  const listed = sumOf(page.map(({ after }) => earnedSum(figure, after)));
  const rest = { parts: all.events - same.events - page.length, ...lessOf(lessOf(total, unchanged), listed) };
  const alike = leftOut({ parts: same.events, ...unchanged }, sidesOf(figure, unchanged));
  const last = page.at(-1);
  return {
    total: String(total.amount),
    ...sidesOf(figure, total),
    parts: [],
    events: page.map((event) => {
      const after = earnedSum(figure, event.after);
      return {
        ...placeOfEvent(network, event),
        flight: network.flightCode.get(event.flightKey) ?? '',
        amount: String(after.amount),
        before: String(earnedSum(figure, event.before).amount),
        ...sidesOf(figure, after),
      };
    }),
    left_out: leftOut(rest, sidesOf(figure, rest)),
    ...(alike === null ? {} : { unchanged: alike }),
    next_cursor: rest.parts > 0 && page.length === EVENTS_AT_ONCE && last !== undefined ? eventPlace(last) : null,
  };
}

const countedSum = (figure: FigureOfTrials, { counted, owner, paid }: CountedSums): Sum => ({
  paid,
  owner,
  amount: amountOf(figure, { paid, owner }, counted),
});

const earnedSum = (figure: FigureOfTrials, earned: Earned | null): Sum =>
  countedSum(figure, {
    events: 1,
    counted: earned === null ? 0 : 1,
    paid: BigInt(earned?.amount ?? 0),
    owner: BigInt(earned?.owner ?? 0),
  });

/** Returns the amount for a figure. For views, it is the count. */
function amountOf(figure: FigureOfTrials, { owner, paid }: TriedSums, count: number): bigint {
  if (figure === 'views') return BigInt(count);
  if (figure === 'revenue') return paid;
  return figure === 'owner_share' ? owner : paid - owner;
}

const lessOf = (all: Sum, some: Sum): Sum => ({
  amount: all.amount - some.amount,
  paid: all.paid - some.paid,
  owner: all.owner - some.owner,
});

type Sum = { readonly amount: bigint; readonly paid: bigint; readonly owner: bigint };

const sumOf = (parts: readonly Sum[]): Sum =>
  parts.reduce(
    (all, { amount, owner, paid }) => ({
      amount: all.amount + amount,
      owner: all.owner + owner,
      paid: all.paid + paid,
    }),
    { amount: 0n, owner: 0n, paid: 0n },
  );

/** Converts a customer and report filters to filters on the replay's dimensions. Throws for other filters. */
async function readOnly(
  { advertiser, customer, flight, ...others }: ReturnType<ReadFilters>,
  figures: Needs['figures'],
  { customerKey, scope }: Awaited<ReturnType<typeof readQuestion>>,
): Promise<AskedOfTrial['only']> {
  if (Object.keys(others).length > 0) throw refused('A trial can only be filtered by customer, advertiser and flight.');
  const owner = (await figures.network()).customerByKey.get(customerKey ?? 0)?.id;
  const narrowed = {
    ...(scope.kind === 'advertiser' ? { advertiser: [scope.customerId] } : {}),
    ...(scope.kind === 'owner' ? { customer: [scope.customerId] } : {}),
    ...(owner === undefined ? {} : { customer: [owner] }),
  };
  return {
    ...(advertiser === undefined ? {} : { advertiser }),
    ...(customer === undefined ? {} : { customer }),
    ...(flight === undefined ? {} : { flight }),
    ...narrowed,
  };
}
