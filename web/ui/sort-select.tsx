import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import classes from './sort-select.module.css';

export type SortSelectProps = {
  /** The sortable columns. */
  sorts: readonly { readonly value: string; readonly label: string }[];
  /** Column name, with a leading minus for descending order. */
  sort: string;
  onSort: (sort: string) => void;
  className?: string | undefined;
};

/**
 * A select for sorting a table whose rows are shown as cards, because cards have no headings to click. Shown only in
 * narrow containers.
 */
export function SortSelect({ sorts, sort, onSort, className = '' }: SortSelectProps) {
  return (
    <NativeSelect
      className={`${classes.sort} ${className}`}
      aria-label="Sort by"
      value={sort}
      data={sorts.flatMap(({ value, label }) => [
        { value, label: `${label}, ascending` },
        { value: `-${value}`, label: `${label}, descending` },
      ])}
      onChange={(event) => onSort(event.currentTarget.value)}
    />
  );
}
