import { useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * For a place whose buttons go with their press: `change` does what was pressed, and the place takes the focus if that fell off
 * the page, so that who uses the keyboard goes on from there.
 */
export function useKeptFocus<Place extends HTMLElement>() {
  const ref = useRef<Place>(null);
  const change = (act: () => void): void => {
    flushSync(act);
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  };
  return { place: { ref, tabIndex: -1 }, change };
}
