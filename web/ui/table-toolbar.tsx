import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import { SearchField } from './search-field.tsx';
import { SortSelect } from './sort-select.tsx';
import classes from './table-toolbar.module.css';

type Choice = { readonly value: string; readonly label: string };

/** A select above a table. The first choice has the `value` '' and filters nothing. */
export type TableFilter = {
  readonly name: string;
  readonly label: string;
  /** Label of the choice that filters nothing: 'All roles'. */
  readonly all: string;
  readonly value: string;
  readonly choices: readonly Choice[];
};

export type TableToolbarProps = {
  searchLabel: string;
  q: string;
  filters: readonly TableFilter[];
  /** Sortable columns, for narrow screens that have no headings; may be empty. */
  sorts: readonly Choice[];
  sort: string;
  onChange: (parts: Readonly<Record<string, string>>, options?: { isTyping?: boolean }) => void;
  /** Filters other than plain selects. */
  further?: ReactNode;
  /** Shown at the end of the line. */
  actions?: ReactNode;
};

/** A search box, filters, and actions for the whole table. */
export function TableToolbar({ searchLabel, q, filters, sorts, sort, onChange, further, actions }: TableToolbarProps) {
  return (
    <search className={classes.toolbar} aria-label={searchLabel}>
      <SearchField label={searchLabel} value={q} onSearch={(text) => onChange({ q: text }, { isTyping: true })} />
      {filters.map(({ name, label, all, value, choices }) => (
        <NativeSelect
          key={name}
          className={classes.filter ?? ''}
          aria-label={label}
          data-set={value !== '' || undefined}
          value={value}
          data={[{ value: '', label: all }, ...choices]}
          onChange={(event) => onChange({ [name]: event.currentTarget.value })}
        />
      ))}
      {further}
      {sorts.length > 0 ? (
        <SortSelect className={classes.sort} sorts={sorts} sort={sort} onSort={(next) => onChange({ sort: next })} />
      ) : null}
      {actions === undefined ? null : <div className={classes.actions}>{actions}</div>}
    </search>
  );
}
