import type { ImportTables } from './import-tables.ts';

/** Work on the events store that a command asked for; who has the store open does it. */
export type MaintenanceJobTable = {
  id: string;
  kind: string;
  /** Sealed where it names a person; empty once the job has ended. */
  payload: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** The run that has it, and until when nobody else may take it. */
  holder: string | null;
  until_at: number;
  tries: number;
  /** JSON: what was found out on the way, and in the end the result. */
  result: string;
  /** Why it failed. */
  failure: string | null;
  requested_at: number;
  ended_at: number | null;
};

/** Visitors whose data was erased, by a keyed hash; `version` is that of the list since they are on it. */
export type ErasedVisitorTable = { hash: string; version: number; erased_at: number };

/** One row (`id` 1): grows with each visitor on the list, in the same transaction. */
export type ErasedVisitorListTable = { id: number; version: number };

export type MaintenanceTables = ImportTables & {
  maintenance_jobs: MaintenanceJobTable;
  erased_visitors: ErasedVisitorTable;
  erased_visitor_list: ErasedVisitorListTable;
};
