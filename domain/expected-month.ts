import { DAY_MS } from './durations.ts';

/**
 * Projects a month's total at the current rate, in micro-dollars. Null during the first day, which is too short to
 * project from. Returns the actual total for a past month.
 */
export function expectedMonth(
  soFarMicros: bigint,
  { fromMs, toMs }: { readonly fromMs: number; readonly toMs: number },
  nowMs: number,
): bigint | null {
  if (nowMs >= toMs) return soFarMicros;
  const gone = nowMs - fromMs;
  if (gone < DAY_MS) return null;
  return (soFarMicros * BigInt(toMs - fromMs)) / BigInt(gone);
}
