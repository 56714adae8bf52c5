import { IconChevronDown, IconExternalLink, IconStack2 } from '@tabler/icons-react';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { Fragment, useState } from 'react';
import { useStoredFlag } from '../../lib/use-stored-flag.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { PATHS } from '../paths.ts';
import { signOut } from '../session-events.ts';
import type { NavigationItem } from './navigation.ts';
import { sidebarStrings as strings } from './shell-strings.ts';
import classes from './sidebar.module.css';
import { useNavigation } from './use-navigation.ts';
import { useHasScreen, useShowcase } from './use-showcase.ts';

export type SidebarProps = {
  isClosed: boolean;
  onNavigate?: () => void;
  /** Expands a collapsed sidebar. */
  onOpen?: () => void;
};

/** Links to every screen, and the sample alert. With `isClosed`, shows icons only. */
export function Sidebar({ isClosed, onNavigate, onOpen }: SidebarProps) {
  const [first, ...sections] = useNavigation();
  const common = { isClosed, onNavigate };
  return (
    <div className={isClosed ? `${classes.sidebar} ${classes.closed}` : classes.sidebar}>
      <nav aria-label={strings.main} className={classes.main}>
        <Screens items={first?.items.slice(0, 1) ?? []} {...common} />
        <SampleAlert />
        <Screens items={first?.items.slice(1) ?? []} {...common} />
        {sections.map(({ title, items }) => (
          <Fragment key={title}>
            <h2 className={classes.section}>{title}</h2>
            <Screens items={items} {...common} />
          </Fragment>
        ))}
        <ShowcasePages {...common} onOpen={onOpen} />
      </nav>
    </div>
  );
}

type ShowcasePagesProps = { isClosed: boolean; onNavigate: (() => void) | undefined; onOpen: (() => void) | undefined };

/**
 * The sidebar group with the showcase pages. The group starts closed unless the user is on a showcase page. The tree of
 * pages loads when the group is first opened.
 */
function ShowcasePages({ isClosed, onNavigate, onOpen }: ShowcasePagesProps) {
  const router = useRouter();
  const hasScreen = useHasScreen();
  const isOnItsPage = useRouterState({ select: ({ matches }) => matches.some(({ routeId }) => routeId === '/app/$') });
  const [isWanted, setIsWanted] = useState<boolean | null>(null);
  const isOpen = !isClosed && (isWanted ?? isOnItsPage);
  const { isAbsent, showcase, hasFailed, retry } = useShowcase(isOpen);
  if (isAbsent) return null;
  const toggle = (): void => {
    if (isClosed) onOpen?.();
    setIsWanted(isClosed || !isOpen);
  };
  return (
    <div className={classes.showcase}>
      <button
        type="button"
        className={classes.link}
        aria-expanded={isOpen}
        onClick={toggle}
        {...(isClosed ? { 'aria-label': strings.demoPages, title: strings.demoPages } : {})}
      >
        <IconStack2 className={classes.icon} size={20} stroke={1.75} aria-hidden="true" />
        <span className={classes.word}>{strings.demoPages}</span>
        <IconChevronDown className={classes.arrow} size={16} stroke={1.75} aria-hidden="true" />
      </button>
      {isOpen && showcase ? (
        <showcase.Tree hasScreen={hasScreen} onNavigate={onNavigate} onSignOut={() => void signOut(router)} />
      ) : null}
      {isOpen && hasFailed ? (
        <div className={classes.failed} role="alert">
          <p>{strings.theyCouldNotBeListed}</p>
          <PlainButton isQuiet onClick={retry}>
            {strings.tryAgain}
          </PlainButton>
        </div>
      ) : null}
    </div>
  );
}

type ScreensProps = {
  items: readonly NavigationItem[];
  isClosed: boolean;
  onNavigate: (() => void) | undefined;
};

function Screens({ items, isClosed, onNavigate }: ScreensProps) {
  return (
    <ul className={classes.list}>
      {items.map((item) => (
        <li key={item.label}>
          <SidebarLink item={item} isClosed={isClosed} onNavigate={onNavigate} />
        </li>
      ))}
    </ul>
  );
}

/**
 * Screens whose path is a prefix of another screen's path. Links to these screens need an exact match, so that only one
 * link is marked as active.
 */
const HAS_SCREENS_BELOW: ReadonlySet<string> = new Set([PATHS.main, PATHS.adminMoney]);

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
        <IconExternalLink className={classes.outside} size={14} stroke={1.75} aria-label={strings.opensInANewTab} />
      </a>
    );
  return (
    <Link
      to={item.to}
      className={classes.link}
      activeProps={{ className: classes.active ?? '' }}
      activeOptions={{ exact: HAS_SCREENS_BELOW.has(item.to), includeSearch: false }}
      onClick={() => onNavigate?.()}
      {...named}
    >
      {content}
    </Link>
  );
}

/** The specification's sample alert. Once dismissed, it stays hidden in this browser. */
function SampleAlert() {
  const [isDismissed, setIsDismissed] = useStoredFlag('sampleAlert', 'dismissed');
  if (isDismissed) return null;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for form fields
    <div role="group" className={classes.alert} aria-label={strings.sampleAlert}>
      <button
        type="button"
        className={classes.dismiss}
        aria-label={strings.dismissTheSampleAlert}
        onClick={() => setIsDismissed(true)}
      >
        ×
      </button>
      <p className={classes.alertTitle}>{strings.sampleAlert}</p>
      <p className={classes.alertText}>{strings.noticesAboutYourNetworkWill}</p>
    </div>
  );
}
