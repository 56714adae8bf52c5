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
    ['starts', startsMs === NO_START && 'Say when it starts.'],
    ['ends', endsMs === NO_END ? 'Say when it ends.' : endsMs <= nowMs && 'It has to end in the future.'],
    [
      'budget',
      budgetMicros <= 0 ? 'Give it a budget.' : budgetMicros < one && 'The budget does not pay for one event.',
    ],
    ['model', price === null && 'Choose what is paid for; there is no price that holds from its start.'],
    ['creatives', creatives === 0 && 'Add a creative.'],
    ['targets', outlets === 0 && 'No outlet in service is reached.'],
  ];
  return Object.fromEntries(missing.filter((entry): entry is [string, string] => entry[1] !== false));
}
