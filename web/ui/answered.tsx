import type { ReactNode } from 'react';
import { ErrorState } from './error-state.tsx';
import { LinesSkeleton } from './skeletons.tsx';

/** What a part of a page asked the server, as the query cache tells it. */
export type Asked<Data> = {
  data: Data | undefined;
  error: Error | null;
  isFetching: boolean;
  refetch: () => unknown;
};

type AnsweredProps<Data> = {
  asked: Asked<Data>;
  /** What could not be loaded, as the beginning of a sentence. */
  what: string;
  /** How much room it will take. */
  lines: number;
  children: (data: Data) => ReactNode;
};

/** The part of a page that an answer fills: its shape while it is on its way, and what to do where it failed. */
export function Answered<Data>({ asked, what, lines, children }: AnsweredProps<Data>) {
  const { data, error, isFetching, refetch } = asked;
  if (data !== undefined) return children(data);
  if (error === null) return <LinesSkeleton lines={lines} />;
  return (
    <ErrorState
      what={`${what} could not be loaded.`}
      message={error.message}
      onRetry={() => void refetch()}
      isRetrying={isFetching}
    />
  );
}
