import {
  type ExplainedBy,
  type ExplainedPart,
  type Explanation,
  FIGURES_OF_PLANS,
  type FigureOfPlans,
} from '#contract/explain.ts';
import { comesTo, expectedMicros, type SpendRate } from '#domain/flight-pace.ts';
import { flightState } from '#domain/flight-state.ts';
import { mayReport } from '#domain/report-rights.ts';
import { perspectiveOf, type Scope } from '#domain/role.ts';
import { dayStarts } from '#domain/zoned-day.ts';
import type { Dependencies } from '../../dependencies.ts';
import { leftOut, pageOf } from '../../explain/explain-page.ts';
import { type ExplainersOf, explainersOf, takesOnly } from '../../explain/explainers.ts';
import { readQuestion } from '../../figures/read-question.ts';
import { AppError } from '../../http/app-error.ts';
import { type FlightRow, findCampaign, findFlight, findFlightsOf } from './flights-queries.ts';
import { readForecast } from './pace-flight.ts';
import {
  type CampaignNeeds,
  factsOf,
  NO_SUMS,
  plannedFrom,
  plannedMicros,
  plannedUntil,
  readSums,
  zoneOf,
} from './read-flights.ts';

/**
 * Returns the parts of a flight's or campaign's planned or projected spend, in micro-dollars. Undefined outside the
 * scope.
 */
type TellPlan = (
  scope: Scope,
  id: string,
  /** The day to explain; null for the entire plan. */
  day: string | null,
) => Promise<
  | {
      readonly by: 'flight' | 'day' | 'term';
      readonly parts: readonly {
        readonly id: string;
        readonly label: string;
        readonly days: number;
        readonly micros: number;
        /** The pace that the amount is based on. */
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
  /** The id of a flight or campaign. */
  readonly of: string | undefined;
  readonly day: string | null;
  readonly cursor: string | undefined;
};

/** Explains what flights were planned to spend, and what they are projected to have spent by their end. */
export function planExplainers(needs: CampaignNeeds): ExplainersOf<FigureOfPlans> {
  const plans = createPlans(needs);
  return explainersOf(FIGURES_OF_PLANS, async (figure, { by, query, scope }) => {
    const { cursor, from, of, to } = query;
    const message = 'Specify a flight or campaign by its ID. For a flight, you can also specify one day.';
    takesOnly(query, figure === 'planned' ? ['of', 'from', 'to'] : ['of'], message);
    if (from !== to) throw new AppError('invalid', message);
    return explainPlan(needs, plans, scope, { figure, by, of, day: from ?? null, cursor });
  });
}

/**
 * Explains a flight's plan by day and a campaign's plan by flight. Explains a flight's projected spend by its terms.
 */
async function explainPlan(
  { figures, now }: Needs,
  plans: PlansToTell,
  scope: Scope,
  { figure, by, of, day, cursor }: Asked,
): Promise<Explanation> {
  if (!mayReport(perspectiveOf(scope), 'flight'))
    throw new AppError('forbidden', 'Only advertisers and administrators can see planned spend.');
  if (of === undefined) throw new AppError('invalid', 'Set `of` to the ID of a flight or campaign.');
  const told = await plans[figure](scope, of, day);
  if (told === undefined) throw new AppError('not-found', 'Flight or campaign not found.');
  if (by !== null && by !== told.by) throw new AppError('invalid', `This plan can only be broken down by ${told.by}.`);
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

/**
 * Creates the explanations of planned and projected spend. Each part is in micro-dollars. `days` is the number of days
 * that a part opens to, or 0 if it cannot be opened. The functions return undefined outside the scope.
 */
function createPlans(needs: CampaignNeeds) {
  const { accounts, now } = needs;

  const daysOf = (row: FlightRow): Map<number, string> => {
    const untilMs = plannedUntil(row, now());
    const fromMs = plannedFrom(row);
    return untilMs === null || fromMs >= untilMs ? new Map() : dayStarts(fromMs, untilMs, zoneOf(needs, row));
  };

  const byDay = (row: FlightRow) => {
    const facts = factsOf(row, NO_SUMS);
    const days = [...daysOf(row)];
    return days.map(([startMs, day], at) => {
      const [fromMs, toMs] = [
        Math.max(startMs, plannedFrom(row)),
        days[at + 1]?.[0] ?? plannedUntil(row, now()) ?? startMs,
      ];
      const micros = expectedMicros(facts, toMs) - expectedMicros(facts, fromMs);
      return { id: day, label: day, days: 1, micros, forMs: toMs - fromMs };
    });
  };

  /**
   * Returns a day's share of the budget, in proportion to its length, and the rounding. Days are rounded so that their
   * running total matches the plan at the end of each day.
   */
  const termsOfDay = (row: FlightRow, date: string) => {
    const day = byDay(row).find(({ id }) => id === date);
    if (day === undefined) return [];
    const rate = { micros: row.budget_micros, inMs: row.ends_at - plannedFrom(row), forMs: day.forMs };
    const share = comesTo(rate);
    return [
      { id: '0-share', label: 'Share of the budget, by time', days: 0, micros: share, rate },
      { id: '1-rounding', label: 'Rounding across days', days: 0, micros: day.micros - share },
    ];
  };

  /**
   * Returns the plans of a campaign's flights that are live or stopped by their daily cap, the same flights as in the
   * campaign's own sum.
   */
  const byFlight = async (scope: Scope, id: string) => {
    const rows = await findFlightsOf(accounts, scope, id);
    const sums = await readSums(needs, scope, rows);
    const isLive = (row: FlightRow) =>
      ['live', 'capped'].includes(flightState(factsOf(row, sums.get(row.key) ?? NO_SUMS), now()));
    return rows.filter(isLive).map((row) => ({
      id: row.id,
      label: row.code,
      days: daysOf(row).size,
      micros: plannedMicros(row, now()),
    }));
  };

  return {
    /** Returns a flight's planned spend until now, by day. For a campaign, returns that of its running flights. */
    planned: async (scope: Scope, id: string, day: string | null) => {
      const flight = await findFlight(accounts, scope, id);
      if (flight !== undefined && day !== null) return { by: 'term' as const, parts: termsOfDay(flight, day) };
      if (flight !== undefined) return { by: 'day' as const, parts: byDay(flight) };
      if (day !== null || (await findCampaign(accounts, scope, id)) === undefined) return undefined;
      return { by: 'flight' as const, parts: await byFlight(scope, id) };
    },
    /** Returns a flight's projected spend at its end: the money already spent, and the money that its pace adds. */
    foreseen: async (scope: Scope, id: string) => {
      const row = await findFlight(accounts, scope, id);
      if (row === undefined) return undefined;
      const { comes, rate, sums } = await readForecast(needs, scope, row, now());
      const { micros: spent } = sums;
      const isAll = comes > 0 && spent + comes >= row.budget_micros;
      const label = isAll
        ? 'Remaining budget, which the current pace would use up'
        : 'Projected at the pace of recent days';
      const filters = JSON.stringify({ flight: [row.code] });
      return {
        by: 'term' as const,
        parts: [
          {
            id: 'revenue',
            label: 'Spent so far',
            days: 0,
            micros: spent,
            opens: { figure: 'revenue' as const, filters },
          },
          { id: 'to-come', label, days: 0, micros: comes, ...(rate === null ? {} : { rate }) },
        ],
      };
    },
  };
}
