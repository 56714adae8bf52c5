import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { Summary } from '#contract/list.ts';
import { summaryQuery } from './dashboard-api.ts';
import type { RangeOfDay } from './dashboard-keys.ts';
import { dayEndOf, useDayTurn } from './use-day-turn.ts';

const periodOf = ({ period }: Summary) => period;

/** Tells how often a day has ended. Draws nothing, so that the page is not drawn anew by each answer that says again when it ends. */
export function MidnightRollover({ range, onTurn }: { range: RangeOfDay; onTurn: (turn: number) => void }) {
  const [endMs, setEndMs] = useState<number | null>(null);
  const turn = useDayTurn(endMs);
  const { data: period, dataUpdatedAt, isPlaceholderData } = useQuery({ ...summaryQuery(range), select: periodOf });
  const nextEndMs = isPlaceholderData ? endMs : dayEndOf(period, dataUpdatedAt);
  if (nextEndMs !== endMs) setEndMs(nextEndMs);
  useEffect(() => onTurn(turn), [turn, onTurn]);
  return null;
}
