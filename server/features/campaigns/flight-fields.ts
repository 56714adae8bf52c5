import type * as Type from 'typebox';
import {
  type FieldChange,
  FLIGHT_LABEL_LENGTH,
  type FlightFieldName,
  type FlightFields,
} from '#contract/flight-parts.ts';
import { NO_END, NO_START } from '#domain/flight-state.ts';
import { dollars, parseMicros } from '#domain/money.ts';
import { readTargetRule, writeTargetRule } from '#domain/targets.ts';
import { startOfDate, wallClock, zonedDay } from '#domain/zoned-day.ts';
import { FieldError } from '../../http/app-error.ts';
import { INSTANT_FORMS, readInstant } from '../../lib/read-instant.ts';
import { checkedText } from '../../network/checked-fields.ts';
import { type FlightColumns, type FlightRow, modelOf } from './flights-queries.ts';

type FlightForm = { readonly [Name in FlightFieldName]: Type.Static<(typeof FlightFields)[Name]> };
export type GivenFields = { readonly [Name in FlightFieldName]?: FlightForm[Name] | undefined };

/** Maximum length of a target rule as text, because the in-memory network holds the rule of every flight. */
const LONGEST_RULE = 64_000;

function micros(field: string, value: number | null): number | null {
  if (value === null) return null;
  const parsed = parseMicros(String(value));
  if (parsed === null) throw new FieldError({ [field]: 'Enter an amount with at most six decimals.' });
  return parsed;
}

function moment(field: 'starts' | 'ends', text: string | null, zone: string): number {
  if (text === null || text.trim() === '') return field === 'starts' ? NO_START : NO_END;
  const instant = readInstant(text.trim(), zone, field === 'starts' ? 'start' : 'end');
  if (instant === null || instant <= NO_START)
    throw new FieldError({ [field]: `'${text}' is not a date. Enter ${INSTANT_FORMS}.` });
  return instant;
}

/** Converts the submitted form fields to stored columns. Throws a `FieldError` that names the invalid field. */
export function columnsOf(
  given: GivenFields,
  stored: Pick<FlightRow, 'starts_at' | 'ends_at'>,
  zone: string,
): FlightColumns {
  const columns: FlightColumns = {
    ...(given.label === undefined ? {} : { label: checkedText('label', given.label, FLIGHT_LABEL_LENGTH) }),
    ...(given.starts === undefined ? {} : { starts_at: moment('starts', given.starts, zone) }),
    ...(given.ends === undefined ? {} : { ends_at: moment('ends', given.ends, zone) }),
    ...(given.budget === undefined ? {} : { budget_micros: micros('budget', given.budget) ?? 0 }),
    ...(given.daily_cap === undefined ? {} : { daily_cap_micros: micros('daily_cap', given.daily_cap) }),
    ...(given.visitor_cap === undefined ? {} : { visitor_cap: given.visitor_cap }),
    ...(given.pacing === undefined ? {} : { pacing: given.pacing }),
    ...(given.accepts_unsigned === undefined ? {} : { accepts_unsigned: given.accepts_unsigned ? 1 : 0 }),
    ...(given.model === undefined ? {} : { price_model: given.model }),
    ...(given.targets === undefined ? {} : { targets: writeTargetRule(given.targets) }),
  };
  const { starts_at: starts = stored.starts_at, ends_at: ends = stored.ends_at } = columns;
  if (ends <= starts) throw new FieldError({ ends: 'Enter an end date after the start.' });
  if (columns.daily_cap_micros === 0)
    throw new FieldError({ daily_cap: 'Enter an amount above 0, or leave blank for no limit.' });
  if ((columns.targets ?? '').length > LONGEST_RULE)
    throw new FieldError({ targets: 'Too many places. Choose venue types, states or a circle instead.' });
  return columns;
}

/** Returns a time as the form shows it: as a date if it is the start or end of a day in the time zone. */
function writtenMoment(ms: number, edge: 'start' | 'end', zone: string): string | null {
  if (ms === NO_START || ms === NO_END) return null;
  const { date } = edge === 'start' ? wallClock(ms, zone) : zonedDay(ms - 1, zone);
  const isEdge = edge === 'start' ? startOfDate(date, zone) === ms : zonedDay(ms - 1, zone).endMs === ms;
  return isEdge ? date : new Date(ms).toISOString();
}

/** Converts the stored row to the form's format. */
export const fieldsOf = (row: FlightRow, zone: string): FlightForm => ({
  label: row.label,
  starts: writtenMoment(row.starts_at, 'start', zone),
  ends: writtenMoment(row.ends_at, 'end', zone),
  budget: row.budget_micros === 0 ? null : dollars(row.budget_micros),
  daily_cap: row.daily_cap_micros === null ? null : dollars(row.daily_cap_micros),
  visitor_cap: row.visitor_cap,
  pacing: row.pacing,
  accepts_unsigned: row.accepts_unsigned !== 0,
  model: modelOf(row),
  targets: readTargetRule(row.targets),
});

/** Returns a field's value as text, for the people who read the change. */
function textOf(field: FlightFieldName, value: unknown): string {
  if (value === null || value === undefined) return field === 'daily_cap' || field === 'visitor_cap' ? 'none' : '';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (field !== 'targets') return String(value);
  const rule = writeTargetRule(value as FlightForm['targets']);
  return rule === '' ? 'everywhere' : rule;
}

/** Returns the fields that would change if these columns were stored, with their values before and after. */
export function changesOf(row: FlightRow, columns: FlightColumns, zone: string): FieldChange[] {
  const [before, after] = [fieldsOf(row, zone), fieldsOf({ ...row, ...columns } as FlightRow, zone)];
  return (Object.keys(before) as FlightFieldName[]).flatMap((field) => {
    const change = { field, before: textOf(field, before[field]), after: textOf(field, after[field]) };
    return change.before === change.after ? [] : [change];
  });
}

/** Returns a new flight's fields as changes from empty values. */
export function saidOf(row: FlightRow, zone: string): FieldChange[] {
  const fields = fieldsOf(row, zone);
  return (Object.keys(fields) as FlightFieldName[]).flatMap((field) =>
    fields[field] === null || fields[field] === false || fields[field] === ''
      ? []
      : [{ field, before: '', after: textOf(field, fields[field]) }],
  );
}

/** Returns only the columns that differ from the stored columns, because a form sends all of its fields. */
export function changedColumns(row: FlightRow, columns: FlightColumns): FlightColumns {
  const stored: FlightColumns = { ...row, price_model: modelOf(row) };
  const names = Object.keys(columns) as (keyof FlightColumns)[];
  return Object.fromEntries(
    names.filter((name) => columns[name] !== stored[name]).map((name) => [name, columns[name]]),
  );
}

/** Converts the changes to the audit log's format. */
export const diffOf = (changes: readonly FieldChange[]) =>
  Object.fromEntries(changes.map(({ field, before, after }) => [field, { before, after }]));
