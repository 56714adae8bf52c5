import { DOCUMENT_SORTS } from '#contract/table-choices.ts';
import { isCalendarDate } from '#domain/calendar-date.ts';
import { tableSearch } from '../../lib/table-search.ts';

const DOCUMENT = /^(statement|invoice)-\d{4}-\d{2}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the search parameters of the documents pages: the open document and line, the known-on day, and the table's. */
export const readDocumentsSearch = tableSearch({
  sorts: DOCUMENT_SORTS,
  filters: { open: DOCUMENT, line: /^\d{1,6}$/, known_on: isCalendarDate, month: /^\d{4}-\d{2}$/ },
});
