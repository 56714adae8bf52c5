import { useDeferredValue } from 'react';

/**
 * Returns true once the content may be drawn. React draws the content in chunks (a deferred value), and the browser
 * handles input between the chunks. Drawing the content as soon as a response arrives or the URL changes would block
 * the browser until all of it is drawn.
 */
export function useSoon(isReady: boolean): boolean {
  const mayDraw = useDeferredValue(isReady, false);
  return isReady && mayDraw;
}
