import { useEffect, useEffectEvent } from 'react';

/**
 * A view that takes the place of another takes the keyboard's focus with it, where the part that had it is gone; it
 * stays where it is if that part is still there, such as a folder's link.
 */
export function useLostFocus(find: () => HTMLElement | null | undefined): void {
  const take = useEffectEvent(() => {
    if (document.activeElement === null || document.activeElement === document.body) find()?.focus();
  });
  useEffect(() => take(), []);
}
