import { DAY_MS } from './durations.ts';

/**
 * Projected total of a month at the current rate, in micro-dollars. Null within its first day, which is too short to
 * project. For a past month, the actual total.
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
