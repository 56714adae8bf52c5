import { useMediaQuery } from '@mantine/hooks';
import type { ReactNode } from 'react';
import classes from './reports.module.css';

/**
 * Controls that are collapsed behind their label on a phone, where the figures have priority. On wider screens, the
 * controls are always open.
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
