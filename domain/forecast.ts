import { DAY_MS } from './durations.ts';
import { amountMicros, dollars, type PriceModel } from './money.ts';

type Asked = {
  /** Views of all ads at the outlets, for each of the most recent full days in the campaign's time zone. */
  readonly daily: readonly number[];
  readonly startsMs: number | null;
  readonly endsMs: number | null;
  /** Number of other approved flights that run at some of these outlets during the flight's time. */
  readonly competing: number;
  readonly budgetMicros: number | null;
  readonly dailyCapMicros: number | null;
  readonly model: PriceModel | null;
  /** The highest price that the flight would pay. */
  readonly priceMicros: number | null;
};

export type Estimate = { readonly low: number; readonly likely: number; readonly high: number };

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/**
 * Projects a flight's views and spend. Low: an even share, among all competing flights, of the views on days like the
 * weakest quarter. Likely: an even share of the views on an average day. High: the views on days like the strongest
 * quarter, with this flight alone. The budget and the daily cap limit the paid views in all three. Spend covers only
 * views; clicks and burns are not projected.
 */
export function forecast({
  daily,
  startsMs,
  endsMs,
  competing,
  budgetMicros,
  dailyCapMicros,
  model,
  priceMicros,
}: Asked): {
  readonly days: number | null;
  readonly views: Estimate | null;
  readonly spend: Estimate | null;
} {
  if (startsMs === null || endsMs === null || endsMs <= startsMs) return { days: null, views: null, spend: null };
  const days = (endsMs - startsMs) / DAY_MS;
  const sorted = [...daily].sort((one, other) => one - other);
  const quarter = Math.max(1, Math.floor(sorted.length / 4));
  const share = 1 / (1 + competing);
  const aDay = {
    low: mean(sorted.slice(0, quarter)) * share,
    likely: mean(sorted) * share,
    high: mean(sorted.slice(-quarter)),
  };
  const perView = model === null || priceMicros === null ? 0 : amountMicros('view', model, priceMicros);
  const bound = (views: number): number => {
    if (perView === 0) return Math.round(views * days);
    const capped = dailyCapMicros === null ? views : Math.min(views, dailyCapMicros / perView);
    const paid =
      budgetMicros === null || budgetMicros === 0 ? capped * days : Math.min(capped * days, budgetMicros / perView);
    return Math.floor(paid);
  };
  const views = { low: bound(aDay.low), likely: bound(aDay.likely), high: bound(aDay.high) };
  const cost = (of: number) => dollars(of * perView);
  const spend = perView === 0 ? null : { low: cost(views.low), likely: cost(views.likely), high: cost(views.high) };
  return { days: Math.ceil(days), views, spend };
}
