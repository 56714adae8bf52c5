import { Link, useLocation } from '@tanstack/react-router';
import classes from './breadcrumbs.module.css';
import { crumbsOf } from './crumbs-of.ts';

/** The position of the page: one crumb for each part of the address; all but the last are links. */
export function Breadcrumbs() {
  const path = useLocation({ select: ({ pathname }) => pathname });
  const crumbs = crumbsOf(path);
  return (
    <nav aria-label="Breadcrumb">
      <ol className={classes.crumbs}>
        <li>YOU ARE HERE</li>
        {crumbs.map(({ label, to }, position) => (
          <li key={to}>
            {position === crumbs.length - 1 ? (
              <span aria-current="page">{label}</span>
            ) : (
              <Link to={to} preload={false} activeOptions={{ exact: true }}>
                {label}
              </Link>
            )}
          </li>
        ))}
      </ol>
    </nav>
  );
}
