import type { ImportTables } from './import-tables.ts';

/** A job on the events store that a command requested. The process with the open store runs it. */
export type MaintenanceJobTable = {
  id: string;
  kind: string;
  /** Encrypted if it names a person; empty once the job has ended. */
  payload: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** The run that holds it, and the end of its lease. */
  holder: string | null;
  until_at: number;
  tries: number;
  /** JSON: intermediate findings, and the result at the end. */
  result: string;
  /** Cause of the failure. */
  failure: string | null;
  requested_at: number;
  ended_at: number | null;
};

/** Visitors whose data was erased, by a keyed hash. `version` is the list's version that first contains them. */
export type ErasedVisitorTable = { hash: string; version: number; erased_at: number };

/** One row (`id` 1). It rises with each visitor on the list, in the same transaction. */
export type ErasedVisitorListTable = { id: number; version: number };

/** One row (`id` 1): progress of the audit log's delivery, and the process that sends it (`server/audit-stream/`). */
export type AuditStreamTable = {
  id: number;
  delivered_seq: number;
  delivered_at: number | null;
  holder: string;
  leased_until: number;
  attempts: number;
  next_at: number;
  /** The first failed try since the last delivery. */
  failing_since: number | null;
  last_error: string;
};

export type MaintenanceTables = ImportTables & {
  audit_stream: AuditStreamTable;
  maintenance_jobs: MaintenanceJobTable;
  erased_visitors: ErasedVisitorTable;
  erased_visitor_list: ErasedVisitorListTable;
};
