import { createContext, type RefObject, useContext, useEffect, useEffectEvent } from 'react';

/**
 * Whether the page has already shown a view. The first view does not take the focus, because that would scroll a phone
 * past the heading.
 */
export const HasShownView = createContext<RefObject<boolean>>({ current: true });

/**
 * Moves a lost focus into a view that replaces another view. If the focused element still exists, such as a folder's
 * link, it keeps the focus.
 */
export function useLostFocus(find: () => HTMLElement | null | undefined): void {
  const hasShown = useContext(HasShownView);
  const take = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (hasShown.current && isLost) find()?.focus();
  });
  useEffect(() => take(), []);
}
