import { ROW_ID, tableSearch } from '../../lib/table-search.ts';

/** What the address keeps of the history. */
export const readAlertsSearch = tableSearch({ sorts: [], filters: { show: ['open', 'ended'], cursor: ROW_ID } });
