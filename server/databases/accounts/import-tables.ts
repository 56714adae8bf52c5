/** A file import. The row is kept for a while after the import ends. */
export type ImportJobTable = {
  id: string;
  kind: string;
  file_name: string;
  /** The person who started the import, for the audit log. */
  actor_id: string | null;
  actor: string;
  ip: string;
  /** An import in state `publishing` is never abandoned. The next process that finds such an import continues it. */
  state: 'checking' | 'publishing' | 'done' | 'refused' | 'cancelled' | 'failed';
  /** 1 for the one import that is being stored, whose rows are claims. Null for all others. */
  turn: number | null;
  /** The run that is working on the import, and when its lease ends. */
  holder: string;
  until_at: number;
  lines_done: number;
  lines_total: number;
  /** All lines up to this one are stored. */
  published_line: number | null;
  /** The entry for the audit log. `detail` contains the counts as JSON. */
  action: string;
  detail: string;
  at: number;
  /** The result as JSON, without the changed records. */
  result: string | null;
  failure: string | null;
  started_at: number;
  ended_at: number | null;
  /** 1 once its staged rows are deleted. */
  is_clean: number;
};

/** A staged change to one row of another table. */
export type ImportRowTable = {
  job_id: string;
  /** Sort order. The rows of a line are stored in one step. */
  line: number;
  position: number;
  op: 'expect' | 'clear' | 'update' | 'insert' | 'follow';
  table_name: string;
  /** The column whose value must equal `was`. For `clear`, the column that identifies the rows. */
  guard: string;
  /** Columns of `body`, separated by commas. */
  columns: string;
  row_id: string | null;
  was: number | null;
  body: string;
  /**
   * The claimed row and the claimed name. Other writers cannot change the row or take the name while the file is being
   * stored.
   */
  holds: string | null;
  takes: string | null;
};

export type ImportTables = { import_jobs: ImportJobTable; import_rows: ImportRowTable };
