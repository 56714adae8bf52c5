import type { AD_CATEGORY_NAMES } from '#contract/table-choices.ts';
import { dollars } from '#domain/money.ts';
import type { ImportJob } from './import-outcome.ts';
import type { RowReader } from './row-reader.ts';

/** A line's caps and pacing of a flight. Empty cells keep the stored values. */
export type FlightTerms = {
  readonly daily_cap_micros?: number | null;
  readonly visitor_cap?: number | null;
  readonly pacing?: 'even' | 'fast';
  readonly accepts_unsigned?: 0 | 1;
};

/** A line's columns about its campaign. */
export type CampaignTerms = {
  readonly sponsor?: string;
  readonly category?: (typeof AD_CATEGORY_NAMES)[number];
  readonly time_zone?: string;
};

const NONE = 'none';

export function readFlightTerms(reader: RowReader<'campaigns'>): FlightTerms {
  const pacing = reader.has('pacing') ? reader.choice('pacing') : null;
  const unsigned = reader.has('accepts_unsigned') ? reader.choice('accepts_unsigned') : null;
  return {
    ...readDailyCap(reader),
    ...readVisitorCap(reader),
    ...(pacing === null ? {} : { pacing }),
    ...(unsigned === null ? {} : { accepts_unsigned: unsigned === 'yes' ? 1 : 0 }),
  };
}

function readDailyCap(reader: RowReader<'campaigns'>): FlightTerms {
  if (!reader.has('daily_cap')) return {};
  if (reader.isWord('daily_cap', NONE)) return { daily_cap_micros: null };
  const micros = reader.micros('daily_cap');
  if (micros === 0) reader.note('daily_cap', 'is nothing; write none for no cap');
  return micros === null ? {} : { daily_cap_micros: micros };
}

function readVisitorCap(reader: RowReader<'campaigns'>): FlightTerms {
  if (!reader.has('visitor_cap')) return {};
  if (reader.isWord('visitor_cap', NONE)) return { visitor_cap: null };
  const cap = reader.whole('visitor_cap', 1_000);
  return cap === null ? {} : { visitor_cap: cap };
}

export function readCampaignTerms(reader: RowReader<'campaigns'>): CampaignTerms {
  const sponsor = reader.optionalText('sponsor');
  const category = reader.has('category') ? reader.choice('category') : null;
  const zone = reader.timeZone('time_zone');
  return {
    ...(sponsor === '' ? {} : { sponsor }),
    ...(category === null ? {} : { category }),
    ...(zone === undefined || zone === null ? {} : { time_zone: zone }),
  };
}

type Terms = { readonly budget_micros: number; readonly daily_cap_micros: number | null };

/** A budget or cap cannot go below what was spent or is reserved for running ads. */
export function noteTooLittle(
  { least }: ImportJob,
  reader: RowReader<'campaigns'>,
  stored: Terms & { readonly code: string },
  next: Terms,
): boolean {
  const known = least.get(stored.code.toLowerCase());
  if (known === undefined) return false;
  const { daily_cap_micros: cap } = next;
  const isLess = next.budget_micros < stored.budget_micros && next.budget_micros < known.allMicros;
  const isCapped =
    cap !== null && cap < (stored.daily_cap_micros ?? Number.POSITIVE_INFINITY) && cap < known.todayMicros;
  if (isLess) reader.note('budget', `is less than the ${dollars(known.allMicros)} that it has spent or promised`);
  if (isCapped)
    reader.note('daily_cap', `is less than the ${dollars(known.todayMicros)} that it has spent or promised today`);
  return isLess || isCapped;
}
