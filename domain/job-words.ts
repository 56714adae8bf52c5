/** Jobs that commands request, by the kind that is stored with them. */
const JOB_WORDS: Readonly<Record<string, string>> = {
  backup: 'Backup',
  'check-figures': 'Check of figures',
  'close-month': 'Month closing',
  'erase-fingerprint': 'Visitor erasure',
  'explain-query': 'Explanation of a query',
  'measure-losses': 'Measurement of losses',
  'remove-old-events': 'Removal of old events',
  'verify-ledger': 'Ledger verification',
};

/** Returns the name of a job's kind for people. A later version may have stored a kind without a name here. */
export const jobWords = (kind: string): string => JOB_WORDS[kind] ?? kind;
