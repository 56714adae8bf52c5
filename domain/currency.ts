/** Currency of an installation that names none. */
export const USUAL_CURRENCY = 'USD';

const CENTS = 2;
const known = new Set(Intl.supportedValuesOf('currency'));

const formatOf = (code: string): Intl.NumberFormat =>
  new Intl.NumberFormat('en-US', { style: 'currency', currency: code, currencyDisplay: 'narrowSymbol' });

/** Money is shown in hundredths everywhere: a currency without them, or with thousandths, cannot be an installation's. */
export const isUsableCurrency = (code: string): boolean =>
  known.has(code) && formatOf(code).resolvedOptions().maximumFractionDigits === CENTS;

/** What stands before an amount of it (`€`); the code itself where there is no sign. */
export const currencySign = (code: string): string =>
  formatOf(code)
    .formatToParts(0)
    .find(({ type }) => type === 'currency')?.value ?? code;
