import { AD_CATEGORIES, type AdCategory } from '#contract/campaigns.ts';
import { FLIGHT_STATES, type FlightState, type TargetPlaces, type Targets } from '#contract/flight-parts.ts';
import { counted, NOUNS } from '#domain/counted.ts';
import { formatDateTime, formatDay, formatDollars, formatExactDollars, formatToThe } from '../../lib/formatters.ts';

export const STATE_WORDS: Readonly<Record<FlightState, string>> = {
  draft: 'Draft',
  in_review: 'In review',
  returned: 'Returned',
  scheduled: 'Scheduled',
  live: 'Live',
  paused: 'Paused',
  spent: 'Spent',
  capped: 'Capped today',
  ended: 'Ended',
  cancelled: 'Cancelled',
};

/** Explains each state to first-time users. */
export const STATE_HINTS: Readonly<Record<FlightState, string>> = {
  draft: 'Not submitted yet. Nothing of it runs.',
  in_review: 'An administrator looks at it. Nothing of it runs yet.',
  returned: 'An administrator gave it back with a reason. Change it and submit it again.',
  scheduled: 'Approved; it starts on its first day.',
  live: 'It runs now.',
  paused: 'Held by somebody. It runs on when it is resumed.',
  spent: 'Its budget is used up.',
  capped: 'Its daily cap is used up; it runs on tomorrow.',
  ended: 'Its last day is over.',
  cancelled: 'Ended for ever before its time.',
};

/** The warning on an approved flight without a creative, such as an imported flight. */
export const NOTHING_TO_SHOW = 'It has no creative, so no outlet shows it. Add a creative with a picture.';

export const STATE_TONES: Readonly<Record<FlightState, 'neutral' | 'good' | 'warning'>> = {
  draft: 'neutral',
  in_review: 'warning',
  returned: 'warning',
  scheduled: 'neutral',
  live: 'good',
  paused: 'warning',
  spent: 'neutral',
  capped: 'warning',
  ended: 'neutral',
  cancelled: 'neutral',
};

export const STATE_CHOICES = FLIGHT_STATES.map((value) => ({ value, label: STATE_WORDS[value] }));

/** Formats a category such as `food_and_drink` as words. */
export function categoryWord(category: string): string {
  const words = category.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}
export const CATEGORY_CHOICES = AD_CATEGORIES.map((value: AdCategory) => ({ value, label: categoryWord(value) }));

/**
 * The hint beside each field for a price per 1,000 views. The price of a single view is rounded, and the server rejects
 * only prices that the rounding changes too much (domain/price-precision.ts).
 */
export const VIEW_PRECISION = 'A view costs whole millionths: of 1,000 views, three decimals are charged exactly.';

export const MODEL_WORDS = {
  cpm: 'Views (per 1,000)',
  cpc: 'Clicks (each)',
  cpb: 'Burns (each)',
  flat: 'Views (each)',
} as const;
type Model = keyof typeof MODEL_WORDS;
export const MODEL_CHOICES = (Object.keys(MODEL_WORDS) as Model[]).map((value) => ({
  value,
  label: MODEL_WORDS[value],
}));

const PER: Readonly<Record<Model, string>> = { cpm: '1,000 views', cpc: 'click', cpb: 'burn', flat: 'view' };
/** Formats a price: '$12.00 for 1,000 views'. */
export const priceWords = (model: Model, price: number): string =>
  `${formatExactDollars(price)} for ${model === 'cpm' ? '' : 'a '}${PER[model]}`;

export const PACING_WORDS = { even: 'Even: spread over its days', fast: 'Fast: as soon as it can' } as const;

