import type { DocumentTitle } from '#contract/documents.ts';

/** What documents are called on paper, on screens, in lists and mails. */
export const DOCUMENT_TITLES: Readonly<Record<DocumentTitle, string>> = {
  statement: 'Statement',
  invoice: 'Invoice',
  credit_note: 'Credit note',
};
