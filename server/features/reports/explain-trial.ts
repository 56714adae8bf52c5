import { Value } from 'typebox/value';
import type { ExplainedBy, ExplainedFigure, Explanation, FigureOfTrials } from '#contract/explain.ts';
import { isFigureOfTrials } from '#contract/explain.ts';
import { ContractTrial } from '#contract/trial.ts';
import type { BillableKind } from '#domain/money.ts';
import type { Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { AppError } from '../../http/app-error.ts';
import { readAskedReport } from './asked-report.ts';
import { leftOut, pageOf } from './explain-page.ts';
import { eachOf, isSide, ruleOf, unitOf } from './explained-rules.ts';

const CHOICES = ['flight', 'advertiser', 'customer', 'day'] as const;
type By = (typeof CHOICES)[number];
type Only = { readonly [Name in 'customer' | 'advertiser' | 'flight']?: readonly string[] };

/** What a trial would have come to by what it is made of, read anew; ends early where nobody waits for it any more. */
export type TriedPartsOf = (
  trial: ContractTrial,
  asked: {
    readonly figure: FigureOfTrials;
    readonly by: By;
    readonly days: { readonly from: string; readonly to: string } | null;
    readonly only: Only;
  },
  isWanted: () => boolean,
) => Promise<
  readonly {
    readonly id: string;
    readonly label: string;
    readonly kind: BillableKind;
    readonly each: string;
    readonly ownerEach: string;
    readonly events: number;
    readonly paid: bigint;
    readonly owner: bigint;
  }[]
>;

type Needs = Pick<Dependencies, 'figures' | 'now'>;
type Asked = {
  readonly figure: ExplainedFigure;
  readonly by: ExplainedBy | null;
  /** JSON of what was tried. */
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
    // Said below, as for any other text.
  }
  throw refused('`trial` is no contract trial, as JSON.');
}

/** What days would have come to under other contracts: events × what each would have come to. */
export async function explainTrial(
  { figures, now }: Needs,
  partsOf: TriedPartsOf,
  scope: Scope,
  asked: Asked,
  isWanted: () => boolean,
): Promise<Explanation> {
  const { cid, cursor, days, figure } = asked;
  const trial = readTrial(asked.trial);
  if (!isFigureOfTrials(figure)) throw refused('Of a trial ask for revenue, either side of it, or views.');
  const by = asked.by === null ? 'flight' : CHOICES.find((one) => one === asked.by);
  if (by === undefined) throw refused(`What was tried is told apart by ${CHOICES.join(', ')}.`);
  const { from, to } = days ?? trial;
  const question = await readQuestion(figures, () => scope, { from, to, ...(cid === undefined ? {} : { cid }) }, now());
  const only = await readOnly(asked.filters, figures, question);
  const rule = ruleOf(figure, 'own');
  const isCount = unitOf(rule) === 'events';
  const all = (await partsOf(trial, { figure, by, days, only }, isWanted))
    .map(({ id, label, ...part }) => ({
      ...{ ...part, label: { id, label } },
      amount: isCount ? BigInt(part.events) : isSide(rule) ? sideOf(figure, part) : part.paid,
    }))
    .filter(({ amount, owner }) => amount !== 0n || (!isCount && owner !== 0n));
  const { next, shown } = pageOf(all, by === 'day' ? 'in time' : 'largest first', cursor);
  const sides = ({ amount, owner, paid }: Sum) => {
    if (isCount) return {};
    return isSide(rule) ? { paid: String(paid) } : { owner: String(owner), network: String(amount - owner) };
  };
  const [total, listed] = [sumOf(all), sumOf(shown)];
  const rest = {
    parts: all.length - shown.length,
    amount: total.amount - listed.amount,
    paid: total.paid - listed.paid,
    owner: total.owner - listed.owner,
  };
  return {
    ...{ period: await figures.periodOf(question), figure, by, choices: [...CHOICES], unit: unitOf(rule) },
    ...{ total: String(total.amount), ...sides(total), events: [], next_cursor: next },
    parts: shown.map((part) => ({
      ...{ ...part.label, kind: part.kind, events: part.events, amount: String(part.amount), ...sides(part) },
      each: isCount ? null : eachOf(rule, part),
    })),
    left_out: leftOut(rest, sides(rest)),
  };
}

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

const sideOf = (figure: FigureOfTrials, { owner, paid }: Omit<Sum, 'amount'>): bigint =>
  figure === 'owner_share' ? owner : paid - owner;

/** A customer and the filters as reports take them, of what the replay tells apart. */
async function readOnly(
  filters: string | undefined,
  figures: Needs['figures'],
  { customerKey, scope }: Awaited<ReturnType<typeof readQuestion>>,
): Promise<Only> {
  const { advertiser, customer, flight, ...others } = readAskedReport(
    filters === undefined ? {} : { filters },
    'admin',
  ).filters;
  if (Object.keys(others).length > 0) throw refused('What was tried is filtered by customer, advertiser and flight.');
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
