import { focusBeside } from './focus-return.ts';

/**
 * Restores the focus that a browser takes from a button that its own press has disabled (WCAG 2.4.3). A busy button
 * gets the focus back when it is enabled. A button that stays disabled (the last page, the first step) passes the focus
 * to a neighbor. Does nothing if the user has moved the focus meanwhile. Returns a function that stops restoring the
 * focus.
 */
export function keepPressedFocus(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let watched: HTMLButtonElement | null = null;
  const forget = (): void => {
    watcher.disconnect();
    watched = null;
  };
  const watcher = new MutationObserver(() => {
    if (watched === null || !watched.isConnected) return;
    const { activeElement, body } = document;
    if (activeElement !== null && activeElement !== body && activeElement !== watched) return;
    if (!watched.disabled) watched.focus({ preventScroll: true });
    // Mantine's buttons set `data-loading` while they are busy.
    else if (!watched.hasAttribute('data-loading')) focusBeside(watched);
  });
  const onPress = ({ target }: Event): void => {
    forget();
    const button = target instanceof Element ? target.closest('button') : null;
    if (button === null || button !== document.activeElement) return;
    watched = button;
    watcher.observe(button, { attributes: true, attributeFilter: ['disabled'] });
  };
  const onFocus = ({ target }: Event): void => {
    if (target !== watched) forget();
  };
  // Captures the click before other handlers run.
  window.addEventListener('click', onPress, { capture: true, signal });
  window.addEventListener('focusin', onFocus, { signal });
  return () => {
    ending.abort();
    forget();
  };
}
