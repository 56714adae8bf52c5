import { SECOND_MS } from '#domain/durations.ts';
import { EVENTS_MIGRATIONS } from '#event-store/operations.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { migrationNames } from '../databases/accounts/migrate-accounts.ts';
import { readAnnounced } from './announce-breaking.ts';

const LOOK_EVERY_MS = 2 * SECOND_MS;
/**
 * Maximum age of the last check. It is shorter than the wait before a breaking migration. A process that froze during
 * that wait must therefore check again before it writes.
 */
const MOST_AGE_MS = 15 * SECOND_MS;

export type SchemaWatch = {
  look(): Promise<void>;
  /** Checks every two seconds until the returned function is called. */
  start(): () => void;
  /**
   * Returns whether the stores have, or are about to get, tables that this version does not support. Also returns true
   * if the last check is too old.
   */
  isBehind(): boolean;
};

type Needs = {
  readonly accounts: AccountsDb;
  /** Writes a line to the log. */
  readonly warn: (line: string) => void;
  readonly known?: readonly string[];
  /** Milliseconds of a monotonic clock. */
  readonly elapsed?: () => number;
};

const knownNames = (): readonly string[] => [...migrationNames(), ...EVENTS_MIGRATIONS.map(({ name }) => name)];

/** Creates a watch that detects announced migrations of a newer version that this version can't handle. */
export function createSchemaWatch({
  accounts,
  warn,
  known = knownNames(),
  elapsed = () => performance.now(),
}: Needs): SchemaWatch {
  let unknown: string | null = null;
  let lookedAt: number | null = null;
  async function look(): Promise<void> {
    const at = elapsed();
    const found = (await readAnnounced(accounts)).find((name) => !known.includes(name)) ?? null;
    if (found !== null && unknown === null)
      warn(
        `A newer version has migrated the stores (${found}). This version does not support that and responds to all calls with 503 from now on. Replace this process with the newer version.`,
      );
    unknown = found;
    lookedAt = at;
  }

  return {
    look,
    start: () => {
      // Ignore failures. The watch retries while the store is unavailable, and calls fail without the store anyway.
      const looking = setInterval(() => void look().catch(() => undefined), LOOK_EVERY_MS).unref();
      return () => clearInterval(looking);
    },
    isBehind: () => unknown !== null || (lookedAt !== null && elapsed() - lookedAt > MOST_AGE_MS),
  };
}
