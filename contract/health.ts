import * as Type from 'typebox';
import type { Endpoint } from './endpoint.ts';
import { orNull } from './field-schemas.ts';
import { FiguresChecked, LedgerChecked } from './site.ts';

const CommandJob = Type.Object({
  kind: Type.String(),
  state: Type.Enum(['waiting', 'running', 'done', 'failed']),
  asked_at: Type.String(),
  ended_at: orNull(Type.String()),
  /** Why it failed; null unless it did. */
  failure: orNull(Type.String()),
});

const RecurringJob = Type.Object({
  name: Type.String(),
  /** Of what begins more often, within ten minutes. */
  begun_at: Type.String(),
  /** When it ended last; earlier than it began while it goes on, null before it first ended. */
  ended_at: orNull(Type.String()),
  /** Why it failed when it ended last; null unless it did. */
  failure: orNull(Type.String()),
});

/** `embedded`: in the data folder of the process. */
const StoreEngine = Type.Enum(['embedded', 'postgresql', 'clickhouse', 'clickhouse_cluster']);
export type StoreEngine = Type.Static<typeof StoreEngine>;

export const Health = Type.Object({
  /** When all this was looked at. */
  at: Type.String(),
  stores: Type.Array(
    Type.Object({ name: Type.Enum(['accounts', 'events']), engine: StoreEngine, answers: Type.Boolean() }),
  ),
  /** The last look at the books; null before the first. */
  ledger: LedgerChecked,
  /** The last comparison of sealed sums with the events; null before the first. */
  figures: FiguresChecked,
  /** Up to when figures are sealed; null where the store did not say so in time. */
  sealed_until: orNull(Type.String()),
  /** Of the data folder of the process that answers; null where it cannot be asked. */
  disk: orNull(Type.Object({ free_bytes: Type.Integer(), total_bytes: Type.Integer() })),
  /** The newest one that is whole; null where none was ever made. */
  backup: orNull(Type.Object({ at: Type.String(), folder: Type.String() })),
  /** What commands asked for, the newest first. */
  jobs: Type.Array(CommandJob),
  /** What goes on by itself, in whichever process. */
  recurring: Type.Array(RecurringJob),
});
export type Health = Type.Static<typeof Health>;

export const getHealth = {
  method: 'GET',
  url: '/admin/health',
  allowed: 'admin',
  summary: 'Stores, books, sealed figures, backups and jobs, as last looked at',
  schema: { response: { 200: Health } },
} as const satisfies Endpoint;
