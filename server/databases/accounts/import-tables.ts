/** An import of a file, from its first line to some days after its end. */
export type ImportJobTable = {
  id: string;
  kind: string;
  file_name: string;
  /** Who imports, for the audit log. */
  actor_id: string | null;
  actor: string;
  ip: string;
  /** `publishing` is never given up: whoever finds it goes on with it. */
  state: 'checking' | 'publishing' | 'done' | 'refused' | 'cancelled' | 'failed';
  /** 1 for the one import that is being stored, whose rows are claims; null for all others. */
  turn: number | null;
  /** The run that has it, and until when it need not say so again. */
  holder: string;
  until_at: number;
  lines_done: number;
  lines_total: number;
  /** All lines up to this one are in their places. */
  published_line: number | null;
  /** The entry for the audit log, with the counts as JSON. */
  action: string;
  detail: string;
  at: number;
  /** The answer as JSON, without the things that were changed. */
  result: string | null;
  failure: string | null;
  started_at: number;
  ended_at: number | null;
  /** Its rows are deleted. */
  is_clean: number;
};

/** What a line of a file will do to one row of another table. */
export type ImportRowTable = {
  job_id: string;
  /** In this order; what belongs to one line is stored in one step. */
  line: number;
  position: number;
  op: 'expect' | 'clear' | 'update' | 'insert' | 'follow';
  table_name: string;
  /** The column whose value has to be `was`; of `clear`, the column that names the rows. */
  guard: string;
  /** Of `body`, by comma. */
  columns: string;
  row_id: string | null;
  was: number | null;
  body: string;
  /** Nobody else changes this row, or takes this name, while the file is stored. */
  holds: string | null;
  takes: string | null;
};

export type ImportTables = { import_jobs: ImportJobTable; import_rows: ImportRowTable };
