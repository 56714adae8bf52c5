import type { DocumentTitle } from '#contract/documents.ts';

/** Document names on paper, on screens, in lists and in mails. */
export const DOCUMENT_TITLES: Readonly<Record<DocumentTitle, string>> = {
  statement: 'Statement',
  invoice: 'Invoice',
  credit_note: 'Credit note',
};
