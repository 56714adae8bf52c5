import type { ReactNode } from 'react';
import classes from './state-tag.module.css';

type StateTagProps = {
  /** Neutral unless it says that all is well, or that somebody should look. */
  tone?: 'neutral' | 'good' | 'warning';
  children: ReactNode;
};

/** A state in one or two words on its soft ground: planned, paused, retired. */
export function StateTag({ tone = 'neutral', children }: StateTagProps) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
