import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import {
  getDocument,
  getDocumentCsv,
  getDocumentEvents,
  getDocumentLines,
  getDocumentPdf,
  listDocuments,
  listLineEvents,
} from '#contract/documents.ts';
import { getOwnMoney } from '#contract/own-balance.ts';
import { getOwnPayee, setOwnPayee, withdrawOwnPayee } from '#contract/payees.ts';
import type { DOCUMENT_TITLE_NAMES } from '#contract/table-choices.ts';
import { request, requestFile } from '../../lib/api-client.ts';
import { downloadTable, type TableFile } from '../../lib/download-table.ts';
import { saveFile } from '../../lib/save-file.ts';
import type { TableSearch } from '../../lib/table-search.ts';

const DOCUMENTS = 'documents';
export const LINES_AT_ONCE = 200;

/** Returns the query parameters for figures as known now (undefined), or at the start of a past day. */
export const knownWords = (day: string | undefined) => (day === undefined ? {} : { known_on: day });

export const ownMoneyQuery = (isOwn: boolean) =>
  queryOptions({
    queryKey: [DOCUMENTS, 'own'] as const,
    queryFn: ({ signal }) => request(getOwnMoney, { signal }),
    enabled: isOwn,
    meta: { errors: 'part' },
  });

export const OWN_PAYEE = ['own-payee'] as const;
export const ownPayeeQuery = queryOptions({
  queryKey: OWN_PAYEE,
  queryFn: ({ signal }) => request(getOwnPayee, { signal }),
  meta: { errors: 'part' },
});
export const sendWithdrawnChange = (revision: number) => request(withdrawOwnPayee, { body: { revision } });
export const sendOwnPayee = (body: { holder: string; account: string; bank: string }) => request(setOwnPayee, { body });

/** The documents of one tab; undefined for all. */
export type Titled = (typeof DOCUMENT_TITLE_NAMES)[number] | undefined;

/** Builds the list's query. The route has already validated the search parameters. */
const listed = ({ known_on: day, limit = '25', month, page = '1', q, sort }: TableSearch, title: Titled) =>
  ({ limit, month, page, q, sort, title, ...knownWords(day) }) as never;

export const documentsQuery = (search: TableSearch, title?: Titled) =>
  queryOptions({
    queryKey: [DOCUMENTS, 'list', listed(search, title)] as const,
    queryFn: ({ signal }) => request(listDocuments, { query: listed(search, title), signal }),
    placeholderData: keepPreviousData,
  });

export const downloadList = (search: TableSearch, title: Titled, file: TableFile) =>
  downloadTable(listDocuments, listed(search, title), file);

export const documentQuery = (id: string, from: number, day: string | undefined) =>
  queryOptions({
    queryKey: [DOCUMENTS, 'one', id, from, day] as const,
    queryFn: ({ signal }) =>
      request(getDocument, {
        params: { id },
        query: { from: String(from), lines: String(LINES_AT_ONCE), ...knownWords(day) },
        signal,
      }),
    placeholderData: (before) => (before?.document.id === id ? before : undefined),
  });

export const lineEventsQuery = (id: string, line: number, page: number, day: string | undefined) =>
  queryOptions({
    queryKey: [DOCUMENTS, 'events', id, line, page, day] as const,
    queryFn: ({ signal }) =>
      request(listLineEvents, {
        params: { id, line: String(line) },
        query: { page: String(page), ...knownWords(day) },
        signal,
      }),
    placeholderData: keepPreviousData,
    meta: { errors: 'part' },
  });

export async function downloadDocument(id: string): Promise<void> {
  saveFile(await requestFile(getDocumentPdf, { params: { id } }));
}

/** Downloads all lines, including those that the page does not show. */
export async function downloadLines(id: string, day: string | undefined): Promise<void> {
  saveFile(await requestFile(getDocumentCsv, { params: { id }, query: knownWords(day) }));
}

/** The files with which outsiders verify a final document: its events, or the line file that its PDF names. */
export type ProofFile = 'csv' | 'ndjson' | 'lines';

/** Saves one of a final document's files. */
export async function downloadProof(id: string, file: ProofFile): Promise<void> {
  const params = { id };
  saveFile(
    file === 'lines'
      ? await requestFile(getDocumentLines, { params })
      : await requestFile(getDocumentEvents, { params, query: { format: file } }),
  );
}
