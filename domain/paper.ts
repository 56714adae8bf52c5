/** Paper sizes for printed documents. */
export type Paper = 'letter' | 'a4';

/** The operator's setting: one size for all customers, or the usual size in each customer's country. */
export type PaperChoice = 'country' | Paper;

/** Countries (ISO 3166-1) that use US Letter, according to Unicode CLDR, and the territories of the United States. */
const LETTER_COUNTRIES = 'US CA MX BZ CL CO CR DO GT NI PA PH PR SV VE AS GU MP UM VI'.split(' ');

const paperOfCountry = (country: string): Paper => (LETTER_COUNTRIES.includes(country) ? 'letter' : 'a4');

/**
 * A locale with its region's time zones. `new Intl.Locale('und-US')` provides these, but the types for this Node
 * version do not declare them.
 */
type Region = Intl.Locale & { readonly timeZones?: readonly string[]; getTimeZones?(): readonly string[] };

function zonesOf(country: string): readonly string[] {
  const region: Region = new Intl.Locale(`und-${country}`);
  return region.timeZones ?? region.getTimeZones?.() ?? [];
}

/**
 * Returns the usual paper size in a time zone. A time zone without a country, such as UTC, uses Letter, formerly the
 * only size.
 */
function paperOfZone(timeZone: string): Paper {
  const { timeZone: zone } = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions();
  if (!zone.includes('/') || zone.startsWith('Etc/')) return 'letter';
  return LETTER_COUNTRIES.some((country) => zonesOf(country).includes(zone)) ? 'letter' : 'a4';
}

/**
 * Returns a customer's paper size: the global setting, else the usual size in its country (ISO 3166-1 alpha-2; '' if
 * unknown), else in the network's time zone.
 */
export function paperFor(choice: PaperChoice, country: string, timeZone: string): Paper {
  if (choice !== 'country') return choice;
  return country === '' ? paperOfZone(timeZone) : paperOfCountry(country);
}
