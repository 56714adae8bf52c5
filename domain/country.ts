/** Names by ISO 3166-1 alpha-2 code; null for codes that are no country's. */
const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });

/** What CLDR names beside countries: groups of them, and codes for tests. */
const NO_COUNTRIES = new Set(['EU', 'EZ', 'QO', 'UN', 'XA', 'XB', 'ZZ']);

const LETTERS = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const isCountry = (code: string): boolean => !NO_COUNTRIES.has(code) && names.of(code) !== undefined;
let codes: ReadonlyMap<string, string> | null = null;

/** Made with the first name that is no code. */
function codeByName(): ReadonlyMap<string, string> {
  codes ??= new Map(
    LETTERS.flatMap((first) => LETTERS.map((second) => first + second))
      .filter(isCountry)
      .map((code) => [names.of(code)?.toLowerCase() ?? '', code]),
  );
  return codes;
}

/** Reads a country by its code or its English name as its code; '' for '', and null for what is none. */
export function readCountry(text: string): string | null {
  const trimmed = text.trim();
  const code = trimmed.toUpperCase();
  if (code === '') return '';
  if (/^[A-Z]{2}$/.test(code)) return isCountry(code) ? code : null;
  return codeByName().get(trimmed.toLowerCase()) ?? null;
}
