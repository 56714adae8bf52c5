import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { interpolate } from '../lib/interpolate.ts';
import { NETWORK_NAME } from '../lib/page-brand.ts';
import { useNamedTitle } from '../lib/tab-title.ts';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { rootStrings as strings } from './app-strings.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ToastPlace } from './toast-place.tsx';

/** Elements on every page: tab title, loading bar, connection banner, toasts. */
export function Root() {
  return (
    <>
      <PageTitleFollower />
      <PageLoading />
      <ConnectionBanner />
      <Outlet />
      <ToastPlace />
    </>
  );
}

/** Returns a route's own title, or the title that its loader returned (for a showcase page). */
const titleOf = ({ staticData, loaderData }: { staticData: { title?: string }; loaderData?: unknown }) => {
  const loaded =
    typeof loaderData === 'object' && loaderData !== null && 'title' in loaderData ? loaderData.title : null;
  return typeof loaded === 'string' ? loaded : staticData.title;
};

/** Sets the tab's title from the record that the page shows, or from the route (WCAG 2.4.2). */
function PageTitleFollower() {
  const title = useRouterState({
    select: ({ matches }) => matches.map(titleOf).findLast((found) => found !== undefined),
  });
  const named = useNamedTitle();
  const shown = named.length > 0 ? named.join(' · ') : title;
  useEffect(() => {
    document.title =
      shown === undefined ? NETWORK_NAME : interpolate(strings.documentTitle, { title: shown, network: NETWORK_NAME });
  }, [shown]);
  return null;
}

/** Shows the loading bar while the next page is being fetched. */
function PageLoading() {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' });
  return isLoading ? <LoadingBar /> : null;
}
