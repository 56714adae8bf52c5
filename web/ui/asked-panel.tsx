import type { ReactNode } from 'react';
import { interpolate } from '../lib/interpolate.ts';
import { ErrorState } from './error-state.tsx';
import { Panel } from './panel.tsx';
import { LinesSkeleton } from './skeletons.tsx';
import { askedPanelStrings as strings } from './ui-strings.ts';

type AskedPanelProps<Data> = {
  title: string;
  context?: string;
  actions?: ReactNode;
  /** Accepts a `useQuery` result. */
  answer: {
    readonly data: Data | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  flush?: boolean;
  children: (data: Data) => ReactNode;
};

/** A panel filled by a query. Shows placeholder lines while the query loads, and a retry button if the query fails. */
export function AskedPanel<Data>({ title, context, actions, answer, flush = false, children }: AskedPanelProps<Data>) {
  const { data, error, isFetching, refetch } = answer;
  return (
    <Panel
      title={title}
      {...(context === undefined ? {} : { context })}
      {...(actions === undefined ? {} : { actions })}
      flush={flush}
    >
      {data === undefined ? null : children(data)}
      {error && data === undefined ? (
        <ErrorState
          what={interpolate(strings.failed, { title })}
          message={error.message}
          onRetry={() => void refetch()}
          isRetrying={isFetching}
        />
      ) : null}
      {data === undefined && !error ? <LinesSkeleton lines={3} /> : null}
    </Panel>
  );
}
