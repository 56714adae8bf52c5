import { divideHalfEven } from './money.ts';

/** Cost in micro-dollars of an amount of energy; the price is dollars per kWh, kept to the micro-dollar. */
export function energyCostMicros(milliWh: bigint, dollarsPerKwh: number): bigint {
  const microsPerKwh = BigInt(Math.round(dollarsPerKwh * 1_000_000));
  return divideHalfEven(milliWh * microsPerKwh, 1_000_000n);
}
