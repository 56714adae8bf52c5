import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { FiguresChecked, LedgerChecked } from './site.ts';

const CommandJob = Type.Object({
  kind: Type.String(),
  state: Type.Enum(['waiting', 'running', 'done', 'failed']),
  asked_at: Type.String(),
  ended_at: orNull(Type.String()),
  /** The error of a failed run. Null if the run did not fail. */
  failure: orNull(Type.String()),
});

const RecurringJob = Type.Object({
  name: Type.String(),
  /** The last start. For frequent jobs, accurate to ten minutes. */
  begun_at: Type.String(),
  /** The last end, which is earlier than the start while the job runs. Null before the first end. */
  ended_at: orNull(Type.String()),
  /** The error of the last run. Null if the run succeeded. */
  failure: orNull(Type.String()),
});

/** `embedded`: in the process's data folder. */
const StoreEngine = Type.Enum(['embedded', 'postgresql', 'clickhouse', 'clickhouse_cluster']);
export type StoreEngine = Type.Static<typeof StoreEngine>;

export const Health = Type.Object({
  /** When the server collected this data. */
  at: Type.String(),
  stores: Type.Array(
    Type.Object({ name: Type.Enum(['accounts', 'events']), engine: StoreEngine, answers: Type.Boolean() }),
  ),
  /** The last ledger check. Null before the first check. */
  ledger: LedgerChecked,
  /** The last comparison between sealed sums and events. Null before the first comparison. */
  figures: FiguresChecked,
  /** The end of the sealed period. Null if the store did not respond in time. */
  sealed_until: orNull(Type.String()),
  /** The disk with the data folder of the process that responds. Null if the disk cannot be read. */
  disk: orNull(Type.Object({ free_bytes: Type.Integer(), total_bytes: Type.Integer() })),
  /** The newest complete backup. Null if none exists. */
  backup: orNull(Type.Object({ at: Type.String(), folder: Type.String() })),
  /** Jobs requested by commands, newest first. */
  jobs: Type.Array(CommandJob),
  /** Scheduled jobs in all processes. */
  recurring: Type.Array(RecurringJob),
});
export type Health = Type.Static<typeof Health>;

export const getHealth = {
  method: 'GET',
  url: '/admin/health',
  allowed: 'admin',
  tokenScope: 'system:read',
  summary: 'Get the last checked state of stores, ledger, sealed figures, backups and jobs',
  schema: { response: { 200: Health } },
} as const satisfies Endpoint;
