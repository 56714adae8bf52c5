import { useReducedMotion } from '@mantine/hooks';
import { createContext, type ReactNode, useContext } from 'react';

const Held = createContext(false);

/**
 * Provides whether all automatic motion on the page is paused, either by the page's button or because the user prefers
 * reduced motion.
 */
export function MotionHold({ isHeld, children }: { isHeld: boolean; children: ReactNode }) {
  const isMotionReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  return <Held value={isHeld || isMotionReduced}>{children}</Held>;
}

export const useIsMotionHeld = (): boolean => useContext(Held);
