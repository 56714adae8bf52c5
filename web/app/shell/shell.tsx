import { useComputedColorScheme, useMantineColorScheme } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconLogout, IconMenu2, IconMoon, IconPalette, IconSearch, IconSun } from '@tabler/icons-react';
import { QueryClientProvider } from '@tanstack/react-query';
import { Link, Outlet, useBlocker, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState, useSyncExternalStore } from 'react';
import { registerConfirmation } from '../../lib/confirmation.ts';
import { watchConnection } from '../../lib/connection.ts';
import { interpolate } from '../../lib/interpolate.ts';
import { NETWORK_NAME } from '../../lib/page-brand.ts';
import { onSessionChange, readToken, useCurrentUser } from '../../lib/session.ts';
import { hasUnsaved, mayLeave, registerLossQuestion } from '../../lib/unsaved.ts';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { useSoon } from '../../lib/use-soon.ts';
import { useStoredFlag } from '../../lib/use-stored-flag.ts';
import { viewToken } from '../../lib/viewing.ts';
import { lateMenu } from '../../ui/late-menu.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Logo } from '../../ui/logo.tsx';
import { fetchToastsAhead } from '../../ui/toast.ts';
import { Fade } from '../fade.tsx';
import { createFailureReaction } from '../failure-reaction.ts';
import { PATHS } from '../paths.ts';
import { createQueryClient } from '../query-client.ts';
import { signOut } from '../session-events.ts';
import { keepLook } from '../theme/keep-look.ts';
import { Look } from '../theme/look.tsx';
import { AccountButton, type AccountProps } from './account-button.tsx';
import { IconButton } from './icon-button.tsx';
import { NoticesBanner } from './notices-banner.tsx';
import classes from './shell.module.css';
import { shellStrings as strings } from './shell-strings.ts';
import { Sidebar } from './sidebar.tsx';
import { TodoBell } from './todo-bell.tsx';
import { ViewingBanner } from './viewing-banner.tsx';

/** The avatar with the user's first name or email address (docs/specification.md#shell). */
const Account = lateMenu<AccountProps>(
  async () => (await import('./account-menu.tsx')).AccountMenu,
  ({ user }, reach) => <AccountButton user={user} {...reach} />,
);

type HeaderProps = {
  isSidebarOpen: boolean;
  onToggleSidebar: () => void;
  onSearch: () => void;
  onTheme: () => void;
  onLogout: () => void;
};

const isApple = /Mac|iPhone|iPad/.test(navigator.userAgent);

function Header({ isSidebarOpen, onToggleSidebar, onSearch, onTheme, onLogout }: HeaderProps) {
  const user = useCurrentUser();
  return (
    <header className={classes.header}>
      <IconButton label={strings.menu} icon={IconMenu2} onClick={onToggleSidebar} isExpanded={isSidebarOpen} />
      <Link to={PATHS.main} className={classes.home} aria-label={interpolate(strings.home, { network: NETWORK_NAME })}>
        <Logo size={26} />
      </Link>
      <button type="button" className={classes.search} onClick={onSearch} aria-label={strings.searchLabel}>
        <IconSearch size={18} stroke={1.75} aria-hidden="true" />
        <span className={classes.searchLabel}>{strings.searchPlaceholder}</span>
        <span className={classes.keys} aria-hidden="true">
          {isApple ? '⌘ K' : strings.ctrlK}
        </span>
      </button>
      <TodoBell />
      <SchemeToggle />
      <IconButton label={strings.theme} icon={IconPalette} onClick={onTheme} />
      {user === null ? null : <Account user={user} onLogout={onLogout} />}
      <IconButton label={strings.signOut} icon={IconLogout} onClick={onLogout} />
    </header>
  );
}

/** A button that switches between the light and dark color schemes. The theme panel also offers the system's scheme. */
function SchemeToggle() {
  const scheme = useComputedColorScheme('light', { getInitialValueInEffect: false });
  const { setColorScheme } = useMantineColorScheme();
  const other = scheme === 'dark' ? 'light' : 'dark';
  return (
    <IconButton
      label={scheme === 'dark' ? strings.switchToLight : strings.switchToDark}
      icon={scheme === 'dark' ? IconSun : IconMoon}
      onClick={() => {
        setColorScheme(other);
        keepLook({ color_scheme: other });
      }}
      className={classes.wideOnly}
    />
  );
}

