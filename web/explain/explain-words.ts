import type { Role } from '#contract/common.ts';
import type { ExplainedBy, ExplainedPart, Explanation } from '#contract/explain.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { divideHalfEven } from '#domain/money.ts';
import { rowWords } from '#domain/report-words.ts';
import { exactDollars, millionths, wholeNumber } from '../lib/exact-amounts.ts';
import { formatCount, formatDateTime, formatDay, formatExactDollars } from '../lib/formatters.ts';

/** Formats an amount with all its digits, so that the parts visibly add up. */
export function amountInWords(digits: string, unit: Explanation['unit']): string {
  switch (unit) {
    case 'micro-dollars':
      return exactDollars(digits);
    case 'milliwatt-hours':
      return `${millionths(digits)} kWh`;
    case 'events':
    case 'visitors':
      return wholeNumber(digits);
  }
}

/** Describes the amount of which an owner gets a share. */
export const paidInWords = (paid: string, unit: Explanation['unit']): string =>
  `Of ${amountInWords(paid, unit)} that advertisers pay`;

const fewDays = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
export const daysInWords = (days: number): string => `${fewDays.format(days)} ${days === 1 ? 'day' : 'days'}`;

export const BY_WORDS: Readonly<Record<ExplainedBy, string>> = {
  reason: 'Reason',
  flight: 'Flight',
  advertiser: 'Sponsor',
  customer: 'Customer',
  outlet: 'Outlet',
  day: 'Day',
  event: 'Events',
  document: 'Document',
  line: 'Line',
  payout: 'Payout',
  term: 'What it is reckoned from',
  frequency: 'How often they came',
  first_day: 'First day',
  booking: 'What was booked',
  entry: 'Entries',
  move: 'Payments and credits',
};

const KIND_WORDS = { view: ['view', 'views'], click: ['click', 'clicks'], burn: ['burn', 'burns'] } as const;
/** Owners see views as charges, as on their dashboard and statements. */
const OWNERS_WORDS = { ...KIND_WORDS, view: ['charge', 'charges'] } as const;
const wordsOf = (role: Role | undefined) => (role === 'property' ? OWNERS_WORDS : KIND_WORDS);

export const kindInWords = (kind: 'view' | 'click' | 'burn' | 'reading', role: Role | undefined): string =>
  kind === 'reading' ? 'Meter reading in place of the estimate' : wordsOf(role)[kind][0];

const COUNTED: Partial<Readonly<Record<ExplainedBy, readonly [string, string]>>> = {
  customer: ['document', 'documents'],
  line: ['event', 'events'],
  booking: ['entry', 'entries'],
  term: ['event', 'events'],
};

/** Formats a part's count: `12,000 views × $0.002000`. Null if the part counts nothing. */
export function countInWords(
  by: ExplainedBy,
  { events, each, kind }: ExplainedPart,
  role: Role | undefined,
): string | null {
  const words = kind === null ? COUNTED[by] : wordsOf(role)[kind];
  if (words === undefined || (kind === null && events === 0)) return null;
  const count = `${formatCount(events)} ${words[events === 1 ? 0 : 1]}`;
  return each === null ? count : `${count} × ${amountInWords(each, 'micro-dollars')}`;
}

const finely = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
/** Formats a duration in days, or in hours if it is shorter than two days and not a full number of days. */
function timeInWords(ms: number): string {
  if (ms < 2 * DAY_MS && ms % DAY_MS !== 0) {
    const hours = finely.format(ms / HOUR_MS);
    return `${hours} ${hours === '1' ? 'hour' : 'hours'}`;
  }
  const days = finely.format(ms / DAY_MS);
  return `${days} ${days === '1' ? 'day' : 'days'}`;
}

/** Formats a part's rate: `$87.50 in 7 days ($12.50 a day), for 9.3 days`. Null if the part has no rate. */
export function rateInWords({ rate }: Pick<ExplainedPart, 'rate'>, unit: Explanation['unit']): string | null {
  if (rate === undefined) return null;
  const aDay = divideHalfEven(BigInt(rate.amount) * BigInt(DAY_MS), BigInt(rate.in_ms));
  const [whole, daily] = [rate.amount, String(aDay)].map((digits) => amountInWords(digits, unit));
  return `${whole} in ${timeInWords(rate.in_ms)} (${daily} a day), for ${timeInWords(rate.for_ms)}`;
}

/** Returns a payment's bank reference. For administrators, also who entered it or approved its payout run, and when. */
export function movedInWords({ moved }: Pick<ExplainedPart, 'moved'>): string[] {
  if (moved === undefined) return [];
  const { at, by, kind, reference } = moved;
  const did = kind === 'payment' ? 'Entered' : 'Approved';
  const when = at === undefined ? '' : ` on ${formatDateTime(at)}`;
  return [
    ...(reference === undefined || reference === '' ? [] : [reference]),
    ...(at === undefined && by === undefined ? [] : [`${did}${by === undefined ? '' : ` by ${by}`}${when}`]),
  ];
}

const MODEL_WORDS = { cpm: 'per 1,000 views', cpc: 'a click', cpb: 'a burn', flat: 'a view' } as const;

/** Describes the price and share versions that apply to a part, one sentence each. */
export function termsInWords({ prices = [], shares = [] }: ExplainedPart): string[] {
  return [
    ...prices.map(
      ({ model, price, since, venue_type: type }) =>
        `${formatExactDollars(price)} ${MODEL_WORDS[model]}${type === '' ? '' : ` at venues of type ${type}`}, since ${formatDateTime(since)}`,
    ),
    ...shares.map(({ percent, since }) =>
      since === null
        ? `Owner’s share ${percent}%, the usual one`
        : `Owner’s share ${percent}%, since ${formatDateTime(since)}`,
    ),
  ];
}

/** Returns the display name of a part. Also handles views without a sponsor, and objects that no longer exist. */
export function labelInWords(
  by: ExplainedBy,
  { id, label, moved }: Pick<ExplainedPart, 'id' | 'label' | 'moved'>,
  role: Role | undefined,
): string {
  switch (by) {
    case 'day':
    case 'first_day':
      return formatDay(id);
    case 'reason':
    case 'advertiser':
    case 'flight':
      return rowWords(by, { id, label });
    case 'move':
      return moved === undefined ? label : `${label}, ${formatDay(moved.on)}`;
    case 'frequency':
      return `${formatCount(Number(id))} ${wordsOf(role).view[id === '1' ? 0 : 1]} each`;
    default:
      return label === '' ? 'Not known' : label;
  }
}
