/** Default currency of an installation. */
export const USUAL_CURRENCY = 'USD';

/**
 * ISO 4217 codes with two decimals. `Intl` does not provide them: it has the decimals of everyday use, none for HUF or
 * PKR. The last line has codes withdrawn since 2020, which an installation may still use.
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

/** All screens show money in hundredths. A currency without hundredths, or with thousandths, is not supported. */
export const isUsableCurrency = (code: string): boolean => HUNDREDTHS.has(code);

/** Prefix of an amount on screens: `€`; without a sign, the code and a space. */
export function currencySign(code: string): string {
  const [whole = ''] = formatOf(code).format(0).split('0');
  return whole;
}

/** Prefix of an amount on paper and in files, where a sign may be ambiguous: `$`, else the code and a space. */
export const currencyMark = (code: string): string => (code === USUAL_CURRENCY ? '$' : `${code} `);
