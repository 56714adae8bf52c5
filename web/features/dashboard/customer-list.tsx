import { IconBuildingStore, IconSearchOff } from '@tabler/icons-react';
import { useInfiniteQuery } from '@tanstack/react-query';
import { type RefObject, useCallback, useEffect } from 'react';
import { counted, NOUNS } from '#domain/counted.ts';
import type { Perspective } from '#domain/role.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useSoon } from '../../lib/use-soon.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { SpinnerMark } from '../../ui/spinner.tsx';
import { StaleWhileRevalidating } from '../../ui/stale-while-revalidating.tsx';
import { CustomerGrid } from './customer-grid.tsx';
import classes from './customer-list.module.css';
import { customersQuery } from './dashboard-api.ts';
import type { CustomerFilter } from './dashboard-keys.ts';
import { customerListStrings as strings } from './dashboard-strings.ts';
import { useDashboardView } from './dashboard-view.ts';

const NOTHING_YET: Record<Perspective, { title: string; text: string }> = {
  admin: {
    title: strings.emptyTitleAdmin,
    text: strings.emptyTextAdmin,
  },
  property: {
    title: strings.emptyTitleOwner,
    text: strings.emptyTextOwner,
  },
  advertiser: {
    title: strings.emptyTitleAdvertiser,
    text: strings.emptyTextAdvertiser,
  },
};

type CustomerListProps = {
  filter: CustomerFilter;
  /** Whether a card is at full width. The only card in the list is, until the user toggles it. */
  isFull: (id: string, isOnlyOne: boolean) => boolean;
  onToggle: (id: string, isOnlyOne: boolean) => void;
  onClearSearch: () => void;
  /**
   * Called when cards or a message are on screen. The function must be stable, because a new function is called again.
   */
  onDrawn: () => void;
  drawnCards: RefObject<ReadonlySet<string>>;
};

/** The customer cards, with the loading, error and empty states. */
export function CustomerList({ filter, isFull, onToggle, onClearSearch, onDrawn, drawnCards }: CustomerListProps) {
  const { perspective } = useDashboardView();
  const query = useInfiniteQuery(customersQuery(filter));
  const { data, error, isPending, isPlaceholderData, isFetching, refetch } = query;
  // If the result of the previous query is empty, the result of this query may still contain customers.
  const isNothingKept = isPlaceholderData && data?.pages[0]?.data.length === 0;
  const isThere = data !== undefined;
  const mayDraw = useSoon(isThere);
  const total = data?.pages[0]?.total ?? 0;
  const isOnlyOne = total === 1 && filter.q === '';
  const toggle = useCallback((id: string) => onToggle(id, isOnlyOne), [onToggle, isOnlyOne]);
  const isWaiting = isPending || isNothingKept || (isThere && !mayDraw);
  useEffect(() => {
    if (!isWaiting) onDrawn();
  }, [isWaiting, onDrawn]);
  if (isWaiting)
    return (
      <p className={classes.loading} role="status">
        <SpinnerMark /> {strings.loading}
      </p>
    );
  if (!data)
    return (
      <ErrorState
        what={strings.loadFailed}
        {...(error ? { message: error.message } : {})}
        onRetry={() => void refetch()}
        isRetrying={isFetching}
      />
    );
  const customers = data.pages.flatMap((page) => page.data);
  if (customers.length === 0)
    return filter.q ? <NoMatch q={filter.q} onClear={onClearSearch} /> : <NothingYet perspective={perspective} />;
  return (
    <StaleWhileRevalidating isKept={isPlaceholderData}>
      <p className={classes.hidden} role="status">
        {counted(total, NOUNS.customer)}
      </p>
      <CustomerGrid
        customers={customers}
        total={total}
        isFull={(id) => isFull(id, isOnlyOne)}
        onToggle={toggle}
        drawnCards={drawnCards}
        pages={query}
      />
      {query.isFetchingNextPage ? (
        <p className={classes.loading} role="status">
          <SpinnerMark /> {strings.loading}
        </p>
      ) : null}
      {query.isFetchNextPageError ? (
        <ErrorState what={strings.loadMoreFailed} onRetry={() => void query.fetchNextPage()} />
      ) : null}
    </StaleWhileRevalidating>
  );
}

function NoMatch({ q, onClear }: { q: string; onClear: () => void }) {
  return (
    <EmptyState
      title={interpolate(strings.noMatches, { q })}
      icon={<IconSearchOff size={20} stroke={1.75} />}
      action={
        <PlainButton isQuiet isSmall onClick={onClear}>
          {strings.clearSearch}
        </PlainButton>
      }
    >
      {strings.noMatchesHint}
    </EmptyState>
  );
}

function NothingYet({ perspective }: { perspective: Perspective }) {
  const { title, text } = NOTHING_YET[perspective];
  return (
    <EmptyState title={title} icon={<IconBuildingStore size={20} stroke={1.75} />}>
      {text}
    </EmptyState>
  );
}
