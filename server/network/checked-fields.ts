import { type EditableFields, isNumber, type ValuesOf } from '#contract/editable-fields.ts';
import { readCountry } from '#domain/country.ts';
import { emailKey } from '#domain/email.ts';
import { HOURS_FORM, readOpeningHours } from '#domain/opening-hours.ts';
import { plainText, plainTextProblem } from '#domain/plain-text.ts';
import { timeZoneAt } from '#domain/time-zone-at.ts';
import { isTimeZone } from '#domain/zoned-day.ts';
import { FieldError } from '../http/app-error.ts';
import { INSTANT_FORMS, readInstant } from '../lib/read-instant.ts';

/**
 * Normalizes a form's text for storage. Throws a `FieldError` if the text is invalid. `field` is the field's name in
 * the body.
 */
export function checkedText(field: string, text: string, longest: number): string {
  const plain = plainText(text);
  const problem = plainTextProblem(plain, longest);
  if (problem !== null) throw new FieldError({ [field]: `The ${field} ${problem}.` });
  return plain;
}

/** Like `checkedText`, but rejects empty text. */
function requiredText(field: string, text: string, longest: number): string {
  const plain = checkedText(field, text, longest);
  if (plain === '') throw new FieldError({ [field]: `Enter a ${field}.` });
  return plain;
}

/**
 * Normalizes a table's fields for storage. Throws a `FieldError` for an invalid field. The schema has already validated
 * numbers.
 */
export const checkedValues = <Fields extends EditableFields>(
  fields: Fields,
  given: ValuesOf<Fields>,
): ValuesOf<Fields> =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      if (isNumber(field)) return [name, given[name]];
      const { longest, isCountry, isEmail, isHours, isRequired, isLowerCase } = field;
      const text = (isRequired ? requiredText : checkedText)(name, String(given[name] ?? ''), longest);
      if (isCountry) return [name, checkedCountry(name, text)];
      if (isEmail) return [name, checkedEmail(name, text)];
      if (isHours) checkHours(name, text);
      return [name, isLowerCase ? text.toLowerCase() : text];
    }),
  ) as ValuesOf<Fields>;

/** Returns the country code for a country's code or English name. Throws a `FieldError` if the country is unknown. */
function checkedCountry(field: string, text: string): string {
  const country = readCountry(text);
  if (country === null)
    throw new FieldError({
      [field]: `'${text}' is not a country. Enter a two-letter code such as US, or its English name.`,
    });
  return country;
}

/** Returns the canonical form of an email address, or ''. Throws a `FieldError` if it is not one. */
function checkedEmail(field: string, text: string): string {
  const key = text === '' ? '' : emailKey(text);
  if (key === null)
    throw new FieldError({ [field]: `'${text}' is not an email address. Enter one such as name@example.com.` });
  return key;
}

function checkHours(field: string, text: string): void {
  if (readOpeningHours(text) === null)
    throw new FieldError({ [field]: `'${text}' is not a valid format; ${HOURS_FORM}.` });
}

type Position = { readonly lat: number | null; readonly lng: number | null };

/**
 * Throws a `FieldError` unless both latitude and longitude are given, or neither. Rejects 0, 0, which is in the ocean.
 */
export function checkPosition({ lat, lng }: Position): void {
  if ((lat === null) !== (lng === null)) {
    throw new FieldError({ [lat === null ? 'lat' : 'lng']: 'Enter both latitude and longitude, or neither.' });
  }
  if (lat === 0 && lng === 0) {
    throw new FieldError({ lat: '0, 0 is a point in the sea. Leave both blank if the position is unknown.' });
  }
}

/**
 * Returns the given time zone, or the position's time zone if none is given. Throws a `FieldError` if the given time
 * zone is invalid or none can be determined.
 */
export function checkedTimeZone(zone: string, { lat, lng }: Position): string {
  if (zone !== '') {
    if (isTimeZone(zone)) return zone;
    throw new FieldError({ time_zone: `'${zone}' is not a time zone. Enter an IANA name such as America/Chicago.` });
  }
  const found = lat === null || lng === null ? null : timeZoneAt(lat, lng);
  if (found !== null) return found;
  throw new FieldError({ time_zone: 'Enter a time zone such as America/Chicago, or the position of the venue.' });
}

/**
 * Parses a time, or a date, which means the start of that day in the time zone. Throws a `FieldError` for the form's
 * `from` field.
 */
export function checkedInstant(text: string, zone: string): number {
  const instant = readInstant(text, zone);
  if (instant === null) throw new FieldError({ from: `'${text}' is not a date. Enter ${INSTANT_FORMS}.` });
  return instant;
}
