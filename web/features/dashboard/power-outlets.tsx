import { useInfiniteQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useCode } from '../../lib/use-code.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { Kept } from '../../ui/kept.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { devicesQuery } from './dashboard-api.ts';
import { useDashboardView } from './dashboard-view.ts';
import classes from './power-outlets.module.css';

// Fetched beside the outlets themselves: the cards' figures do not wait for what draws a long list.
const outletList = () => import('./outlet-list.tsx');

/** Height of a line of the skeleton in pixels, the one of a closed outlet. */
const LINE_PX = 56;
/** A card that only passes by while the reader scrolls fast asks for nothing. */
const SETTLE_MS = 120;

/** True once the part has been on screen for a moment. */
function useIsSettled(): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsSettled(true), SETTLE_MS);
    return () => clearTimeout(timer);
  }, []);
  return isSettled;
}

type PowerOutletsProps = { customerId: string; outlets: number; isFull: boolean };

/** A customer's outlets, 700 high at most (docs/specification.md#constants). */
export function PowerOutlets({ customerId, outlets, isFull }: PowerOutletsProps) {
  const { range } = useDashboardView();
  const isSettled = useIsSettled();
  const query = useInfiniteQuery({ ...devicesQuery(customerId, range), enabled: isSettled });
  const { code, hasFailed, retry } = useCode(outletList, isSettled);
  const devices = query.data?.pages.flatMap(({ data }) => data) ?? [];
  const skeleton = <LinesSkeleton lines={Math.min(5, Math.max(1, outlets))} lineHeight={LINE_PX} />;
  return (
    // No landmark: there is one in each card, below an article that has the customer's name.
    <Kept isKept={query.isPlaceholderData} className={classes.outlets ?? ''}>
      <h4 className={classes.title}>Power Outlets</h4>
      {query.isPending ? skeleton : null}
      {query.isError && devices.length === 0 ? (
        <ErrorState
          what="The outlets could not be loaded."
          message={query.error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : null}
      {query.data && devices.length === 0 ? <p className={classes.empty}>No outlets yet.</p> : null}
      {devices.length > 0 && code ? <code.OutletList devices={devices} isFull={isFull} pages={query} /> : null}
      {devices.length > 0 && !code && !hasFailed ? skeleton : null}
      {devices.length > 0 && hasFailed ? <ErrorState what="The outlets could not be shown." onRetry={retry} /> : null}
    </Kept>
  );
}
