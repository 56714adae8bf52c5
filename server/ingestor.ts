import type { EventResult } from '#contract/ingest.ts';

/** Which key it is, and the address that the request came from; a test may leave it out. */
type KeyOrigin = { readonly keyId?: string; readonly address?: string };

/** On whose authority a batch comes. `network` is the demo seed inside the process and is never reachable by HTTP. */
export type IngestKey =
  | ({ readonly kind: 'outlet'; readonly outletId: string } & KeyOrigin)
  | ({ readonly kind: 'gateway'; readonly customerId: string } & KeyOrigin)
  | { readonly kind: 'network' };

/** A batch that is still the text it came as: parsed only when its turn has come, because parsed it is several times as large. */
export type UnreadBatch = {
  /** Events it has at most; what it is counted as while it waits. */
  readonly atMost: number;
  /** Throws `AppError` for a text that holds no events. */
  readonly read: () => readonly unknown[];
};

/** Takes what outlets report into the events store, each event exactly once (docs/decisions.md#ingestion). */
export type Ingestor = {
  /**
   * One result per event, `index` counting from 0 in this batch, whatever was sent: each is checked against `OutletEvent`
   * here. Resolves when all accepted events are on disk. Throws `AppError` (too-many, unavailable) when none of the batch is
   * confirmed; the same batch again changes nothing twice.
   */
  accept(batch: readonly unknown[] | UnreadBatch, key: IngestKey): Promise<EventResult[]>;
  /** Takes nothing more and resolves when all that was taken is stored. */
  close(): Promise<void>;
};
