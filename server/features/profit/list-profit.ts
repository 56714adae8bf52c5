import type { ProfitRow } from '#contract/profit.ts';
import { isoDateOf } from '#domain/calendar-date.ts';
import { DAY_MS } from '#domain/durations.ts';
import { energyCostMicros } from '#domain/energy-cost.ts';
import { dollars } from '#domain/money.ts';
import {
  adviceOn,
  energyKnown,
  medianOf,
  type OutletProfit,
  outletProfit,
  paysBackAt,
  TOLD_AFTER_DAYS,
} from '#domain/outlet-profit.ts';
import type { Dependencies } from '../../dependencies.ts';
import type { Question } from '../../figures/asked/question.ts';
import { eachOf, inTurns } from '../../memory/in-slices.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { findCosts, findMoved, findServed, type OutletCosts } from './profit-queries.ts';
import { NO_OUTLET_SUMS, type OutletSums, pairName, sumEver, sumOutlets } from './sum-outlets.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>;

/** Of one outlet, where it stands now. */
type Reckoned = {
  readonly holding: Holding;
  readonly costs: OutletCosts | undefined;
  readonly sums: OutletSums;
  readonly made: OutletProfit;
};
export type Advised = Reckoned & ReturnType<typeof adviceOn>;

/** So many owners and outlets are asked for in one question to the events store. */
export type AtOnce = { readonly outlets: number; readonly owners: number };
const AT_ONCE: AtOnce = { outlets: 50_000, owners: 5_000 };

const micros = (amount: number | null): number => Math.round((amount ?? 0) * 1_000_000);

/** What each outlet in service brings; those without an event too, for they are the first to move. */
export async function listProfit(
  { accounts, config, figures, now }: Needs,
  question: Question,
  atOnce = AT_ONCE,
): Promise<{ readonly rows: readonly Advised[]; readonly median: bigint }> {
  const nowMs = now();
  const [network, costs] = await Promise.all([figures.network(), findCosts(accounts, nowMs)]);
  const moved = await findMoved(accounts, question.range.startMs ?? 0, nowMs);
  const reckoned: Reckoned[] = [];
  for (const { holdings, isAll } of stepsOf(network, question, atOnce)) {
    const pairs = holdings.map(({ customer, outlet }) => ({ customerKey: customer.key, outletKey: outlet.key }));
    const here = new Set(pairs.map(pairName));
    const sums = await sumOutlets({ figures }, question, {
      pairs: isAll ? null : pairs,
      moved: moved.filter((one) => here.has(pairName(one))),
    });
    const reckon = (holding: Holding) => {
      const { customer, outlet } = holding;
      const own = costs.get(outlet.key);
      const of = sums.get(pairName({ customerKey: customer.key, outletKey: outlet.key })) ?? NO_OUTLET_SUMS;
      const days = daysIn(question, own?.from_at ?? 0, nowMs);
      const made = profitOf(of, { days, costs: own, costPerKwh: config.energyCostPerKwh });
      reckoned.push({ holding, costs: own, sums: of, made });
    };
    await inTurns(eachOf(holdings, reckon));
  }
  const told = reckoned.filter(({ made }) => made.days >= TOLD_AFTER_DAYS);
  const median = medianOf(told.map(({ made }) => made.aMonth));
  return {
    rows: reckoned.map((one) => ({ ...one, ...adviceOn({ ...one.made, views: one.sums.views }, median) })),
    median,
  };
}

/** The outlets in service, as many together as one question takes; whether they are all there ever were. */
function* stepsOf(
  { holdings }: Network,
  { customerKey }: Question,
  atOnce: AtOnce,
): Generator<{ readonly holdings: readonly Holding[]; readonly isAll: boolean }> {
  const asked = [...holdings].filter(([key]) => customerKey === null || key === customerKey);
  // Those that ended have rows, too.
  const isAll = asked.reduce((all, [, { size }]) => all + size, 0) <= atOnce.outlets;
  let [step, owners]: [Holding[], number] = [[], 0];
  for (const [, own] of asked) {
    if (!isAll && owners === atOnce.owners) {
      yield { holdings: step, isAll };
      [step, owners] = [[], 0];
    }
    owners += 1;
    for (const holding of own.values()) {
      if (holding.endedAt !== null) continue;
      if (step.length === atOnce.outlets) {
        yield { holdings: step, isAll };
        [step, owners] = [[], 1];
      }
      step.push(holding);
    }
  }
  if (step.length > 0) yield { holdings: step, isAll };
}

type Terms = { readonly days: number; readonly costs: OutletCosts | undefined; readonly costPerKwh: number };

const profitOf = ({ revenue, owner, milliWh }: OutletSums, { days, costs, costPerKwh }: Terms): OutletProfit =>
  outletProfit(
    { days, revenue, owner, energy: energyCostMicros(milliWh, costPerKwh) },
    micros(costs?.monthly_cost ?? null),
  );

function daysIn({ range }: Question, sinceMs: number, nowMs: number): number {
  const fromMs = Math.max(range.startMs ?? 0, sinceMs);
  return Math.max(0, (Math.min(range.endMs ?? nowMs, nowMs) - fromMs) / DAY_MS);
}

/** The rows of a page: only they are asked about all the time since they were bought. */
export async function showProfit(needs: Needs, question: Question, rows: readonly Advised[]): Promise<ProfitRow[]> {
  const { accounts, config, now } = needs;
  const nowMs = now();
  const bought = rows.filter(({ costs }) => costs?.purchase_price != null).map(({ holding }) => holding.outlet.key);
  const ever = await sumEver(needs, question, bought);
  const served = await findServed(accounts, bought, nowMs);
  return rows.map((row) => {
    const { costs, holding, made } = row;
    const { boughtMs, servedMs } = served.get(holding.outlet.key) ?? { boughtMs: nowMs, servedMs: 0 };
    const terms = { days: servedMs / DAY_MS, costs, costPerKwh: config.energyCostPerKwh };
    const brought = profitOf(ever.get(holding.outlet.key) ?? NO_OUTLET_SUMS, terms).profit;
    const price = costs?.purchase_price ?? null;
    const backMs =
      price === null ? null : paysBackAt(made, { purchaseMicros: micros(price), brought, boughtMs, nowMs });
    return shown(row, { price, backMs });
  });
}

function shown(
  { advice, why, holding, costs, made, sums }: Advised,
  { price, backMs }: { readonly price: number | null; readonly backMs: number | null },
): ProfitRow {
  const { customer, outlet, venue } = holding;
  return {
    ...{ id: outlet.id, eui: outlet.eui, label: outlet.label, customer: customer.name, venue: venue.name },
    ...{ days: Math.round(made.days * 10) / 10, views: sums.views },
    ...{ revenue: dollars(made.revenue), owner_share: dollars(made.owner) },
    ...{ energy_kwh: Number(sums.milliWh) / 1_000_000, energy_cost: dollars(made.energy), energy: energyKnown(sums) },
    ...{ fixed_cost: dollars(made.fixed), profit: dollars(made.profit), profit_a_month: dollars(made.aMonth) },
    ...{ purchase_price: price, pays_back_on: backMs === null ? null : isoDateOf(backMs) },
    ...{ advice, why, cost_known: costs?.monthly_cost != null },
  };
}
