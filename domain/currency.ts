/** An installation's default currency. */
export const USUAL_CURRENCY = 'USD';

/**
 * ISO 4217 codes with two decimals. `Intl` does not provide these decimals: it uses those in everyday use, which are
 * zero for HUF and PKR. The last line lists codes withdrawn since 2020, which an installation may still use.
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

/**
 * Whether a currency is divided into hundredths, because all screens show money with two decimals. Currencies without
 * decimals, or with thousandths, are not supported.
 */
export const isUsableCurrency = (code: string): boolean => HUNDREDTHS.has(code);

/** Returns the prefix for amounts on screens: `€`, or the code and a space for a currency without a symbol. */
export function currencySign(code: string): string {
  const [whole = ''] = formatOf(code).format(0).split('0');
  return whole;
}

/**
 * Returns the prefix for amounts on paper and in files, where a symbol may be ambiguous: `$` for `USUAL_CURRENCY`,
 * otherwise the code and a space.
 */
export const currencyMark = (code: string): string => (code === USUAL_CURRENCY ? '$' : `${code} `);
