import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Period } from '#contract/common.ts';
import type { Summary } from '#contract/list.ts';
import { HOUR_MS, MINUTE_MS } from '#domain/durations.ts';
import { summaryQuery } from './dashboard-api.ts';
import type { RangeOfDay } from './dashboard-keys.ts';

const periodOf = ({ period }: Summary) => period;

/**
 * Reports how many days have ended since the page was opened. Renders nothing. This is a separate component because
 * each response contains a new time until the end of the day, for which the page must not render again.
 */
export function MidnightRollover({ range, onTurn }: { range: RangeOfDay; onTurn: (turn: number) => void }) {
  const [endMs, setEndMs] = useState<number | null>(null);
  const turn = useDayTurn(endMs);
  const { data: period, dataUpdatedAt, isPlaceholderData } = useQuery({ ...summaryQuery(range), select: periodOf });
  const nextEndMs = isPlaceholderData ? endMs : dayEndOf(period, dataUpdatedAt);
  if (nextEndMs !== endMs) setEndMs(nextEndMs);
  useEffect(() => onTurn(turn), [turn, onTurn]);
  return null;
}

/**
 * Maximum time between two checks of the clock. Browser timers could wait for a whole day (up to 24.8 days), but hourly
 * checks also work after a laptop has slept.
 */
const LONGEST_WAIT_MS = HOUR_MS;

/** Returns the end of the current day on this browser's clock, even if that clock is wrong. */
const dayEndOf = (period: Period | undefined, receivedAtMs: number): number | null =>
  period === undefined ? null : receivedAtMs + period.today_ends_in * 1000;

/** Counts the days that end while the page is open. Each new day resets today's figures. */
function useDayTurn(endMs: number | null): number {
  const [passed, setPassed] = useState({ turn: 0, endMs: 0 });
  useEffect(() => {
    if (endMs === null) return;
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const leftMs = endMs - Date.now();
      if (leftMs > 0) timer = setTimeout(look, Math.min(LONGEST_WAIT_MS, leftMs + 50));
      // Count each end only once, even if a pending response reports it again.
      else setPassed((before) => (endMs - before.endMs > MINUTE_MS ? { turn: before.turn + 1, endMs } : before));
    };
    look();
    return () => clearTimeout(timer);
  }, [endMs]);
  return passed.turn;
}
