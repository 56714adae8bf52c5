import { IconAlertTriangle } from '@tabler/icons-react';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { listNotices, type Notice } from '#contract/notices.ts';
import { MINUTE_MS } from '#domain/durations.ts';
import { request } from '../../lib/api-client.ts';
import { HAS_BACKEND } from '../../lib/backend-flag.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { useCurrentUser } from '../../lib/session.ts';
import { TimeText } from '../../ui/time-text.tsx';
import classes from './notices-banner.module.css';
import { noticesBannerStrings as strings } from './shell-strings.ts';

const EVERY_MS = MINUTE_MS;

export const noticesQuery = queryOptions({
  queryKey: ['notices'] as const,
  queryFn: ({ signal }) => request(listNotices, { signal }),
  refetchInterval: EVERY_MS,
  // A background query, so its failure must not navigate or show anything.
  meta: { errors: 'own' },
});

/** A banner on every screen that shows administrators the installation's problems. */
export function NoticesBanner() {
  const user = useCurrentUser();
  // The server rejects such requests from an account that lacks a required second factor.
  const isTold = user?.role === 'admin' && user.second_factor !== 'missing';
  const { data } = useQuery({ ...noticesQuery, enabled: HAS_BACKEND && isTold });
  return (
    <div role="status">
      <NoticeList notices={data?.data ?? []} />
    </div>
  );
}

export function NoticeList({ notices }: { notices: readonly Notice[] }) {
  if (notices.length === 0) return null;
  return (
    <section className={classes.banner} aria-label={strings.aboutThisInstallation}>
      <IconAlertTriangle size={18} stroke={1.75} aria-hidden="true" />
      <ul className={classes.list}>
        {notices.map(({ kind, text, since_at }) => (
          <li key={kind}>
            <span className={classes.text}>{text}</span>{' '}
            <span className={classes.since}>
              {interpolate(strings.since, { time: <TimeText instant={since_at} /> })}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
