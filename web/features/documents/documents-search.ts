import { isCalendarDate } from '#domain/calendar-date.ts';
import { tableSearch } from '../../lib/table-search.ts';

const DOCUMENT = /^(statement|invoice)-\d{4}-\d{2}-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** Reads the documents page's search parameters: the open document and line, the known-on day, and the page. */
export const readDocumentsSearch = tableSearch({
  sorts: [],
  filters: { open: DOCUMENT, line: /^\d{1,6}$/, known_on: isCalendarDate },
});
