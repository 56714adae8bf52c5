import '@mantine/core/styles/Progress.layer.css';
import { Progress, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { createColumnHelper, useTable } from '@tanstack/react-table';
import { useState } from 'react';
import { showToast } from '../../../web/ui/toast.ts';
import { Widget } from '../../../web/ui/widget.tsx';
import { DataTable } from './dynamic-table.tsx';
import { DYNAMIC_ROWS, type DynamicRow } from './sample-data/dynamic-rows.ts';
import { PAGE_SIZE, TABLE_FEATURES, type TableFeatures } from './table-features.ts';
import classes from './tables.module.css';
import { TONE_COLOURS } from './tone-colours.ts';

const helper = createColumnHelper<TableFeatures, DynamicRow>();

const COLUMNS = helper.columns([
  helper.accessor((row) => Number(row.id), { id: 'id', header: 'ID', sortFn: 'basic' }),
  helper.accessor('name', { header: 'Name', sortFn: 'text' }),
  helper.accessor('description', {
    header: 'Description',
    sortFn: 'text',
    cell: ({ getValue }) => <DescriptionLink text={getValue()} />,
  }),
  helper.accessor(({ info }) => `${info.type} ${info.dimensions}`, {
    id: 'info',
    header: 'Info',
    enableSorting: false,
    cell: ({ row }) => <Info info={row.original.info} />,
  }),
  helper.accessor('date', {
    header: 'Date',
    sortFn: (one, other) => Date.parse(one.original.date) - Date.parse(other.original.date),
  }),
  helper.accessor(({ status }) => status.progress, {
    id: 'status',
    header: 'Status',
    sortFn: 'basic',
    cell: ({ row }) => <Status status={row.original.status} />,
  }),
]);

const SIZES = [10, 25, 30, 50];

/** 19 rows with a search across all columns, sorting by actual dates and numbers, and pages. */
export function ReactWayPanel() {
  const [words, setWords] = useState('');
  const table = useTable({
    features: TABLE_FEATURES,
    columns: COLUMNS,
    data: DYNAMIC_ROWS,
    initialState: { pagination: { pageIndex: 0, pageSize: PAGE_SIZE } },
    globalFilterFn: 'includesString',
    getColumnCanGlobalFilter: () => true,
    sortDescFirst: false,
  });
  const search = (next: string): void => {
    setWords(next);
    table.setGlobalFilter(next.trim());
    table.setPageIndex(0);
  };
  return (
    <Widget title="The **React** Way" settings close flush>
      <div className={classes.search}>
        <TextInput
          type="search"
          aria-label="Search all columns"
          placeholder="Search"
          leftSection={<IconSearch size={18} stroke={1.75} aria-hidden="true" />}
          value={words}
          onChange={(event) => search(event.currentTarget.value)}
        />
      </div>
      <DataTable table={table} label="Pictures" pageSizes={SIZES} wideOnly={['id', 'info']} />
    </Widget>
  );
}

function DescriptionLink({ text }: { text: string }) {
  return (
    <button
      type="button"
      className={classes.linkButton}
      onClick={() => void showToast({ kind: 'info', key: 'tables', message: `Would open “${text}”.` })}
    >
      {text}
    </button>
  );
}

function Info({ info: { type, dimensions } }: { info: DynamicRow['info'] }) {
  return (
    <span className={classes.info}>
      <span>
        Type: <strong>{type}</strong>
      </span>
      <span>
        Dimensions: <strong>{dimensions}</strong>
      </span>
    </span>
  );
}

function Status({ status: { progress, type } }: { status: DynamicRow['status'] }) {
  return (
    <Progress
      className={classes.progress ?? ''}
      value={progress}
      color={TONE_COLOURS[type]}
      aria-label={`Progress ${progress} percent`}
    />
  );
}
