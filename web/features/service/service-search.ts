import { SERVICE_FILTERS } from '#contract/service.ts';
import { tableSearch } from '../../lib/table-search.ts';

/** Reads the list's search parameters, so that a link shows the same outlets. */
export const readServiceSearch = tableSearch({
  sorts: [],
  filters: { show: SERVICE_FILTERS, cursor: /^[0-9a-f]{16}$/ },
});
