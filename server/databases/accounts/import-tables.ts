/** An import of a file, from its first line to some days after its end. */
export type ImportJobTable = {
  id: string;
  kind: string;
  file_name: string;
  /** Author of the import, for the audit log. */
  actor_id: string | null;
  actor: string;
  ip: string;
  /** `publishing` is never abandoned: the next process that finds it continues it. */
  state: 'checking' | 'publishing' | 'done' | 'refused' | 'cancelled' | 'failed';
  /** 1 for the one import that is being stored, whose rows are claims; null for all others. */
  turn: number | null;
  /** The run that holds it, and the end of its lease. */
  holder: string;
  until_at: number;
  lines_done: number;
  lines_total: number;
  /** All lines up to this one are stored. */
  published_line: number | null;
  /** The entry for the audit log, with the counts as JSON. */
  action: string;
  detail: string;
  at: number;
  /** The result as JSON, without the changed things. */
  result: string | null;
  failure: string | null;
  started_at: number;
  ended_at: number | null;
  /** Its staged rows are deleted. */
  is_clean: number;
};

/** A staged change of one row of another table. */
export type ImportRowTable = {
  job_id: string;
  /** Sort order; rows of one line are stored in one step. */
  line: number;
  position: number;
  op: 'expect' | 'clear' | 'update' | 'insert' | 'follow';
  table_name: string;
  /** The column whose value must be `was`; for `clear`, the column that identifies the rows. */
  guard: string;
  /** Columns of `body`, separated by commas. */
  columns: string;
  row_id: string | null;
  was: number | null;
  body: string;
  /** The claimed row and the claimed name: no other writer changes or takes them while the file is stored. */
  holds: string | null;
  takes: string | null;
};

export type ImportTables = { import_jobs: ImportJobTable; import_rows: ImportRowTable };
