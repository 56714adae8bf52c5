import type { ReactNode } from 'react';
import { interpolate } from '../lib/interpolate.ts';
import { ErrorState } from './error-state.tsx';
import { LinesSkeleton } from './skeletons.tsx';
import { answeredStrings as strings } from './ui-strings.ts';

/** The state of a query that fills part of a page. Accepts a `useQuery` result. */
export type Asked<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

type AnsweredProps<Data> = {
  asked: Asked<Data>;
  /** The start of the error message, which names what could not be loaded. */
  what: string;
  /** Number of placeholder lines. */
  lines: number;
  children: (data: Data) => ReactNode;
};

/**
 * A part of a page that depends on a query. Shows placeholder lines while the query loads, and a retry button if the
 * query fails.
 */
export function Answered<Data>({ asked, what, lines, children }: AnsweredProps<Data>) {
  const { data, error, isFetching, refetch } = asked;
  if (data !== undefined) return children(data);
  if (error === null) return <LinesSkeleton lines={lines} />;
  return (
    <ErrorState
      what={interpolate(strings.failed, { what })}
      message={error.message}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}
