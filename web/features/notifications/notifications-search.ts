import { ROW_ID, tableSearch } from '../../lib/table-search.ts';

/** Reads the search parameters of the list of notifications. */
export const readNotificationsSearch = tableSearch({ sorts: [], filters: { cursor: ROW_ID } });
