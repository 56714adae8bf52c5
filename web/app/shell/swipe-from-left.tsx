import { useSwipe } from '../../lib/use-swipe.ts';

/** Handles swipes to the right across the page. Draws nothing. */
export function SwipeFromLeft({ onSwipe }: { onSwipe: () => void }) {
  useSwipe({ onFromLeft: onSwipe });
  return null;
}
