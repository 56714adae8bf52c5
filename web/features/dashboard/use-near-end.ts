import { useEffect } from 'react';

type Pages = {
  readonly hasNextPage: boolean;
  readonly isFetching: boolean;
  readonly isFetchNextPageError: boolean;
  readonly fetchNextPage: () => unknown;
};

/**
 * Loads the next page when the last rendered row is near the last loaded row. After a failure, waits for the user to
 * retry.
 */
export function useNearEnd(lastDrawn: number, loaded: number, margin: number, pages: Pages): void {
  const { hasNextPage, isFetching, isFetchNextPageError, fetchNextPage } = pages;
  const isNear = loaded > 0 && lastDrawn >= loaded - 1 - margin;
  useEffect(() => {
    if (isNear && hasNextPage && !isFetching && !isFetchNextPageError) fetchNextPage();
  }, [isNear, hasNextPage, isFetching, isFetchNextPageError, fetchNextPage]);
}
