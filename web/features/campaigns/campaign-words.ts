import { AD_CATEGORIES, type AdCategory } from '#contract/campaigns.ts';
import { FLIGHT_STATES, type FlightState, type TargetPlaces, type Targets } from '#contract/flight-parts.ts';
import { capitalized } from '#domain/capitalized.ts';
import { counted, NOUNS, type Noun } from '#domain/counted.ts';
import {
  formatDateTime,
  formatDay,
  formatDayIn,
  formatDollars,
  formatExactDollars,
  formatLastDayIn,
  formatToThe,
} from '../../lib/formatters.ts';
import { interpolate } from '../../lib/interpolate.ts';

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
  cancelled: 'Canceled',
};

/** Explains each state to first-time users. */
export const STATE_HINTS: Readonly<Record<FlightState, string>> = {
  draft: 'Not submitted yet.',
  in_review: 'Waiting for an administrator’s review.',
  returned: 'Returned by an administrator. Edit it and submit it again.',
  scheduled: 'Approved. Starts on its first day.',
  live: 'Running now.',
  paused: 'Not running until it’s resumed.',
  spent: 'Budget used up.',
  capped: 'Daily cap reached. Resumes tomorrow.',
  ended: 'Its last day has passed.',
  cancelled: 'Canceled permanently.',
};

/** The warning on an approved flight without a creative, such as an imported flight. */
export const NOTHING_TO_SHOW = 'Outlets can’t show this flight. Add a creative with a picture.';

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
  return capitalized(category.replaceAll('_', ' '));
}
export const CATEGORY_CHOICES = AD_CATEGORIES.map((value: AdCategory) => ({ value, label: categoryWord(value) }));

/**
 * The hint beside each field for a price per 1,000 views. The price of a single view is rounded, and the server rejects
 * only prices that the rounding changes too much (domain/price-precision.ts).
 */
export const VIEW_PRECISION = 'Prices per 1,000 views are exact to three decimals.';

export const MODEL_WORDS = {
  cpm: 'Per 1,000 views (CPM)',
  cpc: 'Per click (CPC)',
  cpb: 'Per burn (CPB)',
  flat: 'Per view',
} as const;
type Model = keyof typeof MODEL_WORDS;
export const MODEL_CHOICES = (Object.keys(MODEL_WORDS) as Model[]).map((value) => ({
  value,
  label: MODEL_WORDS[value],
}));

const PRICES = {
  cpm: '{price} per 1,000 views',
  cpc: '{price} per click',
  cpb: '{price} per burn',
  flat: '{price} per view',
} as const satisfies Readonly<Record<Model, string>>;
/** Formats a price: '$12.00 per 1,000 views'. */
export const priceWords = (model: Model, price: number): string =>
  interpolate(PRICES[model], { price: formatExactDollars(price) });

export const PACING_WORDS = { even: 'Even: spread over all days', fast: 'Fast: as soon as possible' } as const;

/** Display names of the form's fields. The history uses the same names. */
export const FIELD_WORDS: Readonly<Record<string, string>> = {
  advertiser_id: 'Advertiser',
  name: 'Name',
  label: 'Flight name',
  starts: 'First day',
  ends: 'Last day',
  budget: 'Budget',
  daily_cap: 'Daily cap',
  visitor_cap: 'Views per visitor per day',
  pacing: 'Pacing',
  accepts_unsigned: 'Accept views without a play',
  model: 'Pricing model',
  targets: 'Targeting',
  creatives: 'Creatives',
  creative: 'Creative',
  weight: 'Weight',
  utm: 'UTM parameters',
  decision: 'Review',
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
  'flight.cancelled': 'Canceled',
  'flight.archived': 'Archived',
  'flight.restored': 'Restored',
  'flight.change-proposed': 'Change proposed',
  'flight.change-approved': 'Change approved',
  'flight.change-declined': 'Change declined',
  'flight.change-withdrawn': 'Change withdrawn',
  'flight.creative-added': 'Creative added',
  'flight.creative-changed': 'Creative changed',
  'flight.creative-removed': 'Creative removed',
  'flight.preview-linked': 'Preview link created',
  'flight.creative-accepted': 'Creative accepted',
  'flight.creative-refused': 'Creative rejected',
};
export const actionWords = (action: string): string =>
  ACTION_WORDS[action] ?? categoryWord(action.replace(/^[a-z-]+\./, '').replaceAll('-', '_'));

const WITHIN = 'Within {km} km ({miles} mi) of {lat}, {lng}';
const KM_PER_MILE = 1.609344;
const EXCEPT = '{where}, except {excluded}';

/** Formats a venue type or a state of a targeting rule, which is stored in lower case: "Hotel", "NJ", "New York". */
export function placeWord(list: 'venue_types' | 'states', word: string): string {
  if (list === 'venue_types') return capitalized(word);
  return word.length === 2 ? word.toUpperCase() : word.split(' ').map(capitalized).join(' ');
}

/** Names for the ids in a rule. */
export type PlaceNames = readonly { readonly id: string; readonly name: string }[];

/** The most places that a rule's description names. Of more, it gives the number. */
const MOST_NAMED = 3;

