import type { ReactNode } from 'react';
import classes from './state-tag.module.css';

type StateTagProps = {
  /** `good` means that nothing needs attention; `warning` means that a person should check. */
  tone?: 'neutral' | 'good' | 'warning';
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
