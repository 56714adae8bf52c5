import { EventsUnavailableError, followSlot, NothingStoredError, partlyStored } from '#event-store/event-store.ts';
import type { UnconfirmedRows } from '../decide/decide-batch.ts';
import type { StoredRow } from '../decide/stored-row.ts';
import { createBatcher } from '../receive/batcher.ts';
import { storeUnavailable } from '../receive/store-unavailable.ts';

/** How many rows start an insert immediately, the maximum per insert, and how long a single row waits for others. */
const ENOUGH_ROWS = 1_000;
const MOST_ROWS = 20_000;
const GATHER_MS = 2;
/**
 * Maximum number of rows of an insert that may be refused individually. More than that counts as a failure of the
 * store.
 */
const MOST_REFUSED = 16;

type Insert = (rows: readonly StoredRow[]) => Promise<void>;

export type InsertBatcher = {
  /**
   * Resolves once the rows are on disk, with the ids of the rows that the store refuses for their content. Rejects with
   * 503 if it is unknown whether they are stored. The caller must then acknowledge none of them. The cause is a
   * `NothingStoredError` if it is certain that none is stored.
   */
  store(rows: readonly StoredRow[]): Promise<ReadonlySet<bigint>>;
  /** Rows of failed inserts. They may be visible, but are not known to be on disk. */
  readonly unconfirmed: Omit<UnconfirmedWrites, 'add' | 'remove'>;
  idle(): Promise<void>;
};

type BatcherParts = {
  readonly insert: Insert;
  /** Receives the stored rows. `store` waits for this callback before it resolves. */
  readonly onStored: (rows: readonly StoredRow[]) => Promise<void>;
  /** Receives unconfirmed rows that had to make room for other rows. */
  readonly onForgotten: (rows: readonly StoredRow[]) => Promise<void>;
  /** How long a row stays unconfirmed. By default, until it is stored. */
  readonly doubtMs?: number;
};

/** Creates the group commit: rows of concurrent batches share one insert, and only one insert is in flight. */
export function createInsertBatcher({ insert, onStored, onForgotten, doubtMs }: BatcherParts): InsertBatcher {
  const unconfirmed = createUnconfirmedWrites(doubtMs ?? Number.POSITIVE_INFINITY);

  async function storeGroup(rows: readonly StoredRow[]): Promise<ReadonlySet<bigint>> {
    const refused = new Map<bigint, unknown>();
    let hasStored = false;
    const insertPart = async (part: readonly StoredRow[]) => {
      await insert(part);
      hasStored = true;
    };
    try {
      await insertAround(insertPart, rows, refused);
      // If the store refuses every row, the rows are not the cause.
      if (refused.size === rows.length) throw refused.values().next().value;
    } catch (thrown) {
      const error = hasStored && thrown instanceof NothingStoredError ? partlyStored(thrown) : thrown;
      const forgotten = error instanceof NothingStoredError ? [] : unconfirmed.add(rows);
      // If this fails too, these rows' budget stays reserved.
      if (forgotten.length > 0) void onForgotten(forgotten).catch(() => undefined);
      throw storeUnavailable(error);
    }
    unconfirmed.remove(rows);
    await onStored(refused.size === 0 ? rows : rows.filter(({ eventId }) => !refused.has(eventId)));
    return new Set(refused.keys());
  }

  const runner = createBatcher<readonly StoredRow[], ReadonlySet<bigint>>({
    sizeOf: (rows) => rows.length,
    enough: ENOUGH_ROWS,
    largest: MOST_ROWS,
    gatherMs: GATHER_MS,
    runGroup: async (jobs) => {
      const refused = await storeGroup(jobs.flat());
      return jobs.map(() => refused);
    },
  });
  return {
    store: (rows) => runner.run(rows),
    unconfirmed,
    idle: () => runner.idle(),
  };
}

/**
 * Inserts all rows except those that the store refuses for their content. A refused row must not block the other rows
 * (docs/threat-model.md#f10), so the rows are split in half until the refused row is alone. A view precedes its clicks
 * and burns. If the view is refused, its clicks and burns are refused too.
 */
async function insertAround(insert: Insert, all: readonly StoredRow[], refused: Map<bigint, unknown>): Promise<void> {
  const rows = all.filter(({ viewId }) => !refused.has(viewId));
  for (const { eventId, viewId } of all) if (refused.has(viewId)) refused.set(eventId, refused.get(viewId));
  if (rows.length === 0) return;
  try {
    await insert(rows);
  } catch (error) {
    const mayWorkLater = error instanceof EventsUnavailableError && error.retryable;
    if (mayWorkLater || refused.size >= MOST_REFUSED) throw error;
    const [only] = rows;
    if (rows.length === 1 && only !== undefined) {
      refused.set(only.eventId, error);
      return;
    }
    const middle = Math.ceil(rows.length / 2);
    await insertAround(insert, rows.slice(0, middle), refused);
    await insertAround(insert, rows.slice(middle), refused);
  }
}

/** Maximum number of rows of failed inserts in memory, about 40 MB. */
const MAX_UNCONFIRMED = 100_000;

/**
 * Rows of inserts whose outcome is unknown. Their events are never decided again, because the first row may be stored.
 * If the event arrives again, the same row is stored again.
 */
type UnconfirmedWrites = UnconfirmedRows & {
  isEmpty(): boolean;
  /** Adds rows, and returns those that no longer fit. */
  add(rows: readonly StoredRow[]): StoredRow[];
  /** Removes rows that are now stored. */
  remove(rows: readonly StoredRow[]): void;
};

/**
 * Keeps unconfirmed rows for `keepMs`. After that time, a row that the store does not return is certain to be absent,
 * so its event is decided again.
 */
function createUnconfirmedWrites(keepMs: number): UnconfirmedWrites {
  const addedAt = new WeakMap<StoredRow, number>();
  const young = (row: StoredRow | undefined): StoredRow | undefined =>
    row !== undefined && performance.now() - (addedAt.get(row) ?? 0) < keepMs ? row : undefined;
  const byId = new Map<bigint, StoredRow>();
  const bySlot = new Map<bigint, StoredRow>();

  function forget(row: StoredRow): void {
    byId.delete(row.eventId);
    if (row.kind === 'view') return;
    const slot = followSlot(row);
    if (bySlot.get(slot)?.eventId === row.eventId) bySlot.delete(slot);
  }

  return {
    isEmpty: () => byId.size === 0,
    row: (eventId) => young(byId.get(eventId)),
    follower: (follow) => young(bySlot.get(followSlot(follow))),
    add: (rows) => {
      for (const row of rows) {
        byId.set(row.eventId, row);
        addedAt.set(row, performance.now());
        if (row.kind !== 'view' && !bySlot.has(followSlot(row))) bySlot.set(followSlot(row), row);
      }
      const forgotten: StoredRow[] = [];
      for (const row of byId.values()) {
        if (byId.size <= MAX_UNCONFIRMED) break;
        forget(row);
        forgotten.push(row);
      }
      return forgotten;
    },
    remove: (rows) => {
      if (byId.size > 0) for (const row of rows) forget(row);
    },
  };
}
