import { useDeferredValue } from 'react';

/**
 * True once what was just made ready may be drawn. React draws it in slices between which the browser answers the reader, where
 * an answer of the server, or an address, draws all that follows from it in one piece.
 */
export function useSoon(isReady: boolean): boolean {
  const mayDraw = useDeferredValue(isReady, false);
  return isReady && mayDraw;
}
