import { type ReactNode, useState } from 'react';
import { afterChange, neverGlowed } from './glow-state.ts';
import classes from './stat-row.module.css';

/** A figure that glows briefly when it changes, then rests. `of` is the compared value. */
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
