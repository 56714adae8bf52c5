/** Country names by ISO 3166-1 alpha-2 code; undefined for unassigned codes. */
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** CLDR regions that are not countries: groups of countries, and test codes. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const isCountry = (code: string): boolean => !NO_COUNTRIES.has(code) && names.of(code) !== undefined;
let codes: ReadonlyMap<string, string> | null = null;

/** Returns country codes by name. Built on first use. */
function codeByName(): ReadonlyMap<string, string> {
  codes ??= new Map(
    LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
      .filter(isCountry)
      .map((code) => [names.of(code)?.toLowerCase() ?? '', code]),
  );
  return codes;
}

/** Converts a code or English name to the country code. Returns '' for '', and null if it is not a country. */
export function readCountry(text: string): string | null {
  const trimmed = text.trim();
  const code = trimmed.toUpperCase();
  if (code === '') return '';
  if (/^[A-Z]{2}$/.test(code)) return isCountry(code) ? code : null;
  return codeByName().get(trimmed.toLowerCase()) ?? null;
}
