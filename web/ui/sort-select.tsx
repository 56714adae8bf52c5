import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { interpolate } from '../lib/interpolate.ts';
import classes from './sort-select.module.css';
import { sortSelectStrings as strings } from './ui-strings.ts';

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
      aria-label={strings.sortBy}
      value={sort}
      data={sorts.flatMap(({ value, label }) => [
        { value, label: interpolate(strings.ascending, { label }) },
        { value: `-${value}`, label: interpolate(strings.descending, { label }) },
      ])}
      onChange={(event) => onSort(event.currentTarget.value)}
    />
  );
}
