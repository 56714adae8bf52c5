import { useEffect, useState } from 'react';
import type { Period } from '#contract/common.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';

/** Timers of browsers hold 24.8 days at most; a day is far below, and an hour's step also survives a sleeping laptop. */
const LONGEST_WAIT_MS = HOUR_MS;

/** The day that ends next, by this browser's clock, whatever that clock says of the time elsewhere. */
export const dayEndOf = (period: Period | undefined, receivedAtMs: number): number | null =>
  period === undefined ? null : receivedAtMs + period.today_ends_in * 1000;

/** Counts the ends of days while the page is open: with each, today's figures begin anew. */
export function useDayTurn(endMs: number | null): number {
  const [passed, setPassed] = useState({ turn: 0, endMs: 0 });
  useEffect(() => {
    if (endMs === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const leftMs = endMs - Date.now();
      if (leftMs > 0) timer = setTimeout(look, Math.min(LONGEST_WAIT_MS, leftMs + 50));
      // One end counts once, also where an answer that was under way tells it again.
      else setPassed((before) => (endMs - before.endMs > MINUTE_MS ? { turn: before.turn + 1, endMs } : before));
    };
    look();
    return () => clearTimeout(timer);
  }, [endMs]);
  return passed.turn;
}