const FreshLoginDialog = lazyComponent(
  async () => (await import('../../features/auth/fresh-login-dialog.tsx')).FreshLoginDialog,
  ({ onAnswer }) => onAnswer(false),
);

/**
 * Mounts the dialog that asks users to confirm their identity before a dangerous action. Its code loads with the first
 * such action.
 */
function ConfirmationPlace() {
  const [step, setStep] = useState<'never' | 'open' | 'closed'>('never');
  const answer = useRef<(isConfirmed: boolean) => void>(() => {});
  useEffect(() => {
    const unregister = registerConfirmation(
      () =>
        new Promise((resolve) => {
          answer.current = resolve;
          setStep('open');
        }),
    );
    return () => {
      unregister();
      answer.current(false);
    };
  }, []);
  if (step === 'never') return null;
  return (
    <FreshLoginDialog
      isOpen={step === 'open'}
      onAnswer={(isConfirmed) => {
        setStep('closed');
        answer.current(isConfirmed);
      }}
    />
  );
}

const LossQuestion = lazyComponent(
  async () => (await import('../../ui/loss-question.tsx')).LossQuestion,
  ({ onKeep }) => onKeep(),
);

/** Asks the user before a navigation, including Back, discards text typed in a form over this page. */
function LeaveGuard() {
  const [step, setStep] = useState<'never' | 'open' | 'closed'>('never');
  const answer = useRef<(mayGo: boolean) => void>(() => {});
  useEffect(
    () =>
      registerLossQuestion(
        () =>
          new Promise((resolve) => {
            answer.current(false);
            answer.current = resolve;
            setStep('open');
          }),
      ),
    [],
  );
  // The browser itself asks when the tab closes (`lib/unsaved.ts`).
  useBlocker({ shouldBlockFn: async () => hasUnsaved() && !(await mayLeave()), enableBeforeUnload: false });
  if (step === 'never') return null;
  const say = (mayGo: boolean) => (): void => {
    setStep('closed');
    answer.current(mayGo);
  };
  return <LossQuestion isOpen={step === 'open'} onKeep={say(false)} onDiscard={say(true)} />;
}

/** Delay in milliseconds before the toast code is prefetched. The first page has been drawn by then. */
const TOASTS_AFTER_MS = 4_000;

/** Provides one session's query cache. A different session starts with an empty cache (docs/threat-model.md#b9). */
function SessionData({ children }: { children: ReactNode }) {
  const token = useSyncExternalStore(onSessionChange, readToken);
  // Between sign-out and the login page there is nothing to show, and no request may be sent.
  return token === null ? null : <DataOfToken key={token}>{children}</DataOfToken>;
}

function DataOfToken({ children }: { children: ReactNode }) {
  const router = useRouter();
  const [client] = useState(() => createQueryClient(createFailureReaction(router)));
  // Retries queries that failed while the server was unreachable.
  useEffect(
    () => watchConnection(() => void client.refetchQueries({ predicate: ({ state }) => state.status === 'error' })),
    [client],
  );
  useEffect(() => {
    const timer = setTimeout(() => void fetchToastsAhead(), TOASTS_AFTER_MS);
    return () => clearTimeout(timer);
  }, []);
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}

/** Applies the account's color scheme, which may have been changed in another browser. */
function AccountLook() {
  const user = useCurrentUser();
  // Ignores the viewed user's scheme, because this browser would store it although it is not the administrator's.
  const scheme = viewToken() === null ? (user?.color_scheme ?? '') : '';
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  useEffect(() => {
    if (scheme !== '' && scheme !== colorScheme) setColorScheme(scheme);
  }, [scheme, colorScheme, setColorScheme]);
  return null;
}

