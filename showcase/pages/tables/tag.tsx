import type { ReactNode } from 'react';
import classes from './tables.module.css';

export type TagProps = {
  tone: 'success' | 'warning' | 'danger' | 'info' | 'primary' | 'gray';
  isPill?: boolean;
  children: ReactNode;
};

/** A state in a word on its soft ground. */
export function Tag({ tone, isPill = false, children }: TagProps) {
  return (
    <span className={classes.tag} data-tone={tone} data-pill={isPill || undefined}>
      {children}
    </span>
  );
}
