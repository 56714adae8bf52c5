import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { LoginPage } from '../features/auth/login-page.tsx';
import { checkConnection } from '../lib/connection.ts';
import { leadBy } from '../lib/open-address.ts';
import { readToken } from '../lib/session.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ToastPlace } from './toast-place.tsx';
import { watchClient } from './watch-client.ts';

/** Long enough for the form to be drawn and usable. */
const FETCH_AHEAD_MS = 2_000;
const TRY_AGAIN_MS = 2_000;

/** The router and all pages; null if the server is there and has them no more, since it has a newer version. */
async function fetchStart() {
  for (;;) {
    try {
      return await import('./start.tsx');
    } catch {
      if (await checkConnection()) return null;
      await new Promise((resolve) => setTimeout(resolve, TRY_AGAIN_MS));
    }
  }
}

/** While the reader types, so that signing in leads to a page at once. What cannot be had is asked for once it is needed. */
function fetchAhead(): void {
  for (const code of [
    import('./start.tsx'),
    import('./shell/shell.tsx'),
    import('../features/dashboard/dashboard-page.tsx'),
  ])
    code.catch(() => undefined);
}

/** The login page alone; whatever leads on from it fetches the router, which then draws into the same place. */
export function beginAtLogin(drawing: Root, ended: AbortSignal): void {
  const timer = setTimeout(fetchAhead, FETCH_AHEAD_MS);
  // The last of several clicks counts.
  let goOn: (() => void) | null = null;
  const leave = async (changeAddress: () => void): Promise<void> => {
    const isFirst = goOn === null;
    goOn = changeAddress;
    if (!isFirst) return;
    const code = await fetchStart();
    if (ended.aborted) return;
    left.abort();
    goOn();
    if (code === null) window.location.reload();
    else await code.start(drawing, true, ended);
  };
  const left = new AbortController();
  const signal = AbortSignal.any([ended, left.signal]);
  watchClient(() => {});
  const forgetOpening = leadBy(
    (href, isReplacing) => void leave(() => window.history[isReplacing ? 'replaceState' : 'pushState'](null, '', href)),
  );
  signal.addEventListener('abort', () => {
    clearTimeout(timer);
    forgetOpening();
  });
  // Back and forth within what this tab has shown before.
  window.addEventListener('popstate', () => void leave(() => {}), { signal });
  // A page that the browser kept, with a session that has begun meanwhile (docs/threat-model.md#b9).
  const onReturn = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && readToken() !== null) window.location.reload();
  };
  window.addEventListener('pageshow', onReturn, { signal });
  document.title = 'Login · Voltboard';
  drawing.render(
    <StrictMode>
      <ConnectionBanner />
      <LoginPage />
      <ToastPlace />
    </StrictMode>,
  );
}
