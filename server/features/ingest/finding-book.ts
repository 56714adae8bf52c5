import { SECOND_MS } from '#domain/durations.ts';
import type { AccountsDb } from '../../databases/accounts/accounts-db.ts';
import { type NotedFinding, writeFindings } from './findings-queries.ts';

export type FindingBook = {
  note(finding: NotedFinding): void;
  /** Writes what was noted; what cannot be written stays noted. */
  close(): Promise<void>;
};

const WRITE_AFTER_MS = SECOND_MS;

/** Patterns that were found, kept in the accounts store: alerts and /admin/traffic read them there. A stream of events costs few writes. */
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
      // The events are stored; the next write tells of these as well.
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
