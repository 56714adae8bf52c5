import { NO_END, NO_START } from './flight-state.ts';
import { amountMicros, type PriceModel } from './money.ts';

export type FlightToSubmit = {
  readonly startsMs: number;
  readonly endsMs: number;
  readonly budgetMicros: number;
  /** The highest price in effect from the start; null if there is none. */
  readonly price: { readonly model: PriceModel; readonly micros: number } | null;
  readonly creatives: number;
  /** Number of outlets in service that match its targets. */
  readonly outlets: number;
};

const PAID_KIND = { cpm: 'view', flat: 'view', cpc: 'click', cpb: 'burn' } as const;

/**
 * Returns all fields that a flight lacks, with a message for each. To run, it needs dates (the end in the future), a
 * price from the start, and a budget for at least one billable event. It also needs a creative and targets that match
 * an outlet in service.
 */
export function missingInFlight(flight: FlightToSubmit, nowMs: number): Record<string, string> {
  const { startsMs, endsMs, budgetMicros, price, creatives, outlets } = flight;
  const one = price === null ? 0 : amountMicros(PAID_KIND[price.model], price.model, price.micros);
  const missing: [string, string | false][] = [
    ['starts', startsMs === NO_START && 'Enter a start date.'],
    ['ends', endsMs === NO_END ? 'Enter an end date.' : endsMs <= nowMs && 'Enter an end date in the future.'],
    [
      'budget',
      budgetMicros <= 0
        ? 'Enter a budget.'
        : budgetMicros < one && 'The budget doesn’t cover a single event. Increase it.',
    ],
    ['model', price === null && 'Choose a price model. No price is in effect at the start.'],
    ['creatives', creatives === 0 && 'Add a creative.'],
    ['targets', outlets === 0 && 'The targets don’t match any outlet in service.'],
  ];
  return Object.fromEntries(missing.filter((entry): entry is [string, string] => entry[1] !== false));
}
