import { useQuery } from '@tanstack/react-query';
import { dayIn } from '../../lib/formatters.ts';
import { overviewQuery } from './money-api.ts';

/** Tells the day that it is by the books: the reader's own may be one that the server says is yet to come. */
export function useBooksDay(): () => string {
  const { data } = useQuery(overviewQuery);
  return () => dayIn(new Date(), data?.time_zone);
}