function placesWords(
  { customers = [], venues = [], outlets = [], venue_types = [], states = [], circle }: TargetPlaces,
  names: PlaceNames,
) {
  const named = (ids: readonly string[], noun: Noun): string => {
    const known = ids.flatMap((one) => names.find(({ id }) => id === one)?.name ?? []);
    return ids.length <= MOST_NAMED && known.length === ids.length ? known.join(', ') : counted(ids.length, noun);
  };
  return [
    ...(venue_types.length === 0 ? [] : [venue_types.map((type) => placeWord('venue_types', type)).join(', ')]),
    ...(states.length === 0 ? [] : [states.map((state) => placeWord('states', state)).join(', ')]),
    ...(customers.length === 0 ? [] : [named(customers, NOUNS.customer)]),
    ...(venues.length === 0 ? [] : [named(venues, NOUNS.venue)]),
    ...(outlets.length === 0 ? [] : [named(outlets, NOUNS.outlet)]),
    ...(circle === undefined
      ? []
      : [interpolate(WITHIN, { ...circle, miles: Math.round((circle.km / KM_PER_MILE) * 10) / 10 })]),
  ];
}

/** Describes a targeting rule in one line: any of the places, without the exclusions. */
export function targetsWords({ except, ...places }: Targets, names: PlaceNames = []): string {
  const wanted = placesWords(places, names);
  const unwanted = except === undefined ? [] : placesWords(except, names);
  const where = wanted.length === 0 ? 'Everywhere' : wanted.join(' or ');
  return unwanted.length === 0 ? where : interpolate(EXCEPT, { where, excluded: unwanted.join(' and ') });
}

/** Formats a date without a time as a day, and an imported time to the minute. */
export const momentWords = (written: string): string =>
  written.includes('T') ? formatToThe('minute', written) : formatDay(written);

/** Formats a flight's start or end as its first or last day in the flight's time zone. */
export function dayWords(field: 'starts' | 'ends', written: string, timeZone: string): string {
  if (!written.includes('T')) return formatDay(written);
  return field === 'starts' ? formatDayIn(written, timeZone) : formatLastDayIn(written, timeZone);
}

const VENUES_OF_TYPE = '{type} venues';

/** Sorts prices: those for a venue type first, then the price for all other venues. Describes each price's venues. */
export function pricesByPlace<Price extends { readonly venue_type: string | null }>(
  prices: readonly Price[],
): readonly (Price & { readonly where: string })[] {
  const ofTypes = prices.filter(({ venue_type: type }) => type !== null);
  const rest = ofTypes.length === 0 ? 'all venues' : 'all other venues';
  return [...ofTypes, ...prices.filter(({ venue_type: type }) => type === null)].map((price) => ({
    ...price,
    where: price.venue_type === null ? rest : interpolate(VENUES_OF_TYPE, { type: price.venue_type }),
  }));
}

/** Stored values of any field, as people read them. */
const PLAIN_VALUES: Readonly<Record<string, string>> = {
  '': 'Not set',
  true: 'Yes',
  false: 'No',
  yes: 'Yes',
  no: 'No',
  none: 'No limit',
  everywhere: 'Everywhere',
};
/** The states of a creative at a property, and where a flight's price comes from. */
const STANDING_WORDS: Readonly<Record<string, string>> = {
  accepted: 'Accepted',
  waiting: 'Waiting for review',
  refused: 'Rejected',
  blocked: 'Blocked category',
};
const PRICE_FROM = '{price} from {time}';
const SOURCE_WORDS: Readonly<Record<string, string>> = { card: 'Rate card', own: 'Set by an administrator' };

/**
 * Formats one value of a change for display. A targeting rule arrives as stored JSON, and `names` names its places. Days
 * are in `timeZone`, the flight's.
 */
export function changeText(
  field: string,
  text: string,
  { timeZone, names }: { readonly timeZone?: string | undefined; readonly names?: PlaceNames | undefined } = {},
): string {
  const known = PLAIN_VALUES[text];
  if (known !== undefined) return known;
  const amount = /^\$?([\d.]+)$/.exec(text)?.[1];
  if (amount !== undefined && (field === 'budget' || field === 'daily_cap')) return formatDollars(Number(amount));
  const price = /^\$?([\d.]+) (cpm|cpc|cpb|flat) from (\S+)$/.exec(text);
  if (field === 'price' && price !== null)
    return interpolate(PRICE_FROM, {
      price: priceWords(price[2] as Model, Number(price[1])),
      time: formatDateTime(price[3] ?? ''),
    });
  if (field === 'starts' || field === 'ends')
    return timeZone === undefined ? momentWords(text) : dayWords(field, text, timeZone);
  if (field === 'model' && text in MODEL_WORDS) return MODEL_WORDS[text as Model];
  if (field === 'state') return STATE_WORDS[text as FlightState] ?? categoryWord(text);
  if (field === 'visitor_cap') return Number.isNaN(Number(text)) ? text : counted(Number(text), NOUNS.view);
  if (field === 'price') return SOURCE_WORDS[text] ?? text;
  if (field === 'decision') return STANDING_WORDS[text] ?? categoryWord(text);
  if (field !== 'targets' || !text.startsWith('{')) return field === 'pacing' ? categoryWord(text) : text;
  try {
    return targetsWords(JSON.parse(text) as Targets, names);
  } catch {
    return text;
  }
}

/** Formats a pace as a percentage: 0.82 becomes 82%. Returns a dash if there is no plan to compare with. */
export const paceWords = (pace: number | null): string => (pace === null ? '–' : `${Math.round(pace * 100)}%`);
