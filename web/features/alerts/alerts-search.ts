import { ROW_ID, tableSearch } from '../../lib/table-search.ts';

/** Reads the alert history's search parameters. */
export const readAlertsSearch = tableSearch({ sorts: [], filters: { show: ['open', 'ended'], cursor: ROW_ID } });
