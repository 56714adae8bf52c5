import { type PriceModel, parseMicros } from '#domain/money.ts';
import { pricePrecisionProblem } from '#domain/price-precision.ts';
import { FieldError } from '../http/app-error.ts';

/** Converts a form's price to micro-dollars. Throws a `FieldError` for the `price` field. */
export function checkedPriceMicros(model: PriceModel, price: number): number {
  const priceMicros = parseMicros(String(price));
  const problem =
    priceMicros === null ? 'Enter an amount with at most six decimals.' : pricePrecisionProblem(model, priceMicros);
  if (priceMicros === null || problem !== null) throw new FieldError({ price: problem ?? '' });
  return priceMicros;
}
