import type { EventResult } from '#contract/ingest.ts';

/** The key's ID and the request's source address. Tests may omit both. */
type KeyOrigin = { readonly keyId?: string; readonly address?: string };

/**
 * The key that authorizes a batch. `network` is the key of the demo seed in this process, which cannot be used over
 * HTTP.
 */
export type IngestKey =
  | ({ readonly kind: 'outlet'; readonly outletId: string } & KeyOrigin)
  | ({ readonly kind: 'gateway'; readonly customerId: string } & KeyOrigin)
  | { readonly kind: 'network' };

/**
 * An unparsed batch. The batch is parsed only when it leaves the queue, because the parsed form takes several times the
 * memory.
 */
export type UnreadBatch = {
  /** Upper limit of the batch's number of events. The queue uses this number as the batch's size. */
  readonly atMost: number;
  /** Parses the batch. Throws `AppError` if the text contains no events. */
  readonly read: () => readonly unknown[];
};

/** Stores reported events, each exactly once (docs/decisions.md#ingestion). */
export type Ingestor = {
  /**
   * Returns one result per event; `index` is the event's position in this batch, starting at 0. Input may be arbitrary,
   * because each event is validated against `OutletEvent` here. Resolves when all accepted events are on disk. Throws
   * `AppError` (too-many, unavailable) if no event in the batch is confirmed. Sending the same batch again is
   * idempotent.
   */
  accept(batch: readonly unknown[] | UnreadBatch, key: IngestKey): Promise<EventResult[]>;
  /** Stops accepting batches. Resolves when all accepted batches are stored. */
  close(): Promise<void>;
};
