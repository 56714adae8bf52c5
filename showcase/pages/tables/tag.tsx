import type { ReactNode } from 'react';
import classes from './tables.module.css';

export type TagProps = {
  tone: 'success' | 'warning' | 'danger' | 'info' | 'primary' | 'gray';
  isPill?: boolean;
  children: ReactNode;
};

/** A state in one word on a soft background. */
export function Tag({ tone, isPill = false, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone} data-pill={isPill || undefined}>
      {children}
    </span>
  );
}
