import { v7 as newId } from 'uuid';
import { MINUTE_MS, SECOND_MS } from '#domain/durations.ts';
import type { AuditStreamSettings } from '../config/audit-stream-settings.ts';
import type { AccountsDb } from '../databases/accounts/accounts-db.ts';
import { readFact } from '../databases/accounts/installation-facts.ts';
import { postOutside } from '../lib/post-outside.ts';
import { signatureOf } from '../lib/sign-body.ts';
import { sendSyslog } from './send-syslog.ts';
import { type StreamedEntry, streamedEntries } from './stream-entry.ts';
import * as queries from './stream-queries.ts';
import { syslogFrame } from './syslog-message.ts';

/** Longer than any batch takes. When it expires, another process continues. */
const LEASE_MS = MINUTE_MS;
const FIRST_WAIT_MS = SECOND_MS;
const LONGEST_WAIT_MS = 5 * MINUTE_MS;
const MOST_ENTRIES = 500;
const MOST_BYTES = 256 * 1_024;
const MOST_DOUBLINGS = 10;

type Needs = {
  readonly accounts: AccountsDb;
  readonly config: { readonly auditStream: AuditStreamSettings; readonly publicUrl: string };
  /** The clock that all processes share. */
  readonly time: () => Promise<number>;
  /** Called for each failed try. */
  readonly failed?: (reason: string) => void;
};

export type AuditStream = {
  /** Sends the waiting entries unless another process does. Ends when none are left, or at the first failure. */
  runNow(): Promise<void>;
};

/**
 * Sends the audit log to the receiver, in order, each entry at least once (docs/threat-model.md#audit-stream).
 * 1. One process leases the row of the cursor.
 * 2. It sends the entries after the cursor as a batch, each with its id and hashes, and signed.
 * 3. When the receiver has confirmed them it moves the cursor. A process that dies in between sends the batch again.
 * 4. After a failure it waits, longer each time, and sends a smaller batch. It never skips an entry.
 */
export function createAuditStream({ accounts, config, time, failed }: Needs): AuditStream {
  const { target, secret, ca } = config.auditStream;
  const host = new URL(config.publicUrl).hostname;
  const holder = newId();

  async function deliver(entries: readonly StreamedEntry[], nowMs: number): Promise<string | null> {
    if (target.kind === 'syslog')
      return sendSyslog(
        target,
        entries.map((entry) => syslogFrame(entry, { host, secret, nowMs })),
        ca,
      );
    const body = JSON.stringify({ entries });
    return postOutside(target.url, {
      body,
      headers: {
        'content-type': 'application/json',
        'user-agent': 'Voltboard',
        'voltboard-call': newId(),
        'voltboard-signature': signatureOf(secret, body, nowMs),
      },
      allowPrivate: true,
      operator: { ca },
    });
  }

  async function runNow(): Promise<void> {
    const at = await time();
    let cursor = await queries.leaseStream(accounts, { holder, at, until: at + LEASE_MS });
    if (cursor === undefined) return;
    const installation = (await readFact(accounts, 'installation')) ?? '';
    while (cursor !== undefined) {
      const { delivered_seq: before, attempts, failing_since: since } = cursor;
      const limit = Math.max(1, MOST_ENTRIES >> Math.min(attempts, MOST_DOUBLINGS));
      const rows = await queries.findEntriesFrom(accounts, before, limit + 1);
      const entries = bounded(streamedEntries(installation, rows, before).slice(0, limit));
      const last = entries.at(-1);
      if (last === undefined) return queries.leaveStream(accounts, holder);
      const reason = await deliver(entries, await time());
      const nowMs = await time();
      if (reason !== null) {
        failed?.(reason);
        const waitMs = Math.min(LONGEST_WAIT_MS, FIRST_WAIT_MS * 2 ** Math.min(attempts, MOST_DOUBLINGS));
        const nextAt = nowMs + waitMs;
        return queries.noteFailure(accounts, { holder, nextAt, since: since ?? nowMs, reason });
      }
      const progress = { holder, before, after: last.seq, at: nowMs };
      cursor = await queries.advanceCursor(accounts, progress, nowMs + LEASE_MS);
    }
    // A command has set the cursor: the next run starts there.
    await queries.leaveStream(accounts, holder);
  }

  return { runNow };
}

/** Limits a batch to the size of a call, with at least one entry. */
function bounded(entries: readonly StreamedEntry[]): readonly StreamedEntry[] {
  let bytes = 0;
  const fits = entries.findIndex((entry, at) => {
    bytes += Buffer.byteLength(JSON.stringify(entry));
    return at > 0 && bytes > MOST_BYTES;
  });
  return fits === -1 ? entries : entries.slice(0, fits);
}
