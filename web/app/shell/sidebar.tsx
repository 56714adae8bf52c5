import { IconChevronDown, IconExternalLink, IconStack2 } from '@tabler/icons-react';
import { Link, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useId, useState } from 'react';
import { interpolate } from '../../lib/interpolate.ts';
import { useStoredFlag } from '../../lib/use-stored-flag.ts';
import { PlainButton } from '../../ui/plain-button.tsx';
import { signOut } from '../session-events.ts';
import type { NavigationItem } from './navigation.ts';
import { sidebarStrings as strings } from './shell-strings.ts';
import classes from './sidebar.module.css';
import { useNavigation } from './use-navigation.ts';
import { useHasScreen, useShowcase } from './use-showcase.ts';
import { useWaitingCounts } from './use-waiting-counts.ts';

export type SidebarProps = {
  isClosed: boolean;
  onNavigate?: () => void;
  /** Expands a collapsed sidebar. */
  onOpen?: () => void;
};

/** Links to every screen, and the sample alert. With `isClosed`, shows icons only. */
export function Sidebar({ isClosed, onNavigate, onOpen }: SidebarProps) {
  const [first, ...groups] = useNavigation();
  const pathname = useRouterState({ select: ({ location }) => location.pathname });
  const openPath = openPathOf(
    pathname,
    [first, ...groups].flatMap((group) => group?.items ?? []),
  );
  const common = { isClosed, onNavigate, openPath, counts: useWaitingCounts() };
  return (
    <div className={isClosed ? `${classes.sidebar} ${classes.closed}` : classes.sidebar}>
      <nav aria-label={strings.main} className={classes.main}>
        <Screens items={first?.items ?? []} {...common} />
        <SampleAlert />
        {groups.map(({ title, isQuiet, items }) => (
          <Group key={title} title={title ?? ''} isQuiet={isQuiet}>
            {(headingId) => <Screens items={items} headingId={headingId} {...common} />}
          </Group>
        ))}
        <ShowcasePages isClosed={isClosed} onNavigate={onNavigate} onOpen={onOpen} />
      </nav>
    </div>
  );
}

type GroupProps = { title: string; isQuiet: boolean | undefined; children: (headingId: string) => ReactNode };

/** A heading and the list that it names. Not a landmark, because pages have regions with the same names. */
function Group({ title, isQuiet, children }: GroupProps) {
  const id = useId();
  return (
    <div className={isQuiet ? classes.quiet : undefined}>
      <h2 id={id} className={classes.section}>
        {title}
      </h2>
      {children(id)}
    </div>
  );
}

/**
 * Returns the path of the item that a screen belongs to: the longest one that the screen's path begins with. So a
 * campaign belongs to the campaigns, and the reviews below the same path to themselves.
 */
function openPathOf(pathname: string, items: readonly NavigationItem[]): string | null {
  const paths = items.flatMap((item) => ('to' in item ? [item.to as string] : []));
  const above = paths.filter((path) => pathname === path || pathname.startsWith(`${path}/`));
  return above.toSorted((one, other) => other.length - one.length)[0] ?? null;
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
          <p>{strings.demoPagesFailed}</p>
          <PlainButton isQuiet onClick={retry}>
            {strings.tryAgain}
          </PlainButton>
        </div>
      ) : null}
    </div>
  );
}

type ScreensProps = {
  /** Id of the heading that names the list. */
  headingId?: string;
  items: readonly NavigationItem[];
  /** Path of the item that the current screen belongs to. */
  openPath: string | null;
  /** How many things wait, by path. */
  counts: ReadonlyMap<string, number>;
  isClosed: boolean;
  onNavigate: (() => void) | undefined;
};

function Screens({ headingId, items, openPath, counts, ...common }: ScreensProps) {
  return (
    <ul className={classes.list} aria-labelledby={headingId}>
      {items.map((item) => (
        <li key={item.label}>
          <SidebarLink
            item={item}
            count={'to' in item ? (counts.get(item.to) ?? 0) : 0}
            isOpen={'to' in item && item.to === openPath}
            {...common}
          />
        </li>
      ))}
    </ul>
  );
}

/** A larger count would not fit beside its label. */
const MOST_COUNTED = 99;

type SidebarLinkProps = {
  item: NavigationItem;
  /** How many things wait on this screen. */
  count: number;
  isOpen: boolean;
  isClosed: boolean;
  onNavigate: (() => void) | undefined;
};

function SidebarLink({ item, count, isOpen, isClosed, onNavigate }: SidebarLinkProps) {
  const { label, icon: Icon } = item;
  const spoken = count > 0 ? interpolate(strings.waiting, { label, count }) : label;
  const named = { ...(isClosed || count > 0 ? { 'aria-label': spoken } : {}), ...(isClosed ? { title: label } : {}) };
  const content = (
    <>
      <Icon className={classes.icon} size={20} stroke={1.75} aria-hidden="true" />
      <span className={classes.word}>{label}</span>
      {count > 0 ? (
        <span className={classes.count} aria-hidden="true">
          {count > MOST_COUNTED ? `${MOST_COUNTED}+` : count}
        </span>
      ) : null}
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
      className={isOpen ? `${classes.link} ${classes.active}` : classes.link}
      activeOptions={{ exact: true, includeSearch: false }}
      aria-current={isOpen ? 'page' : undefined}
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
        aria-label={strings.dismissSampleAlert}
        onClick={() => setIsDismissed(true)}
      >
        ×
      </button>
      <p className={classes.alertTitle}>{strings.sampleAlert}</p>
      <p className={classes.alertText}>{strings.sampleAlertText}</p>
    </div>
  );
}
