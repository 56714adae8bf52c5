/** Currency of an installation that names none. */
export const USUAL_CURRENCY = 'USD';

/**
 * Codes of ISO 4217 with two decimals. `Intl` does not know them: it has the decimals that people write, none for HUF or PKR.
 * The last line has codes that were withdrawn since 2020, which an installation may still have.
 */
const HUNDREDTHS = new Set(
  `AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BMD BND BOB BRL BSD BTN BWP BYN BZD CAD CDF CHF CNY COP CRC CUP CVE CZK
  DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP GEL GHS GIP GMD GTQ GYD HKD HNL HTG HUF IDR ILS INR IRR JMD KES KGS KHR KPW KYD KZT
  LAK LBP LKR LRD LSL MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD NGN NIO NOK NPR NZD PAB PEN PGK PHP PKR PLN
  QAR RON RSD RUB SAR SBD SCR SDG SEK SGD SHP SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TOP TRY TTD TWD TZS UAH USD UYU UZS
  VED VES WST XCD XCG YER ZAR ZMW ZWG
  ANG BGN CUC HRK SLL ZWL`.split(/\s+/),
);

const formatOf = (code: string): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });

/** Money is shown in hundredths everywhere: a currency without them, or with thousandths, cannot be an installation's. */
export const isUsableCurrency = (code: string): boolean => HUNDREDTHS.has(code);

/** What stands before an amount on screens: `€`; the code and a blank where there is no sign. */
export function currencySign(code: string): string {
  const [whole = ''] = formatOf(code).format(0).split('0');
  return whole;
}

/** What stands before an amount on paper and in files, where a sign could mean several: `$`, else the code and a blank. */
export const currencyMark = (code: string): string => (code === USUAL_CURRENCY ? '$' : `${code} `);
