import { currencySign, USUAL_CURRENCY } from '#domain/currency.ts';

/** The installation's currency as an ISO 4217 code. The server sets it in the page (server/http/web-files.ts). */
export const CURRENCY =
  globalThis.document?.querySelector<HTMLMetaElement>('meta[name="currency"]')?.content || USUAL_CURRENCY;

/** The prefix of an amount: `$`. */
export const CURRENCY_SIGN = currencySign(CURRENCY);
