import { useDeferredValue } from 'react';

/**
 * Returns true once the content may be drawn. React draws it in chunks (a deferred value), and the browser handles
 * input between them. Drawing it as soon as a response arrives or the URL changes would block the browser in one piece.
 */
export function useSoon(isReady: boolean): boolean {
  const mayDraw = useDeferredValue(isReady, false);
  return isReady && mayDraw;
}
