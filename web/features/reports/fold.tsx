import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './reports.module.css';

/**
 * Controls that fold behind their label on a phone, where the figures come first. On wider screens they are always
 * open.
 */
export function Fold({ label, children }: { label: string; children: ReactNode }) {
  const isNarrow = useMediaQuery('(max-width: 47.99em)', false, { getInitialValueInEffect: false });
  if (!isNarrow) return children;
  return (
    <details className={classes.fold}>
      <summary>{label}</summary>
      <div className={classes.folded}>{children}</div>
    </details>
  );
}
