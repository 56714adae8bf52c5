import { currencySign, USUAL_CURRENCY } from '#domain/currency.ts';

/** The installation's currency as an ISO 4217 code, from the page's meta tag (server/http/web-files.ts). */
export const CURRENCY =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="currency"]')?.content || USUAL_CURRENCY;

/** The prefix for amounts, such as `$`. */
export const CURRENCY_SIGN = currencySign(CURRENCY);
