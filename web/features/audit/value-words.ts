import type { AuditLine } from '#contract/audit.ts';
import { REASON_WORDS } from '#domain/reason-words.ts';
import {
  formatCount,
  formatDateTime,
  formatDay,
  formatDollars,
  formatExactDollars,
  formatMonth,
  formatTermStart,
} from '../../lib/formatters.ts';

/** Display names of fields whose stored name is not suitable for display. */
const FIELDS: Readonly<Record<string, string>> = {
  cid: 'customer',
  customer_id: 'customer',
  email: 'email',
  eui: 'EUI',
  id: 'account number',
  ip: 'IP address',
  issuer: 'provider’s URL',
  kind: 'type',
  lat: 'latitude',
  lng: 'longitude',
  left: 'attempts left',
  minimum: 'minimum',
  one_time_link: 'one-time link',
  owner: 'owner’s amount',
  prefix: 'key',
  previous_ends: 'the old key works until',
  previous_ends_at: 'the old key works until',
};

/** Matches a suffix that names the stored unit, which readers do not need. */
const UNIT = /_(cents|micros|ppm|ms)$/;

const ROLES: Readonly<Record<string, string>> = {
  property: 'outlet owner',
  advertiser: 'advertiser',
  admin: 'administrator',
  unassigned: 'not linked yet',
  '': 'no role',
  full: 'no role',
};

/** Fields whose values are names of the API, such as `in_review`. */
const ENUMERATIONS: readonly string[] = ['kind', 'model', 'pacing', 'purpose', 'rule', 'state', 'status', 'type'];

const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?Z$/;
const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MONTH = /^\d{4}-\d{2}$/;
const ROW_ID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/;

/** Whether a value is the ID of a row, which means nothing to readers. */
export const isName = (value: string): boolean => ROW_ID.test(value);

/** Formats a field name such as `customer_id`, `sessions_ended` or `amount_cents` as words. */
export function fieldWords(field: string): string {
  const stem = field.replace(UNIT, '');
  return FIELDS[stem] ?? stem.replace(/[._]/g, ' ');
}

type Json = { readonly [name: string]: unknown } | readonly unknown[];

/** Parses a stored JSON list or object. Null for any other value. */
function partsOf(value: string): Json | null {
  if (!/^[[{]/.test(value)) return null;
  try {
    return JSON.parse(value) as Json;
  } catch {
    return null;
  }
}

const isList = (value: Json): value is readonly unknown[] => Array.isArray(value);
const textOf = (value: unknown): string =>
  value === null || value === undefined ? '' : typeof value === 'object' ? JSON.stringify(value) : String(value);

/** Describes the parts in words. Shows only the number of IDs, but each text and each named field of an object. */
function wordsOfParts(field: string, parts: Json, timeZone: string | undefined): string {
  if (!isList(parts))
    return Object.entries(parts)
      .map(([name, value]) => `${fieldWords(name)} ${valueWords(name, textOf(value), timeZone)}`)
      .join(', ');
  const texts = parts.map(textOf);
  if (texts.length === 0) return 'nothing';
  return texts.every(isName)
    ? formatCount(texts.length)
    : texts.map((text) => (field === 'fields' ? fieldWords(text) : valueWords('', text, timeZone))).join(', ');
}

function amountWords(field: string, value: string): string | null {
  const number = Number(value);
  if (value.trim() === '' || !Number.isFinite(number)) return null;
  if (field === 'budget' || field === 'daily_cap') return formatDollars(number);
  if (field === 'share') return `${Number((number * 100).toFixed(4))}%`;
  switch (UNIT.exec(field)?.[1]) {
    case 'ppm':
      return `${Number((number / 10_000).toFixed(4))}%`;
    case 'cents':
      return formatDollars(number / 100);
    case 'micros':
      return formatExactDollars(number / 1_000_000);
    default:
      return null;
  }
}

/**
 * Formats a stored value for display: times, money, shares, yes and no. Times are in the user's time zone. If
 * `timeZone` is given, the start of a term is shown as a day in that time zone.
 */
export function valueWords(field: string, value: string, timeZone?: string): string {
  if (field === 'role') return ROLES[value] ?? value;
  if (value === '') return 'nothing';
  if (value === 'true') return 'yes';
  if (value === 'false') return 'no';
  if (field === 'prefix') return `${value}…`;
  if (field === 'reason' && value in REASON_WORDS)
    return REASON_WORDS[value as keyof typeof REASON_WORDS].toLowerCase();
  if (ENUMERATIONS.includes(field)) return value.replaceAll('_', ' ');
  const amount = amountWords(field, value);
  if (amount !== null) return amount;
  const parts = partsOf(value);
  if (parts !== null) return wordsOfParts(field, parts, timeZone);
  if (DAY.test(value)) return formatDay(value);
  if (MONTH.test(value)) return formatMonth(value);
  const isMs = /_ms$/.test(field) && Number.isFinite(Number(value));
  const instant = isMs ? new Date(Number(value)).toISOString() : value;
  if (!INSTANT.test(instant)) return value;
  return /^from/.test(field) && timeZone !== undefined ? formatTermStart(instant, timeZone) : formatDateTime(instant);
}

type Change = AuditLine['changes'][number];

/**
 * Flattens parts into named fields. For an object in a list, the value of its first field prefixes its other fields.
 */
function namedParts(parts: Json): Readonly<Record<string, unknown>> {
  if (!isList(parts)) return parts;
  return Object.fromEntries(
    parts.flatMap((part, index) => {
      if (typeof part !== 'object' || part === null) return [[String(index), part]];
      const [[, called] = ['', index], ...rest] = Object.entries(part);
      return rest.map(([name, value]) => [`${textOf(called)}.${name}`, value]);
    }),
  );
}

/** Splits the change of a compound field into one change per part. */
export function changedParts(change: Change): Change[] {
  const [before, after] = [partsOf(change.before), partsOf(change.after)];
  const isWhole = (parts: Json | null): boolean =>
    parts === null || (isList(parts) && parts.some((part) => typeof part !== 'object'));
  if (isWhole(before) || isWhole(after)) return [change];
  const [was, is] = [namedParts(before ?? {}), namedParts(after ?? {})];
  return [...new Set([...Object.keys(was), ...Object.keys(is)])]
    .map((field) => ({ field, before: textOf(was[field]), after: textOf(is[field]) }))
    .filter((part) => part.before !== part.after);
}
