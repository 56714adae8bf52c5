import { DAY_MS } from './durations.ts';

/**
 * What a month comes to if it goes on as it went so far, in micro-dollars; null within its first day, when that says
 * nothing. A month that is over comes to what there is.
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
