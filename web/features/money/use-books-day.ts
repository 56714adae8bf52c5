import { useQuery } from '@tanstack/react-query';
import { dayIn } from '../../lib/formatters.ts';
import { overviewQuery } from './money-api.ts';

/**
 * Returns a function that returns the current day in the books' time zone. The day in the user's time zone may still be
 * in the future for the server.
 */
export function useBooksDay(): () => string {
  const { data } = useQuery(overviewQuery);
  return () => dayIn(new Date(), data?.time_zone);
}
