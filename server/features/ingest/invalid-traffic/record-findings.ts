import { SECOND_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../../databases/accounts/accounts-db.ts';
import { type NotedFinding, writeFindings } from './findings-queries.ts';

export type FindingBook = {
  note(finding: NotedFinding): void;
  /** Writes the noted findings. Findings that cannot be written stay noted. */
  close(): Promise<void>;
};

const WRITE_AFTER_MS = SECOND_MS;

/**
 * Keeps found patterns in the accounts store, where alerts and /admin/traffic read them. A stream of events causes few
 * writes.
 */
export function createFindingBook(accounts: AccountsDb, now: () => number): FindingBook {
  let noted = new Map<string, NotedFinding>();
  let timer: NodeJS.Timeout | undefined;
  let writing: Promise<void> = Promise.resolve();

  function note(finding: NotedFinding): void {
    const key = `${finding.rule} ${finding.outletKey} ${finding.flightKey}`;
    const before = noted.get(key);
    noted.set(key, before === undefined ? finding : joined(before, finding));
    timer ??= setTimeout(write, WRITE_AFTER_MS).unref();
  }

  function write(): Promise<void> {
    clearTimeout(timer);
    timer = undefined;
    writing = writing.then(async () => {
      const findings = [...noted.values()];
      noted = new Map();
      if (findings.length === 0) return;
      // The events are stored. The next write includes these findings again.
      await writeFindings(accounts, findings, now()).catch(() => findings.forEach(note));
    });
    return writing;
  }

  return { note, close: write };
}

const joined = (one: NotedFinding, other: NotedFinding): NotedFinding => ({
  ...other,
  firstAtMs: Math.min(one.firstAtMs, other.firstAtMs),
  lastAtMs: Math.max(one.lastAtMs, other.lastAtMs),
  events: one.events + other.events,
});
