import { createRoot } from 'react-dom/client';
import { readToken } from '../lib/session.ts';
import { keepPressedFocus } from '../ui/keep-pressed-focus.ts';
import { PATHS } from './paths.ts';
import { followAccountPreferences } from './theme/account-preferences.ts';
import { applyThemeColour, storedThemeColour } from './theme/theme-colour.ts';
import { allowOwnScripts } from './trusted-types.ts';

/** Whether the URL requests only the login form. Other query parameters of the login page require the router. */
function isPlainLogin({ pathname, search }: Location): boolean {
  return (
    pathname === PATHS.login &&
    [...new URLSearchParams(search).keys()].every((name) => name === 'from') &&
    readToken() === null
  );
}

/**
 * Starts the product and draws the first page into `root`. The login page does not load the router or other pages,
 * because most users first see it on a phone. Returns a function that stops the product again; only tests use it.
 */
export function begin(root: Element, drawing = createRoot(root)): () => void {
  allowOwnScripts();
  applyThemeColour(storedThemeColour());
  const forgetPreferences = followAccountPreferences();
  const forgetPressed = keepPressedFocus();
  document.documentElement.setAttribute('data-respect-reduced-motion', 'true');

  const ending = new AbortController();
  const { signal } = ending;
  // `first-paint.js` has preloaded the matching file, so signed-in users never load the form.
  if (isPlainLogin(window.location))
    void import('./begin-at-login.tsx').then(({ beginAtLogin }) => signal.aborted || beginAtLogin(drawing, signal));
  else void import('./start.tsx').then(({ start }) => start(drawing, false, signal));
  return () => {
    ending.abort();
    drawing.unmount();
    forgetPreferences();
    forgetPressed();
  };
}
