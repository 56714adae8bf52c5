import type { ImportTables } from './import-tables.ts';

/** A job on the events store, requested by a command. The process that has the events store open runs the job. */
export type MaintenanceJobTable = {
  id: string;
  kind: string;
  /** The job's input, encrypted if it identifies a person. Emptied when the job ends. */
  payload: string;
  state: 'waiting' | 'running' | 'done' | 'failed';
  /** The run that is working on the job, and when its lease ends. */
  holder: string | null;
  until_at: number;
  tries: number;
  /** JSON: intermediate findings while the job runs, and the result at the end. */
  result: string;
  /** Why the job failed. */
  failure: string | null;
  requested_at: number;
  ended_at: number | null;
};

/** Visitors whose data was erased, as a keyed hash. `version` is the first list version that contains them. */
export type ErasedVisitorTable = { hash: string; version: number; erased_at: number };

/** Has one row (`id` 1). `version` increases with each visitor added to the list, in the same transaction. */
export type ErasedVisitorListTable = { id: number; version: number };

/**
 * Has one row (`id` 1): the delivery progress of the audit log, and the process that is sending the log
 * (`server/audit-stream/`).
 */
export type AuditStreamTable = {
  id: number;
  delivered_seq: number;
  delivered_at: number | null;
  holder: string;
  leased_until: number;
  attempts: number;
  next_at: number;
  /** Time of the first failed attempt since the last delivery. */
  failing_since: number | null;
  last_error: string;
};

/** A stored setting of the network (`server/settings/`), with a version per day if money depends on it. */
export type NetworkSettingTable = {
  name: string;
  /** Epoch ms; 0 for settings without versions. */
  valid_from: number;
  /** In the environment variable's format. Null if the default applies again. */
  value: string | null;
  changed_at: number;
  changed_by: string;
};

export type MaintenanceTables = ImportTables & {
  network_settings: NetworkSettingTable;
  audit_stream: AuditStreamTable;
  maintenance_jobs: MaintenanceJobTable;
  erased_visitors: ErasedVisitorTable;
  erased_visitor_list: ErasedVisitorListTable;
};
