/** Currency of an installation that names none. */
export const USUAL_CURRENCY = 'USD';

const CENTS = 2;

const formatOf = (code: string): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });

/** Money is shown in hundredths everywhere: a currency without them, or with thousandths, cannot be an installation's. */
export const isUsableCurrency = (code: string): boolean =>
  Intl.supportedValuesOf('currency').includes(code) && formatOf(code).resolvedOptions().maximumFractionDigits === CENTS;

/** What stands before an amount on screens: `€`; the code and a blank where there is no sign. */
export function currencySign(code: string): string {
  const [whole = ''] = formatOf(code).format(0).split('0');
  return whole;
}

/** What stands before an amount on paper and in files, where a sign could mean several: `$`, else the code and a blank. */
export const currencyMark = (code: string): string => (code === USUAL_CURRENCY ? '$' : `${code} `);
