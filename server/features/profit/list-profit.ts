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
import { heldRuns } from '../../figures/asked/outlet-runs.ts';
import type { Question } from '../../figures/asked/question.ts';
import { eachOf, inTurns } from '../../memory/in-slices.ts';
import type { Holding } from '../../network/snapshot/network-parts.ts';
import { findCosts, findMoved, type OutletCosts } from './profit-queries.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>;

/** Of one outlet, where it stands now. */
type Sums = { views: number; estimatedViews: number; revenue: bigint; owner: bigint; milliWh: bigint };
type Reckoned = {
  readonly holding: Holding;
  readonly costs: OutletCosts | undefined;
  readonly sums: Sums;
  readonly made: OutletProfit;
};

const NOTHING: Sums = { views: 0, estimatedViews: 0, revenue: 0n, owner: 0n, milliWh: 0n };
const micros = (amount: number | null): number => Math.round((amount ?? 0) * 1_000_000);

/** What each outlet in service brings; those without an event too, for they are the first to move. */
export async function listProfit(
  { accounts, config, figures, now }: Needs,
  question: Question,
): Promise<{ readonly rows: readonly ProfitRow[]; readonly median: bigint }> {
  const nowMs = now();
  const [network, costs] = await Promise.all([figures.network(), findCosts(accounts, nowMs)]);
  const sums = await sumsOf({ accounts, figures }, question, nowMs);
  const reckoned: Reckoned[] = [];
  for (const [customerKey, outlets] of network.holdings) {
    if (question.customerKey !== null && question.customerKey !== customerKey) continue;
    const reckon = (holding: Holding) => {
      if (holding.endedAt !== null) return;
      const own = costs.get(holding.outlet.key);
      const of = sums.get(`${customerKey} ${holding.outlet.key}`) ?? NOTHING;
      const energy = energyCostMicros(of.milliWh, config.energyCostPerKwh);
      const days = daysIn(question, own?.from_at ?? 0, nowMs);
      const made = outletProfit(
        { days, revenue: of.revenue, owner: of.owner, energy },
        micros(own?.monthly_cost ?? null),
      );
      reckoned.push({ holding, costs: own, sums: of, made });
    };
    await inTurns(eachOf([...outlets.values()], reckon));
  }
  const told = reckoned.filter(({ made }) => made.days >= TOLD_AFTER_DAYS);
  const median = medianOf(told.map(({ made }) => made.aMonth));
  return { rows: reckoned.map((one) => shown(one, median)), median };
}

/** By `customer outlet`; of an outlet that its owner moved only what it brought since. */
async function sumsOf(
  { accounts, figures }: Pick<Needs, 'accounts' | 'figures'>,
  { customerKey, range, scope }: Question,
  nowMs: number,
): Promise<ReadonlyMap<string, Sums>> {
  const asked = { scope, customerKey, range, withInvalid: false, knownOn: null };
  const columns = [{ by: 'customer' }, { by: 'outlet' }] as const;
  const found = await figures.terms({ ...asked, columns, filters: {} });
  const moved = await findMoved(accounts, range.startMs ?? 0, nowMs);
  const since = new Map(moved.map((one) => [`${one.customerKey} ${one.outletKey}`, one.fromMs]));
  const sums = new Map<string, Sums>();
  // Archived weeks and single events are rows of their own.
  const add = (key: string, row: (typeof found)[number]) => {
    const known = sums.get(key) ?? NOTHING;
    sums.set(key, {
      views: known.views + row.views,
      estimatedViews: known.estimatedViews + row.estimatedViews,
      revenue: known.revenue + row.micros,
      owner: known.owner + row.ownerMicros,
      milliWh: known.milliWh + row.energyMilliWh,
    });
  };
  const addWhole = (row: (typeof found)[number]) => {
    const key = row.of.join(' ');
    if (!since.has(key)) add(key, row);
  };
  await inTurns(eachOf(found, addWhole));
  if (moved.length === 0) return sums;
  // What happened before the first of the instants counts from nowhere.
  const starts = [...new Set([0, ...since.values()])].sort((one, other) => one - other);
  const parts = await figures.terms({
    ...{
      ...asked,
      columns: [...columns, { by: 'start', starts }],
      filters: { outletsHeld: await inTurns(heldRuns(moved)) },
    },
  });
  for (const row of parts) {
    const [customer = '', outlet = '', start = ''] = row.of;
    const key = `${customer} ${outlet}`;
    if (Number(start) >= (since.get(key) ?? 0)) add(key, row);
  }
  return sums;
}

function daysIn({ range }: Question, sinceMs: number, nowMs: number): number {
  const fromMs = Math.max(range.startMs ?? 0, sinceMs);
  return Math.max(0, (Math.min(range.endMs ?? nowMs, nowMs) - fromMs) / DAY_MS);
}

function shown({ holding, costs, made, sums }: Reckoned, median: bigint): ProfitRow {
  const { customer, outlet, venue } = holding;
  const price = costs?.purchase_price ?? null;
  const sinceMs = costs?.from_at ?? 0;
  const backMs = price === null ? null : paysBackAt(made, { purchaseMicros: micros(price), sinceMs });
  return {
    ...{ id: outlet.id, eui: outlet.eui, label: outlet.label, customer: customer.name, venue: venue.name },
    ...{ days: Math.round(made.days * 10) / 10, views: sums.views },
    ...{ revenue: dollars(made.revenue), owner_share: dollars(made.owner) },
    ...{ energy_kwh: Number(sums.milliWh) / 1_000_000, energy_cost: dollars(made.energy), energy: energyKnown(sums) },
    ...{ fixed_cost: dollars(made.fixed), profit: dollars(made.profit), profit_a_month: dollars(made.aMonth) },
    ...{
      purchase_price: price,
      pays_back_on: backMs === null ? null : isoDateOf(backMs),
      ...adviceOn({ ...made, views: sums.views }, median),
      cost_known: costs?.monthly_cost != null,
    },
  };
}
