import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Summary } from '#contract/list.ts';
import { summaryQuery } from './dashboard-api.ts';
import type { RangeOfDay } from './dashboard-keys.ts';
import { dayEndOf, useDayTurn } from './use-day-turn.ts';

const periodOf = ({ period }: Summary) => period;

/**
 * Reports how many days have ended. Renders nothing, so that the page does not render again for each answer, which
 * repeats the day's end.
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
