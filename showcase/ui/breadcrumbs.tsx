import { Link, useLocation } from '@tanstack/react-router';
import classes from './breadcrumbs.module.css';

/** Breadcrumbs: one for each segment of the page's path. All but the last are links. */
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

type Crumb = { readonly label: string; readonly to: string };

const titled = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/**
 * Returns the breadcrumbs for a path: its segments, split at hyphens and title-cased (`tabs-accordion` becomes Tabs
 * Accordion).
 */
export function crumbsOf(path: string): readonly Crumb[] {
  const parts = path.split('/').filter((part) => part !== '');
  return parts.map((part, position) => ({
    label: part.split('-').filter(Boolean).map(titled).join(' '),
    to: `/${parts.slice(0, position + 1).join('/')}`,
  }));
}
