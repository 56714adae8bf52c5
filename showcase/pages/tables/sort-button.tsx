import { IconArrowDown, IconArrowsSort, IconArrowUp } from '@tabler/icons-react';
import type { MouseEvent, ReactNode } from 'react';
import classes from './tables.module.css';

type SortButtonProps = {
  sorted: false | 'asc' | 'desc';
  /** Position among several sort columns, from 1; 0 if only one column sorts. */
  position: number;
  onSort: (event: MouseEvent) => void;
  children: ReactNode;
};

/** Shows both arrows while the column does not sort, else one. */
export function SortButton({ sorted, position, onSort, children }: SortButtonProps) {
  const Icon = sorted === false ? IconArrowsSort : sorted === 'asc' ? IconArrowUp : IconArrowDown;
  return (
    <button type="button" className={classes.sort} data-sorted={sorted || undefined} onClick={onSort}>
      {children}
      <Icon size={14} stroke={1.75} aria-hidden="true" />
      {sorted !== false && position > 0 ? <span className={classes.sortPosition}>{position}</span> : null}
    </button>
  );
}
