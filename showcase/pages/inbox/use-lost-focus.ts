import { createContext, type RefObject, useContext, useEffect, useEffectEvent } from 'react';

/** Whether the page has shown a view yet: the first one takes no focus, which would scroll a phone past the heading. */
export const HasShownView = createContext<RefObject<boolean>>({ current: true });

/**
 * A view that takes the place of another takes the keyboard's focus with it, where the part that had it is gone; it
 * stays where it is if that part is still there, such as a folder's link.
 */
export function useLostFocus(find: () => HTMLElement | null | undefined): void {
  const hasShown = useContext(HasShownView);
  const take = useEffectEvent(() => {
    const isLost = document.activeElement === null || document.activeElement === document.body;
    if (hasShown.current && isLost) find()?.focus();
  });
  useEffect(() => take(), []);
}
