import { useSwipe } from '../../lib/use-swipe.ts';

/** Handles swipes to the right over the page; draws nothing. */
export function SwipeFromLeft({ onSwipe }: { onSwipe: () => void }) {
  useSwipe({ onFromLeft: onSwipe });
  return null;
}
