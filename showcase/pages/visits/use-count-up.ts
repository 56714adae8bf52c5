import { useReducedMotion } from '@mantine/hooks';
import { useEffect, useState } from 'react';

/** Counts up from zero to `target` within the duration, once. Returns the target at once with reduced motion. */
export function useCountUp(target: number, durationMs: number): number {
  const isMotionReduced = useReducedMotion(undefined, { getInitialValueInEffect: false });
  const [part, setPart] = useState(0);
  useEffect(() => {
    if (isMotionReduced) return;
    const start = performance.now();
    let frame = 0;
    const step = (now: number): void => {
      const passed = Math.min(1, Math.max(0, (now - start) / durationMs));
      setPart(1 - (1 - passed) ** 3);
      if (passed < 1) frame = requestAnimationFrame(step);
    };
    frame = requestAnimationFrame(step);
    return () => cancelAnimationFrame(frame);
  }, [durationMs, isMotionReduced]);
  return isMotionReduced ? target : Math.round(target * part);
}
