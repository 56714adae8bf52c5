import { type ReactNode, useState } from 'react';
import classes from './stat-row.module.css';

/** A figure that glows briefly when it changes. `of` is the value to compare. */
export function LiveValue({
  of,
  className = '',
  children,
}: {
  of: string | number;
  className?: string | undefined;
  children: ReactNode;
}) {
  const [glow, setGlow] = useState(() => neverGlowed(of));
  if (glow.of !== of) setGlow(afterChange(glow, of, performance.now()));
  return (
    <span key={glow.glows} className={glow.glows > 0 ? `${className} ${classes.glow}` : className}>
      {children}
    </span>
  );
}

/**
 * Minimum time between two glows, in milliseconds. Without a pause, a figure that changes constantly would always glow.
 */
const REST_MS = 20_000;

type GlowState = {
  readonly of: string | number;
  /** Number of glows so far. */
  readonly glows: number;
  readonly lastGlowMs: number;
};

export const neverGlowed = (of: string | number): GlowState => ({ of, glows: 0, lastGlowMs: Number.NEGATIVE_INFINITY });

/** Returns the glow state after the figure has changed to `of`. */
export const afterChange = ({ glows, lastGlowMs }: GlowState, of: string | number, nowMs: number): GlowState =>
  nowMs - lastGlowMs < REST_MS ? { of, glows, lastGlowMs } : { of, glows: glows + 1, lastGlowMs: nowMs };
