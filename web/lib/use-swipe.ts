import { type RefObject, useEffect } from 'react';

/** How near to the left edge a finger must start, how far it must go, and how straight. */
const EDGE_PX = 24;
const DISTANCE_PX = 56;
const STRAIGHTNESS = 1.5;

export type SwipeOptions = {
  /** Swiped to the right, beginning at the screen's left edge. */
  onFromLeftEdge?: (() => void) | undefined;
  /** Swiped to the left, beginning inside `within`. */
  onToLeft?: (() => void) | undefined;
  within?: RefObject<HTMLElement | null>;
};

/**
 * Follows one-finger swipes (specification section 2, sidebar). Only those that begin at the edge or inside the drawer
 * count, so that maps can be dragged and wide tables scrolled.
 */
export function useSwipe({ onFromLeftEdge, onToLeft, within }: SwipeOptions): void {
  useEffect(() => {
    let begin: { x: number; y: number; isInside: boolean } | null = null;
    const onStart = (event: TouchEvent): void => {
      const [touch, ...more] = event.touches;
      const isInside = event.target instanceof Node && (within?.current?.contains(event.target) ?? false);
      const counts = touch !== undefined && more.length === 0 && (isInside || touch.clientX <= EDGE_PX);
      begin = counts ? { x: touch.clientX, y: touch.clientY, isInside } : null;
    };
    const onEnd = (event: TouchEvent): void => {
      const touch = event.changedTouches[0];
      if (!begin || !touch) return;
      const [across, down] = [touch.clientX - begin.x, touch.clientY - begin.y];
      const isSwipe = Math.abs(across) >= DISTANCE_PX && Math.abs(across) > STRAIGHTNESS * Math.abs(down);
      if (isSwipe && across > 0 && begin.x <= EDGE_PX) onFromLeftEdge?.();
      if (isSwipe && across < 0 && begin.isInside) onToLeft?.();
      begin = null;
    };
    document.addEventListener('touchstart', onStart, { passive: true });
    document.addEventListener('touchend', onEnd, { passive: true });
    return () => {
      document.removeEventListener('touchstart', onStart);
      document.removeEventListener('touchend', onEnd);
    };
  }, [onFromLeftEdge, onToLeft, within]);
}
