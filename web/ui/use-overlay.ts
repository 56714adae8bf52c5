import { useEffect, useEffectEvent, useId, useLayoutEffect } from 'react';
import { type FocusOrigin, originOfFocus, returnFocus } from './focus-return.ts';

type Overlay = { readonly id: string; readonly close: () => void; readonly origin: FocusOrigin };

/** The open overlays, the topmost last. */
const open: Overlay[] = [];
/** Overlays that are closing in this turn: another one may open in their place. */
const leaving: Overlay[] = [];

/** Escape closes the topmost overlay only, unless an element in it handles Escape itself (an open list of choices). */
function onKey(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing || event.defaultPrevented) return;
  if (event.target instanceof Element && event.target.getAttribute('data-mantine-stop-propagation') === 'true') return;
  open.at(-1)?.close();
}

/**
 * The origin of the overlay that contains an element. A button that is sending has lost its focus to the body. An
 * overlay that opens then belongs to the topmost one.
 */
const originAround = (element: Element): FocusOrigin | null => {
  const id = element.closest('[data-overlay]')?.getAttribute('data-overlay');
  const all = [...leaving, ...open];
  const around = element === document.body ? all.at(-1) : all.find((overlay) => overlay.id === id);
  return around?.origin ?? null;
};

/**
 * Common behavior of overlays: Escape closes the topmost. After closing, the focus returns to its origin, or beside it
 * if that is gone (WCAG 2.4.3). Returns attributes for the content.
 */
export function useOverlay(isOpen: boolean, onClose: () => void): { readonly 'data-overlay': string } {
  const id = useId();
  const close = useEffectEvent(onClose);
  // Runs before the focus moves in, also for an overlay that is open on its first render because its code has just
  // loaded.
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
