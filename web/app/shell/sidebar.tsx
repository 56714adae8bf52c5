import { CloseButton } from '@mantine/core';
import { IconExternalLink } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import { Fragment } from 'react';
import { useCurrentUser } from '../../lib/session.ts';
import { useStoredFlag } from '../../lib/use-stored-flag.ts';
import { PATHS } from '../paths.ts';
import { type NavigationItem, navigationFor } from './navigation.ts';
import classes from './sidebar.module.css';

/** The way to every screen, and the sample alert. `isClosed`: icons only. */
export function Sidebar({ isClosed, onNavigate }: { isClosed: boolean; onNavigate?: () => void }) {
  const user = useCurrentUser();
  return (
    <div className={isClosed ? `${classes.sidebar} ${classes.closed}` : classes.sidebar}>
      <nav aria-label="Main">
        {navigationFor(user?.role).map(({ title, items }) => (
          <Fragment key={title}>
            {title === null ? null : <h2 className={classes.section}>{title}</h2>}
            <ul className={classes.list}>
              {items.map((item) => (
                <li key={item.label}>
                  <SidebarLink item={item} isClosed={isClosed} onNavigate={onNavigate} />
                </li>
              ))}
            </ul>
          </Fragment>
        ))}
      </nav>
      <SampleAlert />
    </div>
  );
}

type SidebarLinkProps = { item: NavigationItem; isClosed: boolean; onNavigate: (() => void) | undefined };

function SidebarLink({ item, isClosed, onNavigate }: SidebarLinkProps) {
  const { label, icon: Icon } = item;
  const named = isClosed ? { 'aria-label': label, title: label } : {};
  const content = (
    <>
      <Icon className={classes.icon} size={20} stroke={1.75} aria-hidden="true" />
      <span className={classes.word}>{label}</span>
    </>
  );
  if ('href' in item)
    return (
      <a className={classes.link} href={item.href} target="_blank" rel="noreferrer" {...named}>
        {content}
        <IconExternalLink className={classes.outside} size={14} stroke={1.75} aria-label="opens in a new tab" />
      </a>
    );
  return (
    <Link
      to={item.to}
      className={classes.link}
      activeProps={{ className: classes.active ?? '' }}
      activeOptions={{ exact: item.to === PATHS.main, includeSearch: false }}
      onClick={() => onNavigate?.()}
      {...named}
    >
      {content}
    </Link>
  );
}

/** The specification's sample alert; once dismissed it stays away in this browser. */
function SampleAlert() {
  const [isDismissed, setIsDismissed] = useStoredFlag('sampleAlert', 'dismissed');
  if (isDismissed) return null;
  return (
    <aside className={classes.alert} aria-label="Sample alert">
      <CloseButton
        className={classes.dismiss}
        size="sm"
        aria-label="Dismiss the sample alert"
        onClick={() => setIsDismissed(true)}
      />
      <p className={classes.alertTitle}>Sample alert</p>
      <p className={classes.alertText}>
        Notices about your network will stand here. Dismiss this one when you have read it.
      </p>
    </aside>
  );
}
