import { writeDollars } from '#domain/small-money.ts';
import { CURRENCY } from './page-currency.ts';

/**
 * The locale of all formatters. Undefined selects the browser's own locale. The formatters are created once, because
 * creating a formatter costs more than using it.
 */
const LOCALE = undefined;

const count = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
/** Number of decimals, set explicitly because `Intl` formats some currencies without their hundredths: HUF, PKR. */
const HUNDREDTHS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };
const dollars = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: CURRENCY, ...HUNDREDTHS });
const wholeDollars = new Intl.NumberFormat(LOCALE, { style: 'currency', currency: CURRENCY, maximumFractionDigits: 0 });
const smallDollars = new Intl.NumberFormat(LOCALE, {
  style: 'currency',
  currency: CURRENCY,
  minimumFractionDigits: 2,
  maximumFractionDigits: 6,
});
const wholeKwh = new Intl.NumberFormat(LOCALE, { maximumFractionDigits: 0 });
const fineKwh = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 3 });
const tenthKwh = new Intl.NumberFormat(LOCALE, { minimumFractionDigits: 1, maximumFractionDigits: 1 });
const percent = new Intl.NumberFormat(LOCALE, { style: 'percent', maximumFractionDigits: 0 });

const formattersOf = (timeZone: string | undefined) => ({
  dateTime: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'medium', timeZone }),
  minute: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeStyle: 'short', timeZone }),
  date: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone }),
  dateTimeZone: new Intl.DateTimeFormat(LOCALE, { dateStyle: 'full', timeStyle: 'long', timeZone }),
});
let chosenZone = '';
let inZone = formattersOf(undefined);

/** Sets the account's time zone. '' and unknown time zones select the browser's own time zone. */
export function setReaderTimeZone(zone: string): void {
  if (zone === chosenZone) return;
  try {
    inZone = formattersOf(zone === '' ? undefined : zone);
    chosenZone = zone;
  } catch {
    inZone = formattersOf(undefined);
    chosenZone = '';
  }
}

const calendarDay = new Intl.DateTimeFormat(LOCALE, { dateStyle: 'medium', timeZone: 'UTC' });
const calendarMonth = new Intl.DateTimeFormat(LOCALE, { month: 'long', year: 'numeric', timeZone: 'UTC' });
const relative = new Intl.RelativeTimeFormat(LOCALE, { numeric: 'auto', style: 'short' });

/** Formats an integer: 12,345. */
export const formatCount = (value: number): string => count.format(value);

const inCents = (value: number): string => dollars.format(value);
/**
 * Formats an amount in the installation's currency to the cent: $1,234.50. An amount that would round to zero becomes
 * <$0.01.
 */
export const formatDollars = (value: number): string => writeDollars(value, inCents);
/** Formats an amount without cents: $50,000. */
export const formatWholeDollars = (value: number): string => wholeDollars.format(value);
/** Formats an amount with up to six decimals, the contract's precision: $0.003125. */
export const formatExactDollars = (value: number): string => smallDollars.format(value);
/** Formats watt-hours as kWh without the unit, with decimals below 100 kWh. */
export const formatKwh = (wattHours: number): string => {
  const kwh = wattHours / 1000;
  return Math.abs(kwh) >= 100 ? wholeKwh.format(kwh) : fineKwh.format(kwh);
};
/** Formats kWh for a column, where all figures have one decimal: 1,234.5. Less than half of a tenth becomes <0.1. */
export const formatTenthsOfKwh = (kwh: number): string =>
  kwh > 0 && kwh < 0.05 ? `<${tenthKwh.format(0.1)}` : tenthKwh.format(kwh);
/** Formats a whole percentage: 12 becomes 12%. */
export const formatPercent = (wholePercent: number): string => percent.format(wholePercent / 100);

const instantOf = (instant: string | number | Date): Date => (instant instanceof Date ? instant : new Date(instant));
const safely = (instant: string | number | Date, format: (date: Date) => string): string => {
  const date = instantOf(instant);
  return Number.isNaN(date.getTime()) ? String(instant) : format(date);
};

/** Formats a date and time in the user's time zone. */
export const formatDateTime = (instant: string | number | Date): string =>
  safely(instant, (date) => inZone.dateTime.format(date));
/** Formats a time without seconds, or as a date only. */
export const formatToThe = (part: 'minute' | 'date', instant: string | number | Date): string =>
  safely(instant, (date) => inZone[part].format(date));
/** Formats a date and time with the weekday and the name of the time zone, for tooltips. */
export const formatDateTimeZone = (instant: string | number | Date): string =>
  safely(instant, (date) => inZone.dateTimeZone.format(date));
/** Formats a calendar day (`2026-11-21`), regardless of the user's time zone. */
export const formatDay = (day: string): string => safely(`${day}T00:00:00Z`, (date) => calendarDay.format(date));

/** Formats a calendar month (`2026-11`): November 2026. */
export const formatMonth = (month: string): string =>
  safely(`${month}-15T00:00:00Z`, (date) => calendarMonth.format(date));

/** Returns a time's calendar day in a time zone, by default the user's: 2026-11-21. */
export const dayIn = (
  instant: string | number | Date,
  timeZone: string | undefined = chosenZone || undefined,
): string =>
  new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' }).format(
    instantOf(instant),
  );

/** Formats a time's day in the contract's time zone, as documents print the day, regardless of the user's time zone. */
export const formatDayIn = (instant: string | number | Date, timeZone: string): string =>
  safely(instant, (date) => formatDay(dayIn(date, timeZone)));

/** Formats the last day of a period that ends at `end`: the day one millisecond earlier. */
export const formatLastDayIn = (end: string, timeZone: string): string => formatDayIn(Date.parse(end) - 1, timeZone);

/**
 * Formats the start of a term, such as a share or an assignment, as the day in the given time zone. If the term starts
 * during a day, the time and time zone are also shown.
 */
export function formatTermStart(instant: string, timeZone: string): string {
  try {
    const day = dayIn(instant, timeZone);
    if (dayIn(Date.parse(instant) - 1, timeZone) !== day) return formatDay(day);
    const form = { dateStyle: 'medium', timeStyle: 'long', timeZone } as const;
    return new Intl.DateTimeFormat(LOCALE, form).format(instantOf(instant));
  } catch {
    return formatDateTime(instant);
  }
}

const STEPS = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Formats a time relative to now: '3 min. ago'. Show it only beside the absolute time (docs/look.md#tables). */
export function formatRelative(instant: string | number | Date, nowMs: number): string {
  return safely(instant, (date) => {
    const seconds = Math.round((date.getTime() - nowMs) / 1000);
    for (const [unit, length] of STEPS)
      if (Math.abs(seconds) >= length) return relative.format(Math.trunc(seconds / length), unit);
    return relative.format(0, 'second');
  });
}

/** Shortens a long identifier to its first and last characters: 3fa9c1…07be. Returns a short identifier unchanged. */
export const shortIdentifier = (identifier: string, head = 6, tail = 4): string =>
  identifier.length <= head + tail + 1 ? identifier : `${identifier.slice(0, head)}…${identifier.slice(-tail)}`;

/** Shortens a visitor's fingerprint. */
export const shortFingerprint = (fingerprint: string): string => shortIdentifier(fingerprint);

/** Returns the user's time zone as an IANA name. */
export const readerTimeZone = (): string => chosenZone || Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
