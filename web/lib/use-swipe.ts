import { type RefObject, useEffect } from 'react';

/**
 * Minimum distance of a swipe, and its minimum ratio of horizontal to vertical movement. `START_SHARE` is the left part
 * of the window in which a swipe to the right must start.
 */
const DISTANCE_PX = 56;
const STRAIGHTNESS = 1.5;
const START_SHARE = 0.4;
/** Distance below which a move has no direction yet. */
const UNDECIDED_PX = 6;

/** Elements that handle dragging or typing themselves. */
const HAS_OWN_TOUCH = 'canvas, input, textarea, select, [contenteditable="true"], [draggable="true"]';

/**
 * Whether the touched element or one of its ancestors handles horizontal scrolling itself, such as a wide table, a map
 * or a carousel.
 */
function movesSideways(target: Element): boolean {
  if (target.closest(HAS_OWN_TOUCH) !== null) return true;
  for (let element: Element | null = target; element && element !== document.body; element = element.parentElement) {
    const { touchAction, overflowX } = getComputedStyle(element);
    if (touchAction !== 'auto' && touchAction !== 'manipulation') return true;
    if (overflowX !== 'visible' && overflowX !== 'hidden' && element.scrollWidth > element.clientWidth) return true;
  }
  return false;
}

/** Whether the page is zoomed. On a zoomed page, a finger pans in all directions. */
const isZoomed = (): boolean => (window.visualViewport?.scale ?? 1) > 1.01;

export type SwipeOptions = {
  /** Called for a swipe to the right that starts in the left part of the page. */
  onFromLeft?: (() => void) | undefined;
  /** Called for a swipe to the left that starts inside `within`. */
  onToLeft?: (() => void) | undefined;
  within?: RefObject<HTMLElement | null>;
};

/**
 * Follows one-finger swipes (docs/specification.md#shell). The browser uses the very edge for 'back', so a swipe may
 * start anywhere in the left part. Browsers take over a sideways move and cancel it for the page, unless the page
 * prevents the first move event. This hook prevents only moves that may become a swipe.
 */
export function useSwipe({ onFromLeft, onToLeft, within }: SwipeOptions): void {
  useEffect(() => {
    let begin: { x: number; y: number; sign: 1 | -1 } | null = null;
    let isClaimed = false;

    const onMove = (event: TouchEvent): void => {
      const touch = event.touches[0];
      if (begin === null) return;
      if (touch === undefined || event.touches.length > 1) {
        begin = null;
        return;
      }
      const across = (touch.clientX - begin.x) * begin.sign;
      const down = Math.abs(touch.clientY - begin.y);
      if (!isClaimed && Math.max(Math.abs(across), down) < UNDECIDED_PX) return;
      if (!isClaimed && (across <= STRAIGHTNESS * down || !event.cancelable)) {
        begin = null;
        return;
      }
      isClaimed = true;
      if (event.cancelable) event.preventDefault();
    };
    const end = (): void => {
      begin = null;
    };
    const onStart = (event: TouchEvent): void => {
      end();
      const [touch, ...more] = event.touches;
      const { target } = event;
      if (touch === undefined || more.length > 0 || !(target instanceof Element) || isZoomed()) return;
      const isInside = within?.current?.contains(target) ?? false;
      const isFromLeft = onFromLeft !== undefined && touch.clientX <= START_SHARE * window.innerWidth;
      const sign = onToLeft !== undefined && isInside ? -1 : isFromLeft ? 1 : null;
      if (sign === null || movesSideways(target)) return;
      begin = { x: touch.clientX, y: touch.clientY, sign };
      isClaimed = false;
    };
    const onEnd = (event: TouchEvent): void => {
      const touch = event.changedTouches[0];
      const began = begin;
      end();
      if (began === null || touch === undefined || !isClaimed) return;
      const across = (touch.clientX - began.x) * began.sign;
      if (across < DISTANCE_PX || across <= STRAIGHTNESS * Math.abs(touch.clientY - began.y)) return;
      (began.sign > 0 ? onFromLeft : onToLeft)?.();
    };
    document.addEventListener('touchstart', onStart, { passive: true });
    // Registered before any touch, because a browser lets a page cancel a move only if a non-passive listener existed
    // when the touch began.
    document.addEventListener('touchmove', onMove, { passive: false });
    document.addEventListener('touchend', onEnd, { passive: true });
    document.addEventListener('touchcancel', end, { passive: true });
    return () => {
      document.removeEventListener('touchstart', onStart);
      document.removeEventListener('touchmove', onMove);
      document.removeEventListener('touchend', onEnd);
      document.removeEventListener('touchcancel', end);
    };
  }, [onFromLeft, onToLeft, within]);
}
