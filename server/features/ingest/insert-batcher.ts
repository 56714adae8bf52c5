import { EventsUnavailableError, type StoredEvent } from '../../databases/events/events-db.ts';
import { createGroupRunner } from './group-runner.ts';
import { storeUnavailable } from './store-unavailable.ts';

/** Rows that make an insert worth its price at once, most rows of one insert, and how long a lone row waits for company. */
const ENOUGH_ROWS = 1_000;
const MOST_ROWS = 20_000;
const GATHER_MS = 2;
/** Rows of one insert that may be refused singly before the refusal counts as a failure of the store. */
const MOST_REFUSED = 16;
/** Rows of failed inserts that are remembered; about 30 MB. */
const MOST_DOUBTFUL = 100_000;

type Insert = (rows: readonly StoredEvent[]) => Promise<void>;

export type InsertBatcher = {
  /**
   * Resolves when the rows are on disk, with the ids of those that the store refuses for their content. Rejects with
   * 503 when it is not known whether they are stored; none may be acknowledged then.
   */
  store(rows: readonly StoredEvent[]): Promise<ReadonlySet<bigint>>;
  /** The row of a failed insert that may be visible but is not known to be on disk: it must be stored again. */
  doubtful(eventId: bigint): StoredEvent | undefined;
  idle(): Promise<void>;
};

/** Group commit: rows of concurrent batches share one insert, one insert is in flight. `onStored` gets what was stored. */
export function createInsertBatcher(insert: Insert, onStored: (rows: readonly StoredEvent[]) => void): InsertBatcher {
  const doubtful = new Map<bigint, StoredEvent>();

  async function storeGroup(rows: readonly StoredEvent[]): Promise<ReadonlySet<bigint>> {
    const refused = new Map<bigint, unknown>();
    try {
      await insertAround(insert, rows, refused);
      // Where nothing could be stored, the rows are not to blame.
      if (refused.size === rows.length) throw refused.values().next().value;
    } catch (error) {
      remember(doubtful, rows);
      throw storeUnavailable(error);
    }
    if (doubtful.size > 0) for (const { eventId } of rows) doubtful.delete(eventId);
    onStored(refused.size === 0 ? rows : rows.filter(({ eventId }) => !refused.has(eventId)));
    return new Set(refused.keys());
  }

  const runner = createGroupRunner<readonly StoredEvent[], ReadonlySet<bigint>>({
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
    doubtful: (eventId) => doubtful.get(eventId),
    idle: () => runner.idle(),
  };
}

/**
 * Inserts all rows, around those that the store refuses for their content: one must not stop the rest (security F10). Halves
 * are tried until it stands alone.
 */
async function insertAround(
  insert: Insert,
  rows: readonly StoredEvent[],
  refused: Map<bigint, unknown>,
): Promise<void> {
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

function remember(doubtful: Map<bigint, StoredEvent>, rows: readonly StoredEvent[]): void {
  for (const row of rows) doubtful.set(row.eventId, row);
  for (const eventId of doubtful.keys()) {
    if (doubtful.size <= MOST_DOUBTFUL) break;
    doubtful.delete(eventId);
  }
}
