import { useReducedMotion } from '@mantine/hooks';
import { createContext, type ReactNode, useContext } from 'react';

const Held = createContext(false);

/** Whether everything on the page that moves by itself stands still: by its button, or because the reader wants no motion. */
export function MotionHold({ isHeld, children }: { isHeld: boolean; children: ReactNode }) {
  const isMotionReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  return <Held value={isHeld || isMotionReduced}>{children}</Held>;
}

export const useIsMotionHeld = (): boolean => useContext(Held);
