import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './next-link.module.css';

type NextLinkProps = {
  to: '/app/alerts' | '/app/outlets';
  /** What the address says besides. */
  search: object;
  /** Where the next page begins; null on the last one. */
  cursor: string | null;
  children: ReactNode;
};

/** To the next page of a list. On the last one it leads nowhere and stays: whoever pressed it up to there stands on it. */
export function NextLink({ to, search, cursor, children }: NextLinkProps) {
  return (
    <Link
      className={classes.link ?? ''}
      to={to}
      search={{ ...search, cursor: cursor ?? undefined } as never}
      disabled={cursor === null}
      {...(cursor === null ? { tabIndex: -1 } : {})}
    >
      {children}
    </Link>
  );
}
