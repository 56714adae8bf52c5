import { Outlet, useRouterState } from '@tanstack/react-router';
import { useEffect } from 'react';
import { LoadingBar } from '../ui/loading-bar.tsx';
import { ConnectionBanner } from './connection-banner.tsx';
import { ToastPlace } from './toast-place.tsx';

/** What every page has: title of the tab, sign of loading, connection banner, toasts. */
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

/** A route's own title, or that of what it loaded (a page of the showroom). */
const titleOf = ({ staticData, loaderData }: { staticData: { title?: string }; loaderData?: unknown }) => {
  const loaded =
    typeof loaderData === 'object' && loaderData !== null && 'title' in loaderData ? loaderData.title : null;
  return typeof loaded === 'string' ? loaded : staticData.title;
};

/** The tab's title follows the route (WCAG 2.4.2). */
function PageTitleFollower() {
  const title = useRouterState({
    select: ({ matches }) => matches.map(titleOf).findLast((found) => found !== undefined),
  });
  useEffect(() => {
    document.title = title === undefined ? 'Voltboard' : `${title} · Voltboard`;
  }, [title]);
  return null;
}

/** The next page is being fetched. */
function PageLoading() {
  const isLoading = useRouterState({ select: (state) => state.status === 'pending' });
  return isLoading ? <LoadingBar /> : null;
}
