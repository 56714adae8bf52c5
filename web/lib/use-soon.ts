import { useDeferredValue } from 'react';

/**
 * True once the content may be drawn. React draws it in chunks (a deferred value), and the browser handles input
 * between them. Drawing it directly on an answer of the server, or on a new address, would block in one piece.
 */
export function useSoon(isReady: boolean): boolean {
  const mayDraw = useDeferredValue(isReady, false);
  return isReady && mayDraw;
}
