import { useEffect, useState } from 'react';
import { addDays, dateIn, startOfDate } from './date-range.ts';

/** Timers of browsers hold 24.8 days at most; a day is far below, and an hour's step also survives a sleeping laptop. */
const LONGEST_WAIT_MS = 3_600_000;

/** Today's date in a zone; renewed at midnight, when today's figures begin anew. */
export function useToday(zone: string): string {
  const [today, setToday] = useState(() => dateIn(zone, Date.now()));
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const look = () => {
      const now = Date.now();
      const date = dateIn(zone, now);
      setToday(date);
      timer = setTimeout(look, Math.min(LONGEST_WAIT_MS, startOfDate(addDays(date, 1), zone) - now + 50));
    };
    look();
    return () => clearTimeout(timer);
  }, [zone]);
  return today;
}
