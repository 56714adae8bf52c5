import type { Role } from '#contract/common.ts';
import type { ExplainedBy, ExplainedPart, Explanation } from '#contract/explain.ts';
import { capitalized } from '#domain/capitalized.ts';
import { counted, formFor, NOUNS, type Noun } from '#domain/counted.ts';
import { DAY_MS, HOUR_MS } from '#domain/durations.ts';
import { divideHalfEven } from '#domain/money.ts';
import { rowWords } from '#domain/report-words.ts';
import { exactDollars, millionths, wholeNumber } from '../lib/exact-amounts.ts';
import { formatDateTime, formatDay, formatExactDollars } from '../lib/formatters.ts';
import { interpolate } from '../lib/interpolate.ts';
import { explainWordsStrings as strings } from './explain-strings.ts';

/** Formats an amount with all its digits, so that the parts visibly add up. */
export function amountInWords(digits: string, unit: Explanation['unit']): string {
  switch (unit) {
    case 'micro-dollars':
      return exactDollars(digits);
    case 'milliwatt-hours':
      return interpolate(strings.kwh, { amount: millionths(digits) });
    case 'events':
    case 'visitors':
      return wholeNumber(digits);
  }
}

/** Describes the amount of which an owner gets a share. */
export const paidInWords = (paid: string, unit: Explanation['unit']): string =>
  interpolate(strings.paid, { amount: amountInWords(paid, unit) });

const fewDays = new Intl.NumberFormat('en-US', { maximumFractionDigits: 1 });
export const daysInWords = (days: number): string => `${fewDays.format(days)} ${formFor(days, NOUNS.day)}`;

export const BY_WORDS: Readonly<Record<ExplainedBy, string>> = {
  reason: strings.reason,
  flight: strings.flight,
  advertiser: strings.sponsor,
  customer: strings.customer,
  outlet: strings.outlet,
  day: strings.day,
  event: strings.events,
  document: strings.document,
  line: strings.line,
  payout: strings.payout,
  term: strings.calculation,
  frequency: strings.viewsPerVisitor,
  first_day: strings.firstVisit,
  booking: strings.entryType,
  entry: strings.entries,
  move: strings.paymentsAndCredits,
};

const KIND_WORDS = { view: NOUNS.view, click: NOUNS.click, burn: strings.burn } as const;
/** Owners see views as charges, as on their dashboard and statements. */
const OWNERS_WORDS = { ...KIND_WORDS, view: NOUNS.charge } as const;
const wordsOf = (role: Role | undefined) => (role === 'property' ? OWNERS_WORDS : KIND_WORDS);

export const kindInWords = (kind: 'view' | 'click' | 'burn' | 'reading', role: Role | undefined): string =>
  kind === 'reading' ? strings.meterReading : capitalized(wordsOf(role)[kind].one);

const COUNTED: Partial<Readonly<Record<ExplainedBy, Noun>>> = {
  customer: NOUNS.document,
  line: NOUNS.event,
  booking: NOUNS.entry,
  term: NOUNS.event,
};

/** Formats a part's count: `12,000 views × $0.002000`. Null if the part counts nothing. */
export function countInWords(
  by: ExplainedBy,
  { events, each, kind }: ExplainedPart,
  role: Role | undefined,
): string | null {
  const noun = kind === null ? COUNTED[by] : wordsOf(role)[kind];
  if (noun === undefined || (kind === null && events === 0)) return null;
  const count = counted(events, noun);
  return each === null
    ? count
    : interpolate(strings.countTimesPrice, { count, price: amountInWords(each, 'micro-dollars') });
}

const finely = new Intl.NumberFormat('en-US', { maximumFractionDigits: 2 });
const inHundredths = (value: number): number => Math.round(value * 100) / 100;
/** Formats a duration in days, or in hours if it is shorter than two days and not a full number of days. */
function timeInWords(ms: number): string {
  if (ms < 2 * DAY_MS && ms % DAY_MS !== 0) {
    const hours = inHundredths(ms / HOUR_MS);
    return `${finely.format(hours)} ${formFor(hours, strings.hour)}`;
  }
  const days = inHundredths(ms / DAY_MS);
  return `${finely.format(days)} ${formFor(days, NOUNS.day)}`;
}

/** Formats a part's rate: `$87.50 over 7 days ($12.50 per day), for 9.3 days`. Null if the part has no rate. */
export function rateInWords({ rate }: Pick<ExplainedPart, 'rate'>, unit: Explanation['unit']): string | null {
  if (rate === undefined) return null;
  const aDay = divideHalfEven(BigInt(rate.amount) * BigInt(DAY_MS), BigInt(rate.in_ms));
  return interpolate(strings.rate, {
    amount: amountInWords(rate.amount, unit),
    time: timeInWords(rate.in_ms),
    daily: amountInWords(String(aDay), unit),
    applied: timeInWords(rate.for_ms),
  });
}

const ENTERED = { by: strings.enteredBy, on: strings.enteredOn, byOn: strings.enteredByOn } as const;
const APPROVED = { by: strings.approvedBy, on: strings.approvedOn, byOn: strings.approvedByOn } as const;

type Actor = { readonly at: string | undefined; readonly by: string | undefined };

/** Describes who acted and when. Empty if neither is known. */
function actorInWords(texts: typeof ENTERED | typeof APPROVED, { at, by }: Actor): string {
  if (at === undefined) return by === undefined ? '' : interpolate(texts.by, { by });
  const time = formatDateTime(at);
  return by === undefined ? interpolate(texts.on, { at: time }) : interpolate(texts.byOn, { by, at: time });
}

/** Returns a payment's bank reference. For administrators, also who entered it or approved its payout run, and when. */
export function movedInWords({ moved }: Pick<ExplainedPart, 'moved'>): string[] {
  if (moved === undefined) return [];
  const { at, by, kind, reference } = moved;
  const did = actorInWords(kind === 'payment' ? ENTERED : APPROVED, { at, by });
  return [reference, did].filter((text) => text !== undefined && text !== '') as string[];
}

const MODEL_WORDS = {
  cpm: strings.perThousandViews,
  cpc: strings.perClick,
  cpb: strings.perBurn,
  flat: strings.perView,
} as const;

/** Describes the price and share versions that apply to a part, one sentence each. */
export function termsInWords({ prices = [], shares = [] }: ExplainedPart): string[] {
  return [
    ...prices.map(({ model, price, since, venue_type: type }) => {
      const parts = { price: formatExactDollars(price), per: MODEL_WORDS[model], since: formatDateTime(since) };
      return type === ''
        ? interpolate(strings.priceSince, parts)
        : interpolate(strings.priceAtTypeSince, { ...parts, type });
    }),
    ...shares.map(({ percent, since }) =>
      since === null
        ? interpolate(strings.defaultShare, { percent })
        : interpolate(strings.shareSince, { percent, since: formatDateTime(since) }),
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
      return moved === undefined ? label : interpolate(strings.labelAndDay, { label, day: formatDay(moved.on) });
    case 'frequency':
      return interpolate(strings.perVisitor, { views: counted(Number(id), wordsOf(role).view) });
    default:
      return label === '' ? strings.unknown : label;
  }
}
