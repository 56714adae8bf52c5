import type { ProfitRow } from '#contract/profit.ts';
import { isoDateOf } from '#domain/calendar-date.ts';
import { DAY_MS, MINUTE_MS } from '#domain/durations.ts';
import { energyCostMicros } from '#domain/energy-cost.ts';
import { dollars } from '#domain/money.ts';
import { energyKnown, outletProfit, paysBackAt } from '#domain/outlet-profit.ts';
import type { Dependencies } from '../../dependencies.ts';
import { inTwoParts } from '../../figures/cache/two-parts.ts';
import { clip } from '../../figures/plan/reading-plan.ts';
import type { Question } from '../../figures/query/question.ts';
import { END_OF_TIME_MS, stampsOf } from '../../figures/query/time-range.ts';
import type { Network } from '../../network/snapshot/whole-network.ts';
import { type AtOnce, type CostColumns, costColumns, noSums, readSums, type SumColumns } from './profit-columns.ts';
import { findCosts, findCostsMark, findMoved, findServed } from './profit-queries.ts';
import { type Advised, createProfitTable, type ProfitTable } from './profit-table.ts';
import { NO_OUTLET_SUMS, sumEver } from './sum-outlets.ts';

type Needs = Pick<Dependencies, 'accounts' | 'config' | 'figures' | 'now'>;

const AT_ONCE: AtOnce = { outlets: 50_000, owners: 5_000 };

/** Reads the profit of outlets. */
export type Profits = {
  /** Returns all outlets in service, including those without an event, which are the first candidates to move. */
  table(question: Question): Promise<ProfitTable>;
  /** Returns the outlet at its current place; undefined if it is out of service or belongs to another customer. */
  of(question: Question, eui: string): Promise<Advised | undefined>;
};

/**
 * Creates the profit figures. The pages of a list use cached figures: settled sums are cached until a late event, and
 * recent sums and totals until any event. Costs are read again after a change.
 */
export function createProfits({ accounts, config, figures, now }: Needs, atOnce = AT_ONCE): Profits {
  const { forNetwork, settledTime } = figures.cache;
  const keptCosts = forNetwork<CostColumns>('outletCosts', ({ price }) => price.length);
  const parts = {
    settled: forNetwork<SumColumns>('settledProfit', ({ views }) => views.length),
    recent: forNetwork<SumColumns>('recentProfit', ({ views }) => views.length),
  };
  const tables = forNetwork<ProfitTable>('profit', ({ length }) => length);
  const scope = { kind: 'all' } as const;

  async function readCosts({ packed: { outlets } }: Network): Promise<CostColumns> {
    const columns = costColumns(outlets.length);
    await findCosts(accounts, now(), (row) => columns.put(outlets.placeOfKey(row.key), row));
    return columns;
  }

  async function readTable(network: Network, question: Question, name: string, mark: string): Promise<ProfitTable> {
    const nowMs = now();
    const { customerKey, range } = question;
    const whole = { fromMs: range.startMs ?? 0, toMs: range.endMs ?? END_OF_TIME_MS };
    const moved = await findMoved(accounts, whole.fromMs, nowMs);
    const read = async (from: number, to: number): Promise<SumColumns> => {
      const { fromMs, toMs } = clip(whole, from, to);
      if (fromMs >= toMs) return noSums(network);
      const within = { ...question, range: { ...range, startMs: fromMs, endMs: toMs } };
      return readSums({ figures }, network, within, { atOnce, moved });
    };
    const kept = { settled: parts.settled(network), recent: parts.recent(network) };
    const asked = { name: `${name}|${customerKey}`, settledMs: settledTime.until() };
    const [costs, sums] = await Promise.all([
      keptCosts(network).get(scope, mark, () => readCosts(network)),
      inTwoParts(kept, scope, asked, read),
    ]);
    const known = { packed: network.packed, costs, sums, question, nowMs, costPerKwh: config.energyCostPerKwh };
    return createProfitTable(known);
  }

  async function table(question: Question): Promise<ProfitTable> {
    const [network, mark] = await Promise.all([figures.network(), findCostsMark(accounts)]);
    const { customerKey, range } = question;
    const name = JSON.stringify([customerKey, range.startMs, range.endMs, stampsOf(range)]);
    // A monthly cost grows with the minutes.
    const minute = Math.floor(now() / MINUTE_MS);
    return tables(network).get(scope, `${name}|${mark}|${minute}`, () => readTable(network, question, name, mark));
  }

  return {
    table,
    of: async (question, eui) => {
      const { packed } = await figures.network();
      return (await table(question)).rowAt(packed.outlets.placeOfEui(eui));
    },
  };
}

/** Builds a page's rows. Only these rows need totals since purchase. */
export async function showProfit(needs: Needs, question: Question, rows: readonly Advised[]): Promise<ProfitRow[]> {
  const { accounts, config, now } = needs;
  const nowMs = now();
  const bought = rows.filter(({ price }) => price !== null).map(({ holding }) => holding.outlet.key);
  const ever = await sumEver(needs, question, bought);
  const served = await findServed(accounts, bought, nowMs);
  return rows.map((row) => {
    const { holding, made, monthly, price } = row;
    const { boughtMs, servedMs } = served.get(holding.outlet.key) ?? { boughtMs: nowMs, servedMs: 0 };
    const { revenue, owner, milliWh } = ever.get(holding.outlet.key) ?? NO_OUTLET_SUMS;
    const energy = energyCostMicros(milliWh, config.energyCostPerKwh);
    const days = servedMs / DAY_MS;
    const brought = outletProfit({ days, revenue, owner, energy }, micros(monthly)).profit;
    const backMs =
      price === null ? null : paysBackAt(made, { purchaseMicros: micros(price), brought, boughtMs, nowMs });
    return shown(row, backMs);
  });
}

const micros = (amount: number | null): number => Math.round((amount ?? 0) * 1_000_000);

function shown({ advice, why, holding, made, monthly, price, sums }: Advised, backMs: number | null): ProfitRow {
  const { customer, outlet, venue } = holding;
  return {
    id: outlet.id,
    eui: outlet.eui,
    label: outlet.label,
    customer: customer.name,
    venue: venue.name,
    days: Math.round(made.days * 10) / 10,
    views: sums.views,
    revenue: dollars(made.revenue),
    owner_share: dollars(made.owner),
    energy_kwh: Number(sums.milliWh) / 1_000_000,
    energy_cost: dollars(made.energy),
    energy: energyKnown(sums),
    fixed_cost: dollars(made.fixed),
    profit: dollars(made.profit),
    profit_a_month: dollars(made.aMonth),
    purchase_price: price,
    pays_back_on: backMs === null ? null : isoDateOf(backMs),
    advice,
    why,
    cost_known: monthly !== null,
  };
}