/** Display names of the form's fields. The history uses the same names. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  advertiser_id: 'Advertiser',
  name: 'Name',
  starts: 'First day',
  ends: 'Last day',
  budget: 'Budget',
  daily_cap: 'Daily cap',
  visitor_cap: 'Views per visitor and day',
  pacing: 'Pacing',
  accepts_unsigned: 'Accept views without a play',
  model: 'Paid for',
  targets: 'Where it runs',
  creatives: 'Creative',
  creative: 'Creative',
  price: 'Price',
  state: 'State',
  paused: 'Paused',
};
export const fieldWord = (field: string): string => FIELD_WORDS[field] ?? categoryWord(field);

/** Display names of audit log actions in a flight's history. */
const ACTION_WORDS: Readonly<Record<string, string>> = {
  'flight.drafted': 'Drafted',
  'flight.changed': 'Changed',
  'flight.submitted': 'Submitted for review',
  'flight.approved': 'Approved',
  'flight.returned': 'Returned',
  'flight.pause': 'Paused',
  'flight.resume': 'Resumed',
  'flight.cancelled': 'Cancelled',
  'flight.change-proposed': 'Proposed a change',
  'flight.change-approved': 'Approved the change',
  'flight.change-declined': 'Declined the change',
  'flight.change-withdrawn': 'Withdrew the change',
  'flight.creative-added': 'Added a creative',
  'flight.creative-removed': 'Removed a creative',
};
export const actionWords = (action: string): string =>
  ACTION_WORDS[action] ?? categoryWord(action.replace(/^[a-z-]+\./, '').replaceAll('-', '_'));

function placesWords({
  customers = [],
  venues = [],
  outlets = [],
  venue_types = [],
  states = [],
  circle,
}: TargetPlaces) {
  return [
    ...(venue_types.length === 0 ? [] : [venue_types.join(', ')]),
    ...(states.length === 0 ? [] : [states.join(', ')]),
    ...(customers.length === 0 ? [] : [counted(customers.length, NOUNS.customer)]),
    ...(venues.length === 0 ? [] : [counted(venues.length, NOUNS.venue)]),
    ...(outlets.length === 0 ? [] : [counted(outlets.length, NOUNS.outlet)]),
    ...(circle === undefined ? [] : [`${circle.km} km around ${circle.lat}, ${circle.lng}`]),
  ];
}

/** Describes a targeting rule in one line: any of the places, without the exclusions. */
export function targetsWords({ except, ...places }: Targets): string {
  const wanted = placesWords(places);
  const unwanted = except === undefined ? [] : placesWords(except);
  const where = wanted.length === 0 ? 'Everywhere' : wanted.join(' or ');
  return unwanted.length === 0 ? where : `${where}, without ${unwanted.join(' and ')}`;
}

/** Formats a date without a time as a day, and an imported time to the minute. */
export const momentWords = (written: string): string =>
  written.includes('T') ? formatToThe('minute', written) : formatDay(written);

/** Sorts prices: those for a venue type first, then the price for all other venues. Describes each price's venues. */
export function pricesByPlace<Price extends { readonly venue_type: string | null }>(
  prices: readonly Price[],
): readonly (Price & { readonly where: string })[] {
  const ofTypes = prices.filter(({ venue_type: type }) => type !== null);
  const rest = ofTypes.length === 0 ? 'at all venues' : 'at all other venues';
  return [...ofTypes, ...prices.filter(({ venue_type: type }) => type === null)].map((price) => ({
    ...price,
    where: price.venue_type === null ? rest : `at venues of type ${price.venue_type}`,
  }));
}

/** Formats one value of a change for display. A targeting rule arrives as stored JSON. */
export function changeText(field: string, text: string): string {
  if (text === '') return 'nothing';
  const amount = /^\$?([\d.]+)$/.exec(text)?.[1];
  if (amount !== undefined && (field === 'budget' || field === 'daily_cap')) return formatDollars(Number(amount));
  const price = /^\$?([\d.]+) (cpm|cpc|cpb|flat) from (\S+)$/.exec(text);
  if (field === 'price' && price !== null)
    return `${priceWords(price[2] as Model, Number(price[1]))} from ${formatDateTime(price[3] ?? '')}`;
  if (field === 'starts' || field === 'ends') return momentWords(text);
  if (field === 'model' && text in MODEL_WORDS) return MODEL_WORDS[text as Model];
  if (field !== 'targets' || !text.startsWith('{'))
    return field === 'pacing' || field === 'state' || text === 'everywhere' ? categoryWord(text) : text;
  try {
    return targetsWords(JSON.parse(text) as Targets);
  } catch {
    return text;
  }
}

/** Formats a pace as a percentage: 0.82 becomes 82%. Returns a dash if there is no plan to compare with. */
export const paceWords = (pace: number | null): string => (pace === null ? '–' : `${Math.round(pace * 100)}%`);
