import { useMediaQuery } from '@mantine/hooks';
import { Outlet, useRouter, useRouterState } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { useLazyModule } from '../../lib/use-lazy-module.ts';
import { useSoon } from '../../lib/use-soon.ts';
import { useStoredFlag } from '../../lib/use-stored-flag.ts';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { Fade } from '../fade.tsx';
import { signOut } from '../session-events.ts';
import { Look } from '../theme/look.tsx';
import { AccountLook } from './account-look.tsx';
import { ConfirmationPlace } from './confirmation-place.tsx';
import { Header } from './header.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { NoticesBanner } from './notices-banner.tsx';
import { SessionData } from './session-data.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { ViewingBanner } from './viewing-banner.tsx';

// Loaded on touch devices only.
const swipeCode = () => import('./swipe-from-left.tsx');
const drawers = () => import('./drawers.tsx');
const closeIt = ({ onClose }: { onClose: () => void }): void => onClose();
const SidebarDrawer = lazyComponent(async () => (await drawers()).SidebarDrawer, closeIt);
const ThemeDrawer = lazyComponent(async () => (await drawers()).ThemeDrawer, closeIt);
const SearchOverlay = lazyComponent(async () => (await import('./search-overlay.tsx')).SearchOverlay, closeIt);

/** From this width on, the sidebar is beside the page; below it is a drawer. shell.module.css uses the same number. */
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
  // The sidebar's forty links take a third of the first draw. Below that width they are hidden until the drawer opens.
  const isWide = useMediaQuery(WIDE, true, { getInitialValueInEffect: false });
  useSearchKeys(useCallback(() => setOpened('search'), []));

  const toggleSidebar = (): void => {
    if (window.matchMedia(WIDE).matches) setIsSidebarClosed(!isSidebarClosed);
    else setOpened('sidebar');
  };

  return (
    <div className={classes.shell}>
      <a className={classes.skip} href="#main">
        Skip to the content
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

/** The page itself. A route change moves the focus to it, for screen readers. */
function Page() {
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname ?? state.location.pathname });
  const main = useRef<HTMLElement>(null);
  const last = useRef(pathname);
  // Draws the frame first, then its content.
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

/** Ctrl/Cmd+K opens the search from any screen. */
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
