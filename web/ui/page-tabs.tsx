import { Link, type LinkProps } from '@tanstack/react-router';
import classes from './page-tabs.module.css';

type Tab = { readonly to: NonNullable<LinkProps['to']>; readonly label: string };

/** Links between the pages of one subject, shown as tabs below the page's title. Each tab has its own address. */
export function PageTabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav className={classes.tabs} aria-label={label}>
      {tabs.map((tab) => (
        <Link
          key={tab.label}
          to={tab.to}
          className={classes.tab ?? ''}
          activeOptions={{ exact: true, includeSearch: false }}
          activeProps={{ className: classes.active ?? '' }}
        >
          {tab.label}
        </Link>
      ))}
    </nav>
  );
}
