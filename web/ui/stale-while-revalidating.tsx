import type { ReactNode } from 'react';
import classes from './stale-while-revalidating.module.css';

type KeptProps = {
  isKept: boolean;
  /** Shows the message to everyone, if no heading does. */
  isSaid?: boolean;
  className?: string;
  children: ReactNode;
};

/** Keeps stale content until the new answer arrives: dimmed, busy and announced as updating. */
export function StaleWhileRevalidating({ isKept, isSaid = false, className, children }: KeptProps) {
  return (
    <div
      className={className ? `${classes.kept} ${className}` : classes.kept}
      data-kept={isKept || undefined}
      aria-busy={isKept}
    >
      {children}
      <span className={isSaid ? classes.said : classes.status} role="status">
        {isKept ? 'Updating…' : ''}
      </span>
    </div>
  );
}
