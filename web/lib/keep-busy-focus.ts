/**
 * A button that is busy is disabled, and the browser takes the focus from it: it is the button's again as soon as that can be
 * pressed, unless the reader has gone on meanwhile (WCAG 2.4.3). Answers how to stop.
 */
export function keepBusyFocus(): () => void {
  const ending = new AbortController();
  const { signal } = ending;
  let watched: HTMLButtonElement | null = null;
  const watcher = new MutationObserver(() => {
    if (watched === null || watched.disabled) return;
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (isLost && watched.isConnected) watched.focus({ preventScroll: true });
  });
  const forget = (): void => {
    watcher.disconnect();
    watched = null;
  };
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
