import { useRef } from 'react';
import { flushSync } from 'react-dom';

/**
 * Keeps the focus near an element whose buttons disappear when pressed. `change` runs an action. If the action loses
 * the focus, the element takes it, so that keyboard users can continue from there.
 */
export function useKeptFocus<Place extends HTMLElement>() {
  const ref = useRef<Place>(null);
  const change = (act: () => void): void => {
    flushSync(act);
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  };
  return { place: { ref, tabIndex: -1 }, change };
}
