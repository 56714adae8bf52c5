import '@mantine/core/styles/Checkbox.layer.css';
import '@mantine/core/styles/InlineInput.layer.css';
import { Checkbox } from '@mantine/core';
import { createColumnHelper, useTable } from '@tanstack/react-table';
import { useState } from 'react';
import { Widget } from '../../../web/ui/widget.tsx';
import { ShowcasePage } from '../showcase-page.tsx';
import { DataTable } from './dynamic-table.tsx';
import { ReactWayPanel } from './react-way-panel.tsx';
import { STAFF, type StaffRow } from './sample-data/staff.ts';
import { PAGE_SIZE, TABLE_FEATURES, type TableFeatures } from './table-features.ts';
import classes from './tables.module.css';

/** Tables with sorting, search, filters and pages. */
export function DynamicTablesPage() {
  return (
    <ShowcasePage title="Tables - **Dynamic**">
      <div className={classes.stack}>
        <ReactWayPanel />
        <StaffPanel />
      </div>
    </ShowcasePage>
  );
}

const helper = createColumnHelper<TableFeatures, StaffRow>();

const COLUMNS = helper.columns([
  helper.accessor('name', { header: 'Name', sortFn: 'text', filterFn: 'startsWith' }),
  helper.accessor('position', { header: 'Position', sortFn: 'text', filterFn: 'startsWith' }),
  helper.accessor('office', { header: 'Office', sortFn: 'text', filterFn: 'startsWith' }),
  helper.accessor('ext', { header: 'Ext.', sortFn: 'alphanumeric', filterFn: 'startsWith' }),
  helper.accessor('startDate', { header: 'Start date', sortFn: 'text', filterFn: 'startsWith' }),
  helper.accessor('salary', {
    header: 'Salary',
    sortFn: 'basic',
    filterFn: (row, columnId, value) => row.getValue<number>(columnId).toFixed(3).startsWith(String(value)),
    cell: ({ getValue }) => <span className={classes.number}>{getValue().toFixed(3)}</span>,
  }),
]);

const SIZES = [5, 10, 20, 25, 50, 100];

/** 100 rows with a filter for each column. With Shift, users sort by several columns. */
function StaffPanel() {
  const [isSeveral, setIsSeveral] = useState(false);
  const table = useTable({
    features: TABLE_FEATURES,
    columns: COLUMNS,
    data: STAFF,
    initialState: { pagination: { pageIndex: 0, pageSize: PAGE_SIZE } },
    enableMultiSort: true,
    isMultiSortEvent: (event) =>
      isSeveral || (event instanceof Object && 'shiftKey' in event && event.shiftKey === true),
    sortDescFirst: false,
  });
  return (
    <Widget title="React **Table**" settings close flush>
      <p className={classes.hint}>
        A filter finds what begins with its text. Hold Shift, or tick the box, to sort by more than one column.
      </p>
      {/* Touch screens have no Shift key. */}
      <div className={classes.several}>
        <Checkbox
          label="Sort by several columns"
          checked={isSeveral}
          onChange={(event) => setIsSeveral(event.currentTarget.checked)}
        />
      </div>
      <DataTable table={table} label="Staff" pageSizes={SIZES} hasFilters isUpperCase wideOnly={['ext', 'startDate']} />
    </Widget>
  );
}