// Loaded on touch devices only.
const swipeCode = () => import('./swipe-from-left.tsx');
const drawers = () => import('./drawers.tsx');
const closeIt = ({ onClose }: { onClose: () => void }): void => onClose();
const SidebarDrawer = lazyComponent(async () => (await drawers()).SidebarDrawer, closeIt);
const ThemeDrawer = lazyComponent(async () => (await drawers()).ThemeDrawer, closeIt);
const SearchOverlay = lazyComponent(async () => (await import('./search-overlay.tsx')).SearchOverlay, closeIt);

/**
 * Media query for windows that show the sidebar beside the page. In narrower windows, the sidebar is a drawer.
 * shell.module.css uses the same width.
 */
const WIDE = '(min-width: 62em)';

type Opened = 'sidebar' | 'theme' | 'search' | null;

/** The signed-in part of the product. */
export function Shell() {
  return (
    <Look>
      <SessionData>
        <ShellFrame />
      </SessionData>
    </Look>
  );
}

/** Header, sidebar, page and overlays. */
function ShellFrame() {
  const router = useRouter();
  const [isSidebarClosed, setIsSidebarClosed] = useStoredFlag('sidebar', 'closed');
  const [opened, setOpened] = useState<Opened>(null);
  const close = useCallback(() => setOpened(null), []);
  const openSidebar = useCallback(() => {
    if (!window.matchMedia(WIDE).matches) setOpened('sidebar');
  }, []);
  const { code: touch } = useLazyModule(swipeCode, navigator.maxTouchPoints > 0);
  // Drawing the sidebar's forty links takes a third of the time of the first draw. Narrow windows do not draw the links
  // until the drawer opens.
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  useSearchKeys(useCallback(() => setOpened('search'), []));

  const toggleSidebar = (): void => {
    if (window.matchMedia(WIDE).matches) setIsSidebarClosed(!isSidebarClosed);
    else setOpened('sidebar');
  };

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        {strings.skipToContent}
      </a>
      <Header
        isSidebarOpen={isWide ? !isSidebarClosed : opened === 'sidebar'}
        onToggleSidebar={toggleSidebar}
        onSearch={() => setOpened('search')}
        onTheme={() => setOpened('theme')}
        onLogout={() => void signOut(router)}
      />
      {isWide ? (
        <div className={isSidebarClosed ? `${classes.sidebar} ${classes.closed}` : classes.sidebar}>
          <Sidebar isClosed={isSidebarClosed} onOpen={() => setIsSidebarClosed(false)} />
        </div>
      ) : null}
      <Page />
      {touch ? <touch.SwipeFromLeft onSwipe={openSidebar} /> : null}
      <ConfirmationPlace />
      <LeaveGuard />
      <AccountLook />
      <Once when={opened === 'sidebar'}>
        <SidebarDrawer isOpen={opened === 'sidebar'} onClose={close} />
      </Once>
      <Once when={opened === 'theme'}>
        <ThemeDrawer isOpen={opened === 'theme'} onClose={close} />
      </Once>
      <Once when={opened === 'search'}>
        <SearchOverlay isOpen={opened === 'search'} onClose={close} />
      </Once>
    </div>
  );
}

/** The current page. A route change moves the focus to it, for screen readers. */
function Page() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  // Draws the frame first, then the page's content.
  const mayDraw = useSoon(true);
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    main.current?.focus({ preventScroll: true });
  }, [pathname]);
  return (
    <div className={classes.column}>
      <ViewingBanner />
      <NoticesBanner />
      <main className={classes.main} id="main" tabIndex={-1} ref={main}>
        <Fade by={pathname} className={classes.content}>
          {mayDraw ? <Outlet /> : null}
        </Fade>
      </main>
    </div>
  );
}

/** Mounts its children when first needed and keeps them mounted, so that closing can be animated. */
function Once({ when, children }: { when: boolean; children: ReactNode }) {
  const [wasNeeded, setWasNeeded] = useState(when);
  if (when && !wasNeeded) setWasNeeded(true);
  return wasNeeded || when ? children : null;
}

/** Opens the search from any screen with Ctrl/Cmd+K. */
function useSearchKeys(onSearch: () => void): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      if (!(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey || event.key.toLowerCase() !== 'k')
        return;
      event.preventDefault();
      onSearch();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [onSearch]);
}
