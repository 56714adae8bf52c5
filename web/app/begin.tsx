import { createRoot } from 'react-dom/client';
import { readToken } from '../lib/session.ts';
import { keepPressedFocus } from '../ui/keep-pressed-focus.ts';
import { PATHS } from './paths.ts';
import { followAccountPreferences } from './theme/account-preferences.ts';
import { applyThemeColour, storedThemeColour } from './theme/theme-colour.ts';
import { allowOwnScripts } from './trusted-types.ts';

/** Whether the address asks for nothing but the form: what else the login page is asked for, the router takes from the address. */
function isPlainLogin({ pathname, search }: Location): boolean {
  return (
    pathname === PATHS.login &&
    [...new URLSearchParams(search).keys()].every((name) => name === 'from') &&
    readToken() === null
  );
}

/**
 * Puts the parts together and draws the first page into `root`. The login page comes without the router and all that lies
 * behind it: most readers meet it on a phone. Answers how to end it all, which only tests do.
 */
export function begin(root: Element, drawing = createRoot(root)): () => void {
  allowOwnScripts();
  applyThemeColour(storedThemeColour());
  const forgetPreferences = followAccountPreferences();
  const forgetPressed = keepPressedFocus();
  document.documentElement.setAttribute('data-respect-reduced-motion', 'true');

  const ending = new AbortController();
  const { signal } = ending;
  // Each is asked for by `first-paint.js` already: readers who are signed in never load the form.
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
