import { EventsUnavailableError, NothingStoredError, partlyStored } from '../../databases/events/events-db.ts';
import { createDoubtfulRows } from './doubtful-rows.ts';
import { createGroupRunner } from './group-runner.ts';
import type { DoubtfulRows } from './settle-batch.ts';
import type { SettledRow } from './settled-row.ts';
import { storeUnavailable } from './store-unavailable.ts';

/** Rows that make an insert worth its price at once, most rows of one insert, and how long a lone row waits for company. */
const ENOUGH_ROWS = 1_000;
const MOST_ROWS = 20_000;
const GATHER_MS = 2;
/** Rows of one insert that may be refused singly before the refusal counts as a failure of the store. */
const MOST_REFUSED = 16;

type Insert = (rows: readonly SettledRow[]) => Promise<void>;

export type InsertBatcher = {
  /**
   * Resolves when the rows are on disk, with the ids of those that the store refuses for their content. Rejects with
   * 503 when it is not known whether they are stored; none may be acknowledged then. Its cause is a `NothingStoredError`
   * where it is known that none is.
   */
  store(rows: readonly SettledRow[]): Promise<ReadonlySet<bigint>>;
  /** Rows of failed inserts: they may be visible and are not known to be on disk. */
  readonly doubtful: DoubtfulRows;
  idle(): Promise<void>;
};

type BatcherParts = {
  readonly insert: Insert;
  /** Gets what was stored; waited for before it is acknowledged. */
  readonly onStored: (rows: readonly SettledRow[]) => Promise<void>;
  /** Gets doubtful rows that there is no more room for. */
  readonly onForgotten: (rows: readonly SettledRow[]) => Promise<void>;
  /** How long a row stays doubtful; by default until it is stored. */
  readonly doubtMs?: number;
};

/** Group commit: rows of concurrent batches share one insert, one insert is in flight. */
export function createInsertBatcher({ insert, onStored, onForgotten, doubtMs }: BatcherParts): InsertBatcher {
  const doubtful = createDoubtfulRows(doubtMs ?? Number.POSITIVE_INFINITY);

  async function storeGroup(rows: readonly SettledRow[]): Promise<ReadonlySet<bigint>> {
    const refused = new Map<bigint, unknown>();
    let hasStored = false;
    const insertPart = async (part: readonly SettledRow[]) => {
      await insert(part);
      hasStored = true;
    };
    try {
      await insertAround(insertPart, rows, refused);
      // Where nothing could be stored, the rows are not to blame.
      if (refused.size === rows.length) throw refused.values().next().value;
    } catch (thrown) {
      const error = hasStored && thrown instanceof NothingStoredError ? partlyStored(thrown) : thrown;
      const forgotten = error instanceof NothingStoredError ? [] : doubtful.add(rows);
      // What they would cost stays reserved when this fails too.
      if (forgotten.length > 0) void onForgotten(forgotten).catch(() => undefined);
      throw storeUnavailable(error);
    }
    doubtful.remove(rows);
    await onStored(refused.size === 0 ? rows : rows.filter(({ eventId }) => !refused.has(eventId)));
    return new Set(refused.keys());
  }

  const runner = createGroupRunner<readonly SettledRow[], ReadonlySet<bigint>>({
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
    doubtful,
    idle: () => runner.idle(),
  };
}

/**
 * Inserts all rows, around those that the store refuses for their content: one must not stop the rest (docs/threat-model.md#f10). Halves
 * are tried until it stands alone. What follows a refused view is refused with it; a view stands before what follows it.
 */
async function insertAround(insert: Insert, all: readonly SettledRow[], refused: Map<bigint, unknown>): Promise<void> {
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
