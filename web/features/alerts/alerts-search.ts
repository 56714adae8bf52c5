import { ROW_ID, tableSearch } from '../../lib/table-search.ts';

/** The search parameters of the alert history. */
export const readAlertsSearch = tableSearch({ sorts: [], filters: { show: ['open', 'ended'], cursor: ROW_ID } });
