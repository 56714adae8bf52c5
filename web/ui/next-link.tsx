import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import classes from './next-link.module.css';

type NextLinkProps = {
  to: '/app/alerts' | '/app/notifications' | '/app/outlets';
  /** Other search parameters to keep. */
  search: object;
  /** Start of the next page; null on the last page. */
  cursor: string | null;
  children: ReactNode;
};

/**
 * A link to the next page of a list. On the last page, the link stays as a disabled element, so that the user does not
 * lose the focus.
 */
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
