import { QueryClient, QueryClientProvider, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { interpolate } from '../../lib/interpolate.ts';
import { useTabTitle } from '../../lib/tab-title.ts';
import { Logo } from '../../ui/logo.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { PlainButton } from '../../ui/plain-button.tsx';
import { LinesSkeleton } from '../../ui/skeletons.tsx';
import { TimeText } from '../../ui/time-text.tsx';
import { AdPreview } from './ad-preview.tsx';
import classes from './campaigns.module.css';
import { adPreviewQuery } from './campaigns-api.ts';
import { adPreviewPageStrings as strings } from './campaigns-strings.ts';

/** Returns the token from the URL fragment, which is never sent to a server or as a referrer. */
const tokenInAddress = (): string => window.location.hash.slice(1);

/** The page `/ad-preview#…`: a creative as outlets show it, for people without an account. */
export function AdPreviewPage() {
  const [token] = useState(tokenInAddress);
  // This page has its own query client: it loads no other data, and its cache is discarded along with the page.
  const [client] = useState(() => new QueryClient());
  return (
    <main className={classes.outside}>
      <Logo size={28} />
      {token === '' ? (
        <PageTitle title={strings.title} context={strings.incomplete} />
      ) : (
        <QueryClientProvider client={client}>
          <Shown token={token} />
        </QueryClientProvider>
      )}
    </main>
  );
}

function Shown({ token }: { token: string }) {
  const { data, error, isFetching, refetch } = useQuery(adPreviewQuery(token));
  useTabTitle(data?.name);
  if (data === undefined && error === null) return <LinesSkeleton lines={6} />;
  if (data === undefined)
    return (
      <PageTitle
        title={strings.unavailable}
        context={error?.message}
        actions={
          <PlainButton disabled={isFetching} data-loading={isFetching || undefined} onClick={() => void refetch()}>
            {strings.tryAgain}
          </PlainButton>
        }
      />
    );
  const { name, sponsor, seconds, url, click_target: target, expires_at: end } = data;
  return (
    <>
      <PageTitle title={strings.title} context={interpolate(strings.context, { name })} />
      <AdPreview picture={url} name={name} sponsor={sponsor} seconds={seconds} />
      <p>
        {strings.target}{' '}
        <a href={target} target="_blank" rel="noreferrer">
          {target}
        </a>
      </p>
      <p className={classes.muted}>{interpolate(strings.expires, { time: <TimeText instant={end} /> })}</p>
    </>
  );
}
