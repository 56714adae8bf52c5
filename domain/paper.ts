/** Sizes of paper that documents are printed on. */
export type Paper = 'letter' | 'a4';

/** What an operator sets: one size for all, or each customer's own by its country. */
export type PaperChoice = 'country' | Paper;

/** Countries (ISO 3166-1) that print on US Letter, as Unicode CLDR has them, with the territories of the United States. */
const LETTER_COUNTRIES = 'US CA MX BZ CL CO CR DO GT NI PA PH PR SV VE AS GU MP UM VI'.split(' ');

const paperOfCountry = (country: string): Paper => (LETTER_COUNTRIES.includes(country) ? 'letter' : 'a4');

/** `new Intl.Locale('und-US')` knows the zones of its region; the types of this Node version do not. */
type Region = Intl.Locale & { readonly timeZones?: readonly string[]; getTimeZones?(): readonly string[] };

function zonesOf(country: string): readonly string[] {
  const region: Region = new Intl.Locale(`und-${country}`);
  return region.timeZones ?? region.getTimeZones?.() ?? [];
}

/** The usual size where a time zone is; a zone of no country, as UTC, is Letter, which was the only one. */
function paperOfZone(timeZone: string): Paper {
  const { timeZone: zone } = new Intl.DateTimeFormat('en-US', { timeZone }).resolvedOptions();
  if (!zone.includes('/') || zone.startsWith('Etc/')) return 'letter';
  return LETTER_COUNTRIES.some((country) => zonesOf(country).includes(zone)) ? 'letter' : 'a4';
}

/**
 * The size of paper for a customer: what is set for all, else the usual one in its country (ISO 3166-1 alpha-2; '' where nobody
 * wrote it), else in the network's time zone.
 */
export function paperFor(choice: PaperChoice, country: string, timeZone: string): Paper {
  if (choice !== 'country') return choice;
  return country === '' ? paperOfZone(timeZone) : paperOfCountry(country);
}
