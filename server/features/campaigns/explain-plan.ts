import {
  type ExplainedBy,
  type ExplainedPart,
  type Explanation,
  FIGURES_OF_PLANS,
  type FigureOfPlans,
} from '#contract/explain.ts';
import type { SpendRate } from '#domain/flight-pace.ts';
import { mayReport } from '#domain/report-rights.ts';
import { perspectiveOf, type Scope } from '#domain/role.ts';
import type { Dependencies } from '../../dependencies.ts';
import { leftOut, pageOf } from '../../explain/explain-page.ts';
import { type ExplainersOf, explainersOf, takesOnly } from '../../explain/explainers.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { AppError } from '../../http/app-error.ts';
import { createPlans } from './present-plans.ts';
import type { CampaignNeeds } from './read-flights.ts';

/** The planned or projected spend of a flight or campaign, by parts in micro-dollars. Undefined outside the scope. */
type TellPlan = (
  scope: Scope,
  id: string,
  /** A single day, where the plan has days. */
  day: string | null,
) => Promise<
  | {
      readonly by: 'flight' | 'day' | 'term';
      readonly parts: readonly {
        readonly id: string;
        readonly label: string;
        readonly days: number;
        readonly micros: number;
        /** The pace behind the amount. */
        readonly rate?: SpendRate;
        readonly opens?: ExplainedPart['opens'];
      }[];
    }
  | undefined
>;
type PlansToTell = { readonly planned: TellPlan; readonly foreseen: TellPlan };

type Needs = Pick<Dependencies, 'figures' | 'now'>;
type Asked = {
  readonly figure: FigureOfPlans;
  readonly by: ExplainedBy | null;
  /** The id of the flight or campaign. */
  readonly of: string | undefined;
  readonly day: string | null;
  readonly cursor: string | undefined;
};

/** Explains what flights were to spend, and what they will have spent at their end. */
export function planExplainers(needs: CampaignNeeds): ExplainersOf<FigureOfPlans> {
  const plans = createPlans(needs);
  return explainersOf(FIGURES_OF_PLANS, async (figure, { by, query, scope }) => {
    const { cursor, from, of, to } = query;
    const message = 'What was planned is asked for of a flight or campaign by its id, of a flight also of one day.';
    takesOnly(query, figure === 'planned' ? ['of', 'from', 'to'] : ['of'], message);
    if (from !== to) throw new AppError('invalid', message);
    return explainPlan(needs, plans, scope, { figure, by, of, day: from ?? null, cursor });
  });
}

/**
 * Explains the plan of a flight by day and of a campaign by flight. Explains a flight's projected spend by its terms.
 */
async function explainPlan(
  { figures, now }: Needs,
  plans: PlansToTell,
  scope: Scope,
  { figure, by, of, day, cursor }: Asked,
): Promise<Explanation> {
  if (!mayReport(perspectiveOf(scope), 'flight'))
    throw new AppError('forbidden', 'What flights were to spend is for their advertiser.');
  if (of === undefined) throw new AppError('invalid', 'Say of which one: `of` is the id of a flight or campaign.');
  const told = await plans[figure](scope, of, day);
  if (told === undefined) throw new AppError('not-found', 'There is no such flight or campaign.');
  if (by !== null && by !== told.by) throw new AppError('invalid', `This plan is told apart by ${told.by}.`);
  const question = await readQuestion(figures, () => scope, {}, now());
  const all = told.parts
    .filter(({ micros }) => micros !== 0)
    .map(({ id, label, days, micros, rate, opens }) => ({
      label: { id, label },
      kind: '',
      each: '',
      ownerEach: '',
      days,
      rate,
      opens,
      amount: BigInt(micros),
    }));
  const { next, shown } = pageOf(all, told.by === 'flight' ? 'largest first' : 'in time', cursor);
  const sum = (parts: readonly { readonly amount: bigint }[]) => parts.reduce((so, { amount }) => so + amount, 0n);
  const total = sum(all);
  return {
    period: await figures.periodOf(question),
    figure,
    by: told.by,
    choices: [told.by],
    unit: 'micro-dollars',
    total: String(total),
    events: [],
    next_cursor: next,
    parts: shown.map(({ amount, days, label, opens, rate }) => ({
      ...label,
      kind: null,
      events: days,
      each: null,
      amount: String(amount),
      ...(rate === undefined ? {} : { rate: { amount: String(rate.micros), in_ms: rate.inMs, for_ms: rate.forMs } }),
      ...(opens === undefined ? {} : { opens }),
    })),
    left_out: leftOut({ parts: all.length - shown.length, amount: total - sum(shown) }),
  };
}
