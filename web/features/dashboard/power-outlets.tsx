import { useInfiniteQuery } from '@tanstack/react-query';
import { memo, type RefObject, useEffect, useRef, useState } from 'react';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { useSoon } from '../../lib/use-soon.ts';
import { ErrorState } from '../../ui/error-state.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { devicesQuery } from './dashboard-api.ts';
import { powerOutletsStrings as strings } from './dashboard-strings.ts';
import { useDashboardView } from './dashboard-view.ts';
import classes from './power-outlets.module.css';

// Loads in parallel with the outlets, so that the cards' figures do not wait for the code of a long list.
const outletList = () => import('./outlet-list.tsx');

/** Height of a skeleton line in pixels, equal to that of a closed outlet, and the maximum number of visible lines. */
const LINE_PX = 56;
const MOST_LINES = 13;
/**
 * How long a card must stay near the screen before its list loads. A card that passes by during fast scrolling loads
 * nothing.
 */
const SETTLE_MS = 120;
/** Distance below the screen within which a list starts to load, before the user scrolls to it. */
const NEAR = '1000px 0px';

/** Whether the element has stayed near the screen for `SETTLE_MS`. Lists further down do not load until then. */
function useIsSettled(place: RefObject<HTMLElement | null>): boolean {
  const [isSettled, setIsSettled] = useState(false);
  useEffect(() => {
    const { current } = place;
    if (isSettled || current === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const observer = new IntersectionObserver(
      (entries) => {
        clearTimeout(timer);
        if (entries.at(-1)?.isIntersecting) timer = setTimeout(() => setIsSettled(true), SETTLE_MS);
      },
      { rootMargin: NEAR },
    );
    observer.observe(current);
    return () => {
      clearTimeout(timer);
      observer.disconnect();
    };
  }, [place, isSettled]);
  return isSettled;
}

type PowerOutletsProps = { customerId: string; outlets: number; isFull: boolean };

/**
 * A customer's outlets, at most 700 pixels high (docs/specification.md#constants). The list does not render again when
 * the card's figures change.
 */
export const PowerOutlets = memo(function PowerOutlets({ customerId, outlets, isFull }: PowerOutletsProps) {
  const { range } = useDashboardView();
  const place = useRef<HTMLHeadingElement>(null);
  const isSettled = useIsSettled(place);
  const query = useInfiniteQuery({ ...devicesQuery(customerId, range), enabled: isSettled });
  const { code, hasFailed, retry } = useLazyModule(outletList, isSettled);
  const mayDraw = useSoon(query.data !== undefined && code !== null);
  const devices = query.data?.pages.flatMap(({ data }) => data) ?? [];
  // As high as the list that replaces it.
  const skeleton = (
    <div className={classes.box} data-tall={isFull || undefined} data-loading>
      <LinesSkeleton lines={Math.min(MOST_LINES, Math.max(1, outlets))} lineHeight={LINE_PX} />
    </div>
  );
  return (
    // Not a landmark, because each card has such a list, inside an article with the customer's name.
    <StaleWhileRevalidating isKept={query.isPlaceholderData} className={classes.outlets ?? ''}>
      <h4 ref={place} className={classes.title}>
        {strings.powerOutlets}
      </h4>
      {query.isPending ? skeleton : null}
      {query.isError && devices.length === 0 ? (
        <ErrorState
          what={strings.loadFailed}
          message={query.error.message}
          onRetry={() => void query.refetch()}
          isRetrying={query.isFetching}
        />
      ) : null}
      {query.data && devices.length === 0 ? <p className={classes.empty}>{strings.empty}</p> : null}
      {devices.length > 0 && code && mayDraw ? (
        <code.OutletList customerId={customerId} devices={devices} isFull={isFull} pages={query} />
      ) : null}
      {devices.length > 0 && !mayDraw && !hasFailed ? skeleton : null}
      {devices.length > 0 && hasFailed ? <ErrorState what={strings.codeLoadFailed} onRetry={retry} /> : null}
    </StaleWhileRevalidating>
  );
});
