import { useEffect, useEffectEvent, useId, useLayoutEffect } from 'react';
import { type FocusOrigin, originOfFocus, returnFocus } from './focus-return.ts';

type Overlay = { readonly id: string; readonly close: () => void; readonly origin: FocusOrigin };

/** What lies over the page, the topmost last. */
const open: Overlay[] = [];
/** What closes in this moment: something else may open in its place. */
const leaving: Overlay[] = [];

/** Escape closes the topmost only, and only what does not use it itself (an open list of choices). */
function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  open.at(-1)?.close();
}

/**
 * Where the focus was before the overlay that an element is part of opened. A button that is sending has lost the focus
 * to the page: what opens then was opened by the topmost.
 */
const originAround = (element: Element): FocusOrigin | null => {
  const id = element.closest('[data-overlay]')?.getAttribute('data-overlay');
  const all = [...leaving, ...open];
  const around = element === document.body ? all.at(-1) : all.find((overlay) => overlay.id === id);
  return around?.origin ?? null;
};

/**
 * What everything over the page has in common: Escape closes the topmost, and when it has gone the focus is where it was
 * before, or beside it where that is gone (WCAG 2.4.3). Answers the attributes of its content.
 */
export function useOverlay(isOpen: boolean, onClose: () => void): { readonly 'data-overlay': string } {
  const id = useId();
  const close = useEffectEvent(onClose);
  // Before the focus moves in; also for what is open from its first moment on, since its code was only loaded then.
  useLayoutEffect(() => {
    if (!isOpen) return;
    const origin = originOfFocus(originAround);
    const overlay = { id, close: () => close(), origin };
    open.push(overlay);
    if (open.length === 1) window.addEventListener('keydown', onKey, true);
    return () => {
      open.splice(open.indexOf(overlay), 1);
      leaving.push(overlay);
      setTimeout(() => leaving.splice(leaving.indexOf(overlay), 1));
      if (open.length === 0) window.removeEventListener('keydown', onKey, true);
    };
  }, [isOpen, id]);
  useEffect(() => {
    if (!isOpen) return;
    const origin = open.find((overlay) => overlay.id === id)?.origin;
    return () => {
      if (origin !== undefined) setTimeout(() => returnFocus(origin, { closed: id, topmost: open.at(-1)?.id }));
    };
  }, [isOpen, id]);
  return { 'data-overlay': id };
}
