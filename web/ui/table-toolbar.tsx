import '@mantine/core/styles/Combobox.layer.css';
import { NativeSelect } from '@mantine/core';
import { IconColumns, IconDownload } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef, useState } from 'react';
import { PlainButton } from './plain-button.tsx';
import { SearchField } from './search-field.tsx';
import { SortSelect } from './sort-select.tsx';
import classes from './table-toolbar.module.css';
import { tableToolbarStrings as strings } from './ui-strings.ts';

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
  /** Names the search box and the toolbar. */
  searchLabel: string;
  /** Leaves the search box out, for a table that is short. */
  hasSearch?: boolean;
  q: string;
  filters: readonly TableFilter[];
  /** Sortable columns, for narrow screens that have no headings; may be empty. */
  sorts: readonly Choice[];
  sort: string;
  onChange: (parts: Readonly<Record<string, string>>, options?: { isTyping?: boolean }) => void;
  /** Filters other than plain selects. */
  further?: ReactNode;
  /** The columns that can be hidden. */
  columns?: readonly ColumnChoice[];
  onColumn?: (name: string, isShown: boolean) => void;
  /** Saves the rows as a file. */
  onExport?: (() => Promise<unknown>) | undefined;
  /** Shown at the end of the line. */
  actions?: ReactNode;
};

type ColumnChoice = { readonly name: string; readonly label: string; readonly isShown: boolean };

const ICON = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;

/** A search box, filters, and actions for the whole table. */
export function TableToolbar(props: TableToolbarProps) {
  const { searchLabel, hasSearch = true, q, filters, sorts, sort, onChange, further } = props;
  const { columns = [], onColumn, onExport, actions } = props;
  return (
    <search className={classes.toolbar} aria-label={searchLabel}>
      {hasSearch ? (
        <SearchField label={searchLabel} value={q} onSearch={(text) => onChange({ q: text }, { isTyping: true })} />
      ) : null}
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
      <div className={classes.actions}>
        {columns.length > 0 && onColumn !== undefined ? <ColumnChooser columns={columns} onColumn={onColumn} /> : null}
        {onExport === undefined ? null : <ExportButton onExport={onExport} />}
        {actions}
      </div>
    </search>
  );
}

function ExportButton({ onExport }: { onExport: () => Promise<unknown> }) {
  const [isSaving, setSaving] = useState(false);
  const save = async (): Promise<void> => {
    setSaving(true);
    // A failed request reports itself.
    await onExport().catch(() => undefined);
    setSaving(false);
  };
  return (
    <PlainButton isQuiet isSmall disabled={isSaving} aria-busy={isSaving || undefined} onClick={() => void save()}>
      <IconDownload {...ICON} /> {strings.exportCsv}
    </PlainButton>
  );
}

type ColumnChooserProps = { columns: readonly ColumnChoice[]; onColumn: (name: string, isShown: boolean) => void };

/** A list of the columns to show, which opens below its button. Escape and leaving it close it. */
function ColumnChooser({ columns, onColumn }: ColumnChooserProps) {
  const [isOpen, setOpen] = useState(false);
  const box = useRef<HTMLDivElement>(null);
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key !== 'Escape' || !isOpen) return;
    event.preventDefault();
    setOpen(false);
    box.current?.querySelector('button')?.focus();
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: Escape in any of its controls closes the list
    <div
      ref={box}
      className={classes.columns}
      onKeyDown={onKeyDown}
      onBlur={(event) => {
        if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
      }}
    >
      <PlainButton isQuiet isSmall aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <IconColumns {...ICON} /> {strings.columns}
      </PlainButton>
      {isOpen ? (
        // Can take the focus, because a press between the boxes must not close the list.
        <fieldset className={classes.choices} aria-label={strings.columns} tabIndex={-1}>
          {columns.map(({ name, label, isShown }) => (
            <label key={name} className={classes.choice}>
              <input type="checkbox" checked={isShown} onChange={() => onColumn(name, !isShown)} /> {label}
            </label>
          ))}
        </fieldset>
      ) : null}
    </div>
  );
}
