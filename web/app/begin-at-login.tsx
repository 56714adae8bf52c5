import { StrictMode } from 'react';
import type { Root } from 'react-dom/client';
import { LoginPage } from '../features/auth/login-page.tsx';
import { checkConnection } from '../lib/connection.ts';
import { interpolate } from '../lib/interpolate.ts';
import { leadBy } from '../lib/open-address.ts';
import { NETWORK_NAME } from '../lib/page-brand.ts';
import { readToken } from '../lib/session.ts';
import { beginAtLoginStrings as strings } from './app-strings.ts';
import { ConnectionBanner } from './connection-banner.tsx';
import { ToastPlace } from './toast-place.tsx';
import { watchClient } from './watch-client.ts';

/** How long to wait before prefetching code, in milliseconds. By then, the form is drawn and usable. */
const FETCH_AHEAD_MS = 2_000;
const TRY_AGAIN_MS = 2_000;

/**
 * Loads the router and all pages. Retries while the server is unreachable. Resolves to null if the server responds but
 * no longer has these files, because it runs a newer version.
 */
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

/**
 * Prefetches code while the user types, so that a page opens immediately after sign-in. Ignores failures, because the
 * code is fetched again when needed.
 */
function fetchAhead(): void {
  for (const code of [
    import('./start.tsx'),
    import('./shell/shell.tsx'),
    import('../features/dashboard/dashboard-page.tsx'),
  ])
    code.catch(() => undefined);
}

/** Draws only the login page. Any navigation away from it fetches the router, which then draws into the same root. */
export function beginAtLogin(drawing: Root, ended: AbortSignal): void {
  const timer = setTimeout(fetchAhead, FETCH_AHEAD_MS);
  // The navigation requested last. If the user clicks several links, only the last click takes effect.
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
  // Back and forward between pages that this tab has shown before.
  window.addEventListener('popstate', () => void leave(() => {}), { signal });
  // Reloads a page that the browser restored from its cache if a session has started since (docs/threat-model.md#b9).
  const onReturn = ({ persisted }: PageTransitionEvent): void => {
    if (persisted && readToken() !== null) window.location.reload();
  };
  window.addEventListener('pageshow', onReturn, { signal });
  document.title = interpolate(strings.documentTitle, { network: NETWORK_NAME });
  drawing.render(
    <StrictMode>
      <ConnectionBanner />
      <LoginPage />
      <ToastPlace />
    </StrictMode>,
  );
}
