import type { ReactNode } from 'react';
import classes from './state-tag.module.css';

type StateTagProps = {
  /** `good`: nothing needs attention. `warning`: a person should check. `critical`: a person should act now. */
  tone?: 'neutral' | 'good' | 'warning' | 'critical';
  children: ReactNode;
};

/** A state in one or two words on a soft background: planned, paused, retired. */
export function StateTag({ tone = 'neutral', children }: StateTagProps) {
  return (
    <span className={classes.tag} data-tone={tone}>
      {children}
    </span>
  );
}
