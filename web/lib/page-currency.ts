import { currencySign, USUAL_CURRENCY } from '#domain/currency.ts';

/** The installation's currency, by its ISO 4217 code: the server names it in the page (server/http/web-files.ts). */
export const CURRENCY =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="currency"]')?.content || USUAL_CURRENCY;

/** What stands before an amount: `$`. */
export const CURRENCY_SIGN = currencySign(CURRENCY);
