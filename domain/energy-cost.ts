import { divideHalfEven } from './money.ts';

/** Returns the cost of energy in micro-dollars. The price is in dollars per kWh, rounded to the micro-dollar. */
export function energyCostMicros(milliWh: bigint, dollarsPerKwh: number): bigint {
  const microsPerKwh = BigInt(Math.round(dollarsPerKwh * 1_000_000));
  return divideHalfEven(milliWh * microsPerKwh, 1_000_000n);
}
