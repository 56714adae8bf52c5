import { focusBeside } from './focus-return.ts';

/**
 * The browser takes the focus from a button that its own press disables. One that is busy has it again as soon as it can be
 * pressed, one that has come to its end (the last page, the first step) gives it to what stands beside it, unless the reader
 * has gone on meanwhile (WCAG 2.4.3). Answers how to stop.
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
    // The look's buttons say so while they are busy.
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
  // Before anything that the press does.
  window.addEventListener('click', onPress, { capture: true, signal });
  window.addEventListener('focusin', onFocus, { signal });
  return () => {
    ending.abort();
    forget();
  };
}
